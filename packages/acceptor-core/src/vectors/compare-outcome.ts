/** One result of the acceptor in the terms of the vectors, and its comparison (vectors FORMAT 2.3). */
import { isRecord, member, ownValue } from '@openwop-inspector/base';
import { scalarText } from '@openwop-inspector/protocol';
import type { OutcomeDetail } from '../accept-context.ts';
import type { AcceptResult } from '../accept-result.ts';
import { type Difference, deepEqual, differencesOf } from './match.ts';

/** Facts in addition to the result itself. */
export interface OutcomeSurroundings {
  /** Results before this one, in order, as they were when they were given out. */
  readonly earlier: readonly AcceptResult[];
  /** Profile `reference` words its reasons by itself (vectors FORMAT 8). */
  readonly isReference: boolean;
  /** Milliseconds that the emission took. */
  readonly tookMs: number;
}

/** Compares one result with its expectation; the view has only the expected members. */
export function compareOutcome(
  result: AcceptResult,
  expected: Readonly<Record<string, unknown>>,
  pointer: string,
  surroundings: OutcomeSurroundings,
): { readonly view: unknown; readonly differences: readonly Difference[] } {
  const view: [string, unknown][] = [];
  const differences: Difference[] = [];
  for (const [key, want] of Object.entries(expected)) {
    const place = `${pointer}/${key}`;
    const special = SPECIAL.get(key);
    if (special === undefined) {
      const read = READERS.get(key);
      const actual = read === undefined ? member(result, key) : read(result);
      view.push([key, actual]);
      differences.push(...differencesOf(actual, want, place, key));
      continue;
    }
    const { actual, message } = special(result, want, surroundings, expected);
    view.push([key, actual]);
    if (message !== null) differences.push({ pointer: place, expected: want, actual, message });
  }
  return { view: Object.fromEntries(view), differences };
}

type Reader = (result: AcceptResult) => unknown;

/** Keys that vectors write in another form than the result has them; the others are compared as they are. */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['capKind', (result) => result.capKind ?? result.outcome?.capKind],
  ['warnings', warningCodesOf],
  ['notes', (result) => result.notes.map(({ code, pointer }) => `${code} ${pointer}`)],
  ['trace', (result) => result.trace.filter((row) => !row.hypothetical).map((row) => row.step)],
]);

interface Finding {
  readonly actual: unknown;
  readonly message: string | null;
}

type Check = (
  result: AcceptResult,
  want: unknown,
  surroundings: OutcomeSurroundings,
  expected: Readonly<Record<string, unknown>>,
) => Finding;

/** Keys with a rule of their own. */
const SPECIAL: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['code', compareCode],
  ['notWarnings', (result, want) => forbid(warningCodesOf(result), want)],
  ['absent', (result, want) => absentFrom(result, want)],
  ['polluted', () => pollution()],
  ['details', compareDetails],
  ['detailsExact', (_result, _want, _surroundings, { details }) => needsDetails(details)],
  ['detailsCount', (result, want) => equal(detailsOf(result).length, want)],
  ['sameOutcomeAs', compareEarlierOutcome],
  ['span', (result, want) => compareSpan(result, want)],
  ['contiguous', (result) => contiguous(result)],
  ['sameInterruptId', (result) => sameInterrupt(result)],
  ['uniqueEventIds', uniqueEventIds],
  ['maxMs', (_result, want, { tookMs }) => withinTime(tookMs, want)],
  ['reasonHead', (result, want) => compareReasonHead(result, want)],
]);

function equal(actual: unknown, want: unknown): Finding {
  return { actual, message: actual === want ? null : 'The values differ.' };
}

function warningCodesOf(result: AcceptResult): readonly string[] {
  return result.warnings.map((warning) => warning.code);
}

/** The reason names the code, so that a host that only logs the reason says the same. */
function compareCode(result: AcceptResult, want: unknown, { isReference }: OutcomeSurroundings): Finding {
  const reason = result.outcome?.reason;
  if (result.code !== want) return { actual: result.code, message: 'The codes differ.' };
  if (isReference || reason === undefined) return { actual: result.code, message: null };
  const isExact = want === 'untrusted_content_blocks_approval';
  const fits = isExact ? reason === want : reason.includes(scalarText(want));
  return { actual: reason, message: fits ? null : 'The reason of the outcome does not name the code.' };
}

function forbid(codes: readonly string[], want: unknown): Finding {
  const found = codes.filter((code) => Array.isArray(want) && want.includes(code));
  return { actual: codes, message: found.length === 0 ? null : `${found.join(', ')} must not occur.` };
}

