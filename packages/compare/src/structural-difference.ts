/** Two events side by side: which values differ, where, and how. */
import {
  childAt,
  childOfMasked,
  compareNumbers,
  cutMasked,
  literal,
  type MaskedText,
  type MaskedValue,
  masker,
  parseExactly,
  pointerTo,
  WrittenNumber,
  writtenJsonOf,
} from '@openwop-inspector/base';
import { type EventDocument, type RunLog, readEventDocument } from '@openwop-inspector/run-log';
import { commonOrder } from './align/align-runs.ts';
import { asCompared, comparedMembers, isObject } from './event-hash.ts';
import {
  type CompiledRules,
  compileRules,
  isMaskedAt,
  type MaskRules,
  type Places,
  placesBelow,
} from './rules.ts';
import { SharedNumbers } from './run-side.ts';

/** One value that differs. Values are masked JSON, cut to 200 characters; null on the side that has none. */
export interface ValueDifference {
  /** RFC 6901, from the event: `/payload/error/code`. */
  readonly pointer: MaskedText;
  /** `type`: another kind of JSON value. */
  readonly change: 'onlyA' | 'onlyB' | 'value' | 'type';
  readonly a: MaskedText | null;
  readonly b: MaskedText | null;
}

export interface EventDifference {
  /** In the order of A, with what B alone has behind; 100 at most. */
  readonly list: readonly ValueDifference[];
  readonly total: number;
  /** False when an event could not be read. */
  readonly isKnown: boolean;
}

/** An event of one side. */
interface EventPlace {
  readonly log: RunLog;
  readonly ordinal: number;
}

const LISTED = 100;
const VALUE_LENGTH = 200;
/** Bytes of an event that is taken apart at most. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Compares what two events say, without what the rules mask. O(bytes of both). Rejects with a `SourceError`. */
export async function eventDifference(
  a: EventPlace,
  b: EventPlace,
  rules: MaskRules,
): Promise<EventDifference> {
  const [ofA, ofB] = [await documentOf(a), await documentOf(b)];
  if (ofA === null || ofB === null) return { list: [], total: 0, isKnown: false };
  const compiled = compileRules(rules, [runIdOf(a), runIdOf(b)]);
  const walk: Walk = { rules: compiled, list: [], total: 0, open: [] };
  const [one, other] = [comparedMembers(ofA), comparedMembers(ofB)];
  const [maskedA, maskedB] = [masker.value(one).value, masker.value(other).value];
  walk.open.push({ a: one, b: other, maskedA, maskedB, pointer: '', places: compiled.places });
  // Goes deeper without calls of its own, so that depth is no limit.
  for (let next = walk.open.pop(); next !== undefined; next = walk.open.pop()) visit(walk, next);
  return { list: walk.list, total: walk.total, isKnown: walk.total > 0 };
}

async function documentOf({ log, ordinal }: EventPlace): Promise<EventDocument | null> {
  if ((log.index.columns.byteLength[ordinal] as number) > MAX_BYTES) return null;
  return readEventDocument(await log.read(ordinal), parseExactly);
}

const runIdOf = ({ log, ordinal }: EventPlace): string =>
  log.index.runs.textOf(log.index.columns.run[ordinal] as number);

/** Two values that stand in the same place, as recorded and as they may be displayed. */
interface Both {
  readonly a: unknown;
  readonly b: unknown;
  readonly maskedA: MaskedValue;
  readonly maskedB: MaskedValue;
  readonly pointer: string;
  readonly places: Places;
}

/** What was found so far, and what is still to be visited. */
interface Walk {
  readonly rules: CompiledRules;
  readonly list: ValueDifference[];
  total: number;
  readonly open: Both[];
}

function visit(walk: Walk, both: Both): void {
  const { a, b } = both;
  const { rules } = walk;
  if (isMaskedAt(both.places)) return;
  if (a === undefined || b === undefined) report(walk, both, a === undefined ? 'onlyB' : 'onlyA');
  else if (a instanceof WrittenNumber && b instanceof WrittenNumber) {
    if (compareNumbers(a, b) !== 0) report(walk, both, 'value');
  } else if (isObject(a) && isObject(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    for (const key of [...keys].reverse()) if (!rules.names.has(key)) openOne(walk, both, key);
  } else if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = Math.max(a.length, b.length) - 1; i >= 0; i--) openOne(walk, both, String(i));
  } else if (isContainer(a) || isContainer(b) || asCompared(a, rules) !== asCompared(b, rules))
    report(walk, both, kindOf(a) === kindOf(b) ? 'value' : 'type');
}

