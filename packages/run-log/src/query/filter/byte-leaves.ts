/** Terms that the bytes of events answer: texts, patterns, values and measures in payloads. */
import {
  compareNumbers,
  type ExactNumber,
  exactNumber,
  isRecord,
  mayBeMasked,
  WrittenNumber,
} from '@openwop-inspector/base';
import { countIn, useIn } from '../lanes/span-use.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { spansOf } from '../rows/rows.ts';
import { type ByteLeaf, byteLeaf } from './leaves.ts';
import { compilePattern } from './pattern.ts';
import { ANY_NUMBER, isWithin, NUMBER_FORMS, readRange } from './ranges.ts';
import { planForNames, planForPattern, planForStrings, planForText, type SearchPlan } from './search-plan.ts';
import {
  type FilterError,
  filterError,
  type PathStep,
  quotedText,
  type Stretch,
  type Term,
  type WrittenValue,
  wildcard,
} from './syntax.ts';

type TermOf<K extends Term['kind']> = Extract<Term, { kind: K }>;

/** A text with a mark is also searched for in the event as it is displayed. */
export function textLeaf({ text }: TermOf<'text'>): ByteLeaf {
  const lower = text.toLowerCase();
  if (!mayBeMasked(lower)) return byteLeaf(planForText(lower), (event) => event.lower.includes(lower));
  return byteLeaf(
    null,
    (event) => event.lower.includes(lower) || event.masked.some((one) => one.toLowerCase().includes(lower)),
  );
}

export async function regexLeaf(term: TermOf<'regex'>): Promise<ByteLeaf | FilterError> {
  const pattern = await compilePattern(term);
  if ('column' in pattern) return pattern;
  if (!pattern.isMark)
    return byteLeaf(planForPattern(pattern.required), (event) => pattern.isIn(event.text, event.turns));
  return byteLeaf(null, async ({ text, masked, turns }) => {
    for (const one of [text, ...masked]) if (await pattern.isIn(one, turns)) return true;
    return false;
  });
}

export function payloadLeaf(term: TermOf<'payload'>): ByteLeaf | FilterError {
  const holds = valueTest(term);
  if (typeof holds !== 'function') return holds;
  return byteLeaf(planForPath(term), (event) => {
    const payload = event.exact?.payload;
    return payload !== undefined && atPath(payload, term.path, holds);
  });
}

/** `dur:` by `payload.durationMs`, else by the time of the span that the event ends. */
export function durationLeaf(log: LoadedLog, term: TermOf<'field'>): ByteLeaf | FilterError {
  const range = readRange(term.field, term.value.text, NUMBER_FORMS.dur, term.at);
  if ('column' in range) return range;
  const spans = spansOf(log);
  const bySpan = (row: number): boolean => isWithin(range, spans.of(row));
  return byteLeaf(
    planForNames(['durationms']),
    (event) => {
      const given = countIn(event.document?.payload, 'durationMs');
      return given === null ? bySpan(event.row) : isWithin(range, given);
    },
    bySpan,
  );
}

/** `tokens:` by what the payload says of its use: a total, or what was read and written. */
export function tokensLeaf(_: LoadedLog, term: TermOf<'field'>): ByteLeaf | FilterError {
  const range = readRange(term.field, term.value.text, NUMBER_FORMS.tokens, term.at);
  if ('column' in range) return range;
  return byteLeaf(planForNames(['tokens"']), (event) => {
    const used = useIn(event.document?.payload).tokens;
    return used !== null && isWithin(range, used);
  });
}

type PayloadTerm = Extract<Term, { kind: 'payload' }>;

/** Steps a path may have. */
const MAX_STEPS = 64;

/**
 * Unquoted, `*` holds for any value, `>5` and `1..5` for numbers, `5`, `true` and `null` for such a value and for the
 * text, and anything else for a whole text, `*` standing for anything. Quoted it is a text.
 */
