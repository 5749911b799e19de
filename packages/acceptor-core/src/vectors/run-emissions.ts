/** Vectors with `emissions`: a sequence through one acceptor, compared outcome by outcome (vectors FORMAT 2). */
import { countOf, isRecord, member, ownValue, pointerTokens, valueAt } from '@openwop-inspector/base';
import { scalarText } from '@openwop-inspector/protocol';
import type { AcceptContext, OutcomeDetail } from '../accept-context.ts';
import type { AcceptResult, Emission } from '../accept-result.ts';
import type { Acceptor } from '../create-acceptor.ts';
import { type Difference, deepEqual, differencesOf, textsIn, type VectorAnswer } from './match.ts';
import { readAcceptContext } from './read-accept-context.ts';
import type { Vector } from './read-vectors.ts';

/** What running needs from its surroundings. */
export interface EmissionParts {
  /** A fresh acceptor with a compiler for foreign schemas. */
  readonly create: (context: AcceptContext) => Acceptor;
  /** Milliseconds of a steady clock, for `maxMs`. */
  readonly nowMs: () => number;
}

/** Longest text that `textRepeat` may ask for, in UTF-16 units. */
const MAX_REPEATED = 16 * 1024 * 1024;

type Fields = Readonly<Record<string, unknown>>;

/** Runs one vector and compares everything it expects. */
export function runEmissions(vector: Vector, parts: EmissionParts): VectorAnswer {
  const context = contextOf(vector.context);
  const acceptor = parts.create(context);
  const expected = Array.isArray(vector.expect) ? vector.expect : [];
  const run: Run = { acceptor, expected, profile: context.profile, results: [], views: [], differences: [] };
  const emissions: readonly unknown[] = Array.isArray(vector.input) ? vector.input : [];
  for (const emission of emissions) {
    if (isRecord(emission)) emit(run, emission, parts.nowMs);
  }
  const { differences, results, views } = run;
  if (results.length !== expected.length) {
    const message = `${countOf(expected.length, 'outcome')} expected, ${results.length} found.`;
    differences.push({ pointer: '', expected: expected.length, actual: results.length, message });
  }
  if (vector.expectWarnings.length === 0) return { actual: views, differences };
  const warnings = acceptor.warnings.map(({ code }) => code);
  differences.push(...differencesOf(warnings, vector.expectWarnings, '/expectWarnings', 'warnings'));
  return { actual: { outcomes: views, warnings }, differences };
}

interface Run {
  readonly acceptor: Acceptor;
  readonly expected: readonly unknown[];
  readonly profile: AcceptContext['profile'];
  readonly results: AcceptResult[];
  readonly views: unknown[];
  readonly differences: Difference[];
}

/** The file was checked when it was read, so a context that does not read here is a bug of the caller. */
function contextOf(value: unknown): AcceptContext {
  const read = readAcceptContext(value);
  return read.ok ? read.context : {};
}

function emit(run: Run, emission: Fields, nowMs: () => number): void {
  const change = emission.mutateOutcome;
  if (isRecord(change)) {
    mutate(run.results, change);
    return;
  }
  const override = emission.context === undefined ? undefined : contextOf(emission.context);
  const input = inputOf(emission);
  const startMs = nowMs();
  const results = override === undefined ? run.acceptor.accept(input) : run.acceptor.accept(input, override);
  const tookMs = nowMs() - startMs;
  const profile = override?.profile ?? run.profile;
  for (const result of results) {
    const index = run.results.length;
    const want = run.expected[index];
    if (isRecord(want)) {
      const surroundings = { isReference: profile === 'reference', tookMs, earlier: run.results };
      const { view, differences } = compareOutcome(result, want, `/${index}`, surroundings);
      run.views.push(view);
      run.differences.push(...differences);
    } else run.views.push({ status: result.status, code: result.code });
    run.results.push(result);
  }
}