function openOne({ open }: Walk, { a, b, maskedA, maskedB, pointer, places }: Both, key: string): void {
  const [ofA, ofB] = [childAt(a, key), childAt(b, key)];
  if (ofA === ofB && !isContainer(ofA)) return;
  open.push({
    a: ofA,
    b: ofB,
    maskedA: displayAt(maskedA, key),
    maskedB: displayAt(maskedB, key),
    pointer: pointerTo(pointer, key),
    places: placesBelow(places, key),
  });
}

function report(
  walk: Walk,
  { a, b, maskedA, maskedB, pointer }: Both,
  change: ValueDifference['change'],
): void {
  walk.total++;
  if (walk.list.length >= LISTED) return;
  walk.list.push({
    pointer: masker.text(pointer),
    change,
    a: a === undefined ? null : textOf(maskedA),
    b: b === undefined ? null : textOf(maskedB),
  });
}

const isContainer = (value: unknown): boolean => Array.isArray(value) || isObject(value);

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return value instanceof WrittenNumber ? 'number' : Array.isArray(value) ? 'array' : typeof value;
}

/** Names of a masked copy may be masked themselves; what is under one is not looked up by the name it hides. */
function displayAt(displayed: MaskedValue, key: string): MaskedValue {
  const found = childOfMasked(displayed, key);
  return found === undefined ? literal('…[masked]') : found;
}

function textOf(displayed: MaskedValue): MaskedText {
  try {
    return cutMasked(writtenJsonOf(displayed), VALUE_LENGTH);
  } catch {
    return literal('(nests too deeply to be displayed)');
  }
}

export interface TextPiece {
  readonly kind: 'same' | 'removed' | 'added';
  /** Of what is the same only the ends, when it is long. */
  readonly text: string;
  /** Characters of what is the same that are left out in the middle. */
  readonly leftOut: number;
}

/** Characters of a text that are compared, and pieces that are reported. */
const MAX_LENGTH = 256 * 1024;
const MAX_PIECES = 400;
/** Characters around a change. */
const AROUND = 60;
/** Longest lines that are compared word by word. */
const MAX_WORDS_OF = 16 * 1024;

/** Empty for texts that are the same. O(n log n) with the bounds of `commonOrder`; what is beyond 256 Ki characters is not inspected. */
export function textDifference(before: string, after: string): readonly TextPiece[] {
  if (before === after) return [];
  const pieces: Piece[] = [];
  const lines = (text: string): readonly string[] => text.slice(0, MAX_LENGTH).split(/(?<=\n)/);
  stretches(lines(before), lines(after), pieces, (removed, added) => {
    if (removed === '' || added === '' || removed.length + added.length > MAX_WORDS_OF)
      return addChange(pieces, removed, added);
    return stretches(words(removed), words(added), pieces, (one, other) => addChange(pieces, one, other));
  });
  return pieces.slice(0, MAX_PIECES).map(({ kind, text }, at) => {
    if (kind !== 'same' || text.length <= 3 * AROUND) return { kind, text, leftOut: 0 };
    const head = at === 0 ? '' : text.slice(0, AROUND);
    const tail = at === pieces.length - 1 ? '' : text.slice(-AROUND);
    return { kind, text: `${head} … ${tail}`, leftOut: text.length - head.length - tail.length };
  });
}

/** A piece that may grow. */
type Piece = Pick<TextPiece, 'kind'> & { text: string };

const words = (text: string): readonly string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];

/** Walks both lists: what is in both in the same order is the same, what lies between is handed on. */
function stretches(
  a: readonly string[],
  b: readonly string[],
  pieces: Piece[],
  between: (removed: string, added: string) => void,
): void {
  const numbers = new SharedNumbers<string>();
  const numbered = (list: readonly string[]) => Int32Array.from(list, (one) => numbers.of(one));
  let [fromA, fromB] = [0, 0];
  const close = (toA: number, toB: number): void => {
    const [removed, added] = [a.slice(fromA, toA).join(''), b.slice(fromB, toB).join('')];
    if (removed !== '' || added !== '') between(removed, added);
  };
  commonOrder(numbered(a), numbered(b), (atA, atB) => {
    close(atA, atB);
    addPiece(pieces, 'same', a[atA] as string);
    [fromA, fromB] = [atA + 1, atB + 1];
  });
  close(a.length, b.length);
}

function addChange(pieces: Piece[], removed: string, added: string): void {
  addPiece(pieces, 'removed', removed);
  addPiece(pieces, 'added', added);
}

function addPiece(pieces: Piece[], kind: TextPiece['kind'], text: string): void {
  if (text === '') return;
  const last = pieces.at(-1);
  if (last?.kind === kind) last.text += text;
  else pieces.push({ kind, text });
}