function valueTest({ value, path, at }: PayloadTerm): ((value: unknown) => boolean) | FilterError {
  if (path.length > MAX_STEPS) return filterError(at, `A path has at most ${MAX_STEPS} steps`);
  const { text } = value;
  if (value.isQuoted) return (found) => found === text;
  if (text === '*') return () => true;
  const isCompared = /^[<>]/.test(text);
  if (isCompared || isRange(text)) {
    const range = readRange('payload', text, ANY_NUMBER, at);
    if ('column' in range) return noRange(text, isCompared, at);
    const isInRange = isCompared ? comparedWith(text) : between(text);
    return (found) => isNumber(found) && isInRange(found);
  }
  const literal = literalOf(value);
  const matches = wildcard(text);
  if (isNumber(literal)) {
    const isSame = (found: unknown): boolean => isNumber(found) && compareNumbers(found, literal) === 0;
    return (found) => (typeof found === 'string' ? matches(found) : isSame(found));
  }
  return (found) => (typeof found === 'string' ? matches(found) : found === literal);
}

/** True for a number of a value that was parsed exactly. */
export const isNumber = (value: unknown): value is ExactNumber =>
  typeof value === 'number' || value instanceof WrittenNumber;

/** Compares with all digits that are written: 9007199254740993 is above 9007199254740992. */
function comparedWith(text: string): (found: ExactNumber) => boolean {
  const [, sign, operand = ''] = /^([<>]=?)(.*)$/.exec(text) ?? [];
  const end = exactNumber(operand) ?? Number.NaN;
  const [isAbove, hasEnd] = [sign?.startsWith('>'), sign?.endsWith('=')];
  return (found) => {
    const order = compareNumbers(found, end);
    return order === 0 ? hasEnd === true : isAbove ? order > 0 : order < 0;
  };
}

/** Both ends belong to a range. */
function between(text: string): (found: ExactNumber) => boolean {
  const [low, high] = text.split('..').map((end) => exactNumber(end) ?? Number.NaN);
  return (found) =>
    compareNumbers(found, low ?? Number.NaN) >= 0 && compareNumbers(found, high ?? Number.NaN) <= 0;
}

function noRange(text: string, isCompared: boolean, { to }: Stretch): FilterError {
  const value = { from: to - text.length, to };
  if (!isCompared)
    return filterError(value, `The range ${text} runs backwards`, text.split('..').reverse().join('..'));
  const message = `A number or a range is wanted here, for example ${ANY_NUMBER.example}; a text needs quotes`;
  return filterError(value, message, quotedText(text));
}

/** `1..5`: with two numbers it is a range; `a..b` is a text. */
function isRange(text: string): boolean {
  const [, low = '', high = ''] = /^(.+?)\.\.(.+)$/.exec(text) ?? [];
  return ANY_NUMBER.read(low) !== null && ANY_NUMBER.read(high) !== null;
}

/** The value that is no text which a value names; undefined for none. */
function literalOf({ text }: WrittenValue): ExactNumber | boolean | null | undefined {
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (text === 'null') return null;
  return ANY_NUMBER.read(text) === null ? undefined : (exactNumber(text) ?? undefined);
}

/** Whether a value at a path passes. Each value of the document is inspected once for each step. Iterative. */
function atPath(root: unknown, path: readonly PathStep[], holds: (value: unknown) => boolean): boolean {
  const open: { readonly value: unknown; readonly step: number }[] = [{ value: root, step: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, step } = next;
    if (step === path.length && holds(value)) return true;
    if (Array.isArray(value)) {
      for (let i = value.length - 1; i >= 0; i--) open.push({ value: value[i], step });
    } else if (isRecord(value) && !(value instanceof WrittenNumber)) {
      for (const [key, after] of keysFrom(path, step))
        if (Object.hasOwn(value, key)) open.push({ value: value[key], step: after });
    }
  }
  return false;
}

/** The keys that may stand next: a step, and steps that are not quoted joined by dots. */
function keysFrom(path: readonly PathStep[], from: number) {
  const keys: [string, number][] = [];
  let key = '';
  for (let step = from; step < path.length; step++) {
    const one = path[step] as PathStep;
    if (one.isQuoted && step > from) break;
    key = step === from ? one.key : `${key}.${one.key}`;
    keys.push([key, step + 1]);
    if (one.isQuoted) break;
  }
  return keys;
}

/** The longest piece that the event must hold: of a key, or of a value that can be a text alone. */
function planForPath({ path, value }: PayloadTerm): SearchPlan | null {
  const keys = path.map(({ key }) => key);
  const { text, isQuoted } = value;
  const isOther = text === '*' || /^[<>]/.test(text) || literalOf(value) !== undefined || isRange(text);
  const pieces = isQuoted ? [text] : isOther ? [] : text.split('*');
  return planForStrings({ anyOf: [[...keys, ...pieces]], ignoresCase: false });
}