function inputOf(emission: Fields): Emission {
  if (emission.turn === true) return { turn: true };
  const text = textOf(emission);
  if (text !== null) return { text };
  const { envelope: written, shareRefs } = emission;
  const shared = Array.isArray(shareRefs) ? shareReferences(written, shareRefs) : written;
  const envelope = emission.frozen === true ? freezeDeeply(shared) : shared;
  return { envelope, ...(emission.single === true ? { single: true } : {}) };
}

function textOf(emission: Fields): string | null {
  if (typeof emission.text === 'string') return emission.text;
  const repeat = emission.textRepeat;
  if (!isRecord(repeat)) return null;
  const unit = scalarText(ownValue(repeat, 'unit') ?? '');
  const most = Math.floor(MAX_REPEATED / Math.max(1, unit.length));
  return (
    scalarText(ownValue(repeat, 'prefix') ?? '') +
    unit.repeat(Math.min(most, typeof repeat.count === 'number' ? repeat.count : 0))
  );
}

/** A caller assigns onto the outcome it was given. A frozen outcome takes nothing, which is fine as well. */
function mutate(results: readonly AcceptResult[], change: Fields): void {
  const outcome = results[typeof change.index === 'number' ? change.index : -1]?.outcome;
  if (outcome === undefined || outcome === null || !isRecord(change.set)) return;
  for (const [key, value] of Object.entries(change.set))
    Reflect.defineProperty(outcome, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Returns a copy of the value that is frozen at any depth. */
export function freezeDeeply(value: unknown): unknown {
  const copy: unknown = structuredClone(value);
  const waiting: unknown[] = [copy];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (typeof one !== 'object' || one === null || Object.isFrozen(one)) continue;
    Object.freeze(one);
    waiting.push(...Object.values(one).filter((child) => child !== undefined));
  }
  return copy;
}

/**
 * A copy in which both pointers of each pair lead to one object in memory, the one of the first pointer. Pairs that
 * lead nowhere change nothing.
 */
export function shareReferences(value: unknown, pairs: readonly unknown[]): unknown {
  const copy: unknown = structuredClone(value);
  for (const pair of pairs) {
    const [from, to] = Array.isArray(pair) ? pair : [];
    if (typeof from === 'string' && typeof to === 'string') assignAt(copy, to, valueAt(copy, from));
  }
  return copy;
}

function assignAt(root: unknown, pointer: string, value: unknown): void {
  const parent = valueAt(root, pointer.slice(0, Math.max(0, pointer.lastIndexOf('/'))));
  const last = pointerTokens(pointer)?.at(-1);
  if (last === undefined || typeof parent !== 'object' || parent === null) return;
  Reflect.defineProperty(parent, last, { value, writable: true, enumerable: true, configurable: true });
}

// One result of the acceptor in the terms of the vectors, and its comparison (vectors FORMAT 2.3).

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
    const special = Object.hasOwn(SPECIAL, key) ? SPECIAL[key] : undefined;
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

/** `message` is said where the rule does not hold. */
function finding(actual: unknown, holds: boolean, message: string): Finding {
  return { actual, message: holds ? null : message };
}

/** Keys with a rule of their own. */
const SPECIAL: Readonly<Record<string, Check>> = {
  /** The reason names the code, so that a host that only logs the reason says the same. */
  code: (result, want, { isReference }) => {
    const reason = result.outcome?.reason;
    if (result.code !== want) return { actual: result.code, message: 'The codes differ.' };
    if (isReference || reason === undefined) return { actual: result.code, message: null };
    const isExact = want === 'untrusted_content_blocks_approval';
    const fits = isExact ? reason === want : reason.includes(scalarText(want));
    return finding(reason, fits, 'The reason of the outcome does not name the code.');
  },
  notWarnings: (result, want) => {
    const codes = warningCodesOf(result);
    const found = codes.filter((code) => Array.isArray(want) && want.includes(code));
    return finding(codes, found.length === 0, `${found.join(', ')} must not occur.`);
  },
  absent: (result, want) => {
    const found = textsIn(result, want);
    return finding(found, found.length === 0, 'This text must occur nowhere in the result.');
  },
  /** Whether any object of this program has been given members it should not have. */
  polluted: () => {
    const plain: object = {};
    const isPolluted = Reflect.get(plain, 'polluted') !== undefined || Reflect.get(plain, 'x') !== undefined;
    return finding(isPolluted, !isPolluted, 'The prototype of all objects was changed.');
  },
  details: (result, want, _surroundings, expected) => {
    const actual = detailsOf(result).map(({ instancePath, keyword }) => ({ instancePath, keyword }));
    const wanted = Array.isArray(want) ? want : [];
    const missing = wanted.filter((one) => !actual.some((other) => differencesOf(other, one).length === 0));
    if (missing.length > 0) return { actual, message: `Missing: ${JSON.stringify(missing[0])}.` };
    if (expected.detailsExact !== true) return { actual, message: null };
    const extra = actual.find((one) => !wanted.some((other) => differencesOf(one, other).length === 0));
    return finding(actual, extra === undefined, `Not expected: ${JSON.stringify(extra)}.`);
  },
  /** Compared together with `details`; alone it would say nothing. */
  detailsExact: (_result, _want, _surroundings, { details }) =>
    finding(undefined, details !== undefined, 'detailsExact is next to details.'),
  detailsCount: (result, want) => {
    const count = detailsOf(result).length;
    return finding(count, count === want, 'The values differ.');
  },
  sameOutcomeAs: (result, want, { earlier }) => {
    const other = typeof want === 'number' ? earlier[want] : undefined;
    const isSame = other !== undefined && deepEqual(result.outcome, other.outcome);
    return finding(result.outcome, isSame, `The outcome is not that of result ${scalarText(want)}.`);
  },
  span: (result, want) => {
    const { absent, ...rest } = isRecord(want) ? want : {};
    const [first] = differencesOf(result.span, rest);
    const leaks = textsIn(result.span, absent).length > 0;
    const message = leaks ? 'The span holds text that must not occur.' : first?.message;
    return { actual: result.span, message: message ?? null };
  },
  contiguous: (result) => {
    const actual = result.events.map((event) => event.sequence);
    const isGapless = actual.every((sequence, i) => i === 0 || sequence === (actual[i - 1] ?? 0) + 1);
    return finding(actual, isGapless, 'The sequences are not contiguous.');
  },
  sameInterruptId: (result) => {
    const actual = result.events.map(({ payload }) =>
      isRecord(payload) ? ownValue(payload, 'interruptId') : null,
    );
    const [first] = actual;
    const isSame = typeof first === 'string' && first !== '' && actual.every((one) => one === first);
    return finding(actual, isSame && actual.length > 1, 'The events name no single interrupt.');
  },
  uniqueEventIds: (result, _want, { earlier }) => {
    const actual = [...earlier, result].flatMap((one) => one.events.map((event) => event.eventId));
    return finding(actual, new Set(actual).size === actual.length, 'An eventId occurs twice.');
  },
  maxMs: (_result, want, { tookMs }) => {
    const isWithin = typeof want === 'number' && tookMs <= want;
    return finding(Math.round(tookMs), isWithin, 'It took longer than allowed, in milliseconds.');
  },
  /** Up to the first colon. Recorded heads were cut at a full stop or a bracket, so a longer one is the same. */
  reasonHead: (result, want) => {
    const actual = (result.outcome?.reason ?? '').split(':', 1)[0]?.trim() ?? '';
    const fits = typeof want === 'string' && actual.startsWith(want);
    return finding(actual, fits, 'The reason begins otherwise.');
  },
};

function warningCodesOf(result: AcceptResult): readonly string[] {
  return result.warnings.map((warning) => warning.code);
}

/** Violations of a refusal; of an acceptance those that a step noted (`payload_schema_warning`). */
function detailsOf(result: AcceptResult): readonly OutcomeDetail[] {
  const own = result.outcome?.details ?? [];
  if (own.length > 0) return own;
  return result.trace.filter((row) => !row.hypothetical).flatMap((row) => row.details);
}