/** Texts that occur nowhere in the JSON of a value, neither plainly nor as JSON writes them. */
export function textsIn(value: unknown, texts: unknown): readonly string[] {
  const json = JSON.stringify(value) ?? '';
  const sought = Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : [];
  return sought.filter((text) => json.includes(text) || json.includes(JSON.stringify(text).slice(1, -1)));
}

function absentFrom(value: unknown, texts: unknown): Finding {
  const found = textsIn(value, texts);
  return {
    actual: found,
    message: found.length === 0 ? null : 'This text must occur nowhere in the result.',
  };
}

/** Whether any object of this program has been given members it should not have. */
function pollution(): Finding {
  const plain: object = {};
  const isPolluted = Reflect.get(plain, 'polluted') !== undefined || Reflect.get(plain, 'x') !== undefined;
  return { actual: isPolluted, message: isPolluted ? 'The prototype of all objects was changed.' : null };
}

/** Violations of a refusal; of an acceptance those that a step noted (`payload_schema_warning`). */
function detailsOf(result: AcceptResult): readonly OutcomeDetail[] {
  const own = result.outcome?.details ?? [];
  if (own.length > 0) return own;
  return result.trace.filter((row) => !row.hypothetical).flatMap((row) => row.details);
}

function compareDetails(
  result: AcceptResult,
  want: unknown,
  _surroundings: OutcomeSurroundings,
  expected: Readonly<Record<string, unknown>>,
): Finding {
  const actual = detailsOf(result).map(({ instancePath, keyword }) => ({ instancePath, keyword }));
  const wanted = Array.isArray(want) ? want : [];
  const missing = wanted.filter((one) => !actual.some((other) => differencesOf(other, one).length === 0));
  if (missing.length > 0) return { actual, message: `Missing: ${JSON.stringify(missing[0])}.` };
  if (expected.detailsExact !== true) return { actual, message: null };
  const extra = actual.find((one) => !wanted.some((other) => differencesOf(one, other).length === 0));
  return { actual, message: extra === undefined ? null : `Not expected: ${JSON.stringify(extra)}.` };
}

/** Compared together with `details`; alone it would say nothing. */
function needsDetails(details: unknown): Finding {
  return { actual: undefined, message: details === undefined ? 'detailsExact is next to details.' : null };
}

function compareEarlierOutcome(
  result: AcceptResult,
  want: unknown,
  { earlier }: OutcomeSurroundings,
): Finding {
  const other = typeof want === 'number' ? earlier[want] : undefined;
  const isSame = other !== undefined && deepEqual(result.outcome, other.outcome);
  return {
    actual: result.outcome,
    message: isSame ? null : `The outcome is not that of result ${scalarText(want)}.`,
  };
}

function compareSpan(result: AcceptResult, want: unknown): Finding {
  const { absent, ...rest } = isRecord(want) ? want : {};
  const differences = differencesOf(result.span, rest);
  const leaked = textsIn(result.span, absent);
  const message = leaked.length > 0 ? 'The span holds text that must not occur.' : differences[0]?.message;
  return { actual: result.span, message: message ?? null };
}

function contiguous(result: AcceptResult): Finding {
  const actual = result.events.map((event) => event.sequence);
  const isGapless = actual.every((sequence, i) => i === 0 || sequence === (actual[i - 1] ?? 0) + 1);
  return { actual, message: isGapless ? null : 'The sequences are not contiguous.' };
}

function sameInterrupt(result: AcceptResult): Finding {
  const actual = result.events.map(({ payload }) =>
    isRecord(payload) ? ownValue(payload, 'interruptId') : null,
  );
  const [first] = actual;
  const isSame = typeof first === 'string' && first !== '' && actual.every((one) => one === first);
  return { actual, message: isSame && actual.length > 1 ? null : 'The events name no single interrupt.' };
}

function uniqueEventIds(result: AcceptResult, _want: unknown, { earlier }: OutcomeSurroundings): Finding {
  const actual = [...earlier, result].flatMap((one) => one.events.map((event) => event.eventId));
  return { actual, message: new Set(actual).size === actual.length ? null : 'An eventId occurs twice.' };
}

function withinTime(tookMs: number, want: unknown): Finding {
  const isWithin = typeof want === 'number' && tookMs <= want;
  return {
    actual: Math.round(tookMs),
    message: isWithin ? null : 'It took longer than allowed, in milliseconds.',
  };
}

/** Up to the first colon. Recorded heads were cut at a full stop or a bracket, so a longer one is the same. */
function compareReasonHead(result: AcceptResult, want: unknown): Finding {
  const actual = (result.outcome?.reason ?? '').split(':', 1)[0]?.trim() ?? '';
  const fits = typeof want === 'string' && actual.startsWith(want);
  return { actual, message: fits ? null : 'The reason begins otherwise.' };
}
