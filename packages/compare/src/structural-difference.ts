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
  return new Walk(compileRules(rules, [runIdOf(a), runIdOf(b)])).compare(ofA, ofB);
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

class Walk {
  private readonly rules: CompiledRules;
  private readonly list: ValueDifference[] = [];
  private total = 0;
  private readonly open: Both[] = [];

  constructor(rules: CompiledRules) {
    this.rules = rules;
  }

  /** Goes deeper without calls of its own, so that depth is no limit. */
  compare(first: EventDocument, second: EventDocument): EventDifference {
    const [a, b] = [comparedMembers(first), comparedMembers(second)];
    const [maskedA, maskedB] = [masker.value(a).value, masker.value(b).value];
    this.open.push({ a, b, maskedA, maskedB, pointer: '', places: this.rules.places });
    for (let next = this.open.pop(); next !== undefined; next = this.open.pop()) this.visit(next);
    return { list: this.list, total: this.total, isKnown: this.total > 0 };
  }

  private visit(both: Both): void {
    const { a, b } = both;
    if (isMaskedAt(both.places)) return;
    if (a === undefined || b === undefined) this.tell(both, a === undefined ? 'onlyB' : 'onlyA');
    else if (a instanceof WrittenNumber && b instanceof WrittenNumber) {
      if (compareNumbers(a, b) !== 0) this.tell(both, 'value');
    } else if (isObject(a) && isObject(b)) {
      const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
      for (let i = keys.length - 1; i >= 0; i--) {
        const key = keys[i] as string;
        if (!this.rules.names.has(key)) this.openOne(both, key);
      }
    } else if (Array.isArray(a) && Array.isArray(b)) {
      for (let i = Math.max(a.length, b.length) - 1; i >= 0; i--) this.openOne(both, String(i));
    } else if (isContainer(a) || isContainer(b) || asCompared(a, this.rules) !== asCompared(b, this.rules))
      this.tell(both, kindOf(a) === kindOf(b) ? 'value' : 'type');
  }

  private openOne({ a, b, maskedA, maskedB, pointer, places }: Both, key: string): void {
    const [ofA, ofB] = [childAt(a, key), childAt(b, key)];
    if (ofA === ofB && !isContainer(ofA)) return;
    this.open.push({
      a: ofA,
      b: ofB,
      maskedA: displayAt(maskedA, key),
      maskedB: displayAt(maskedB, key),
      pointer: pointerTo(pointer, key),
      places: placesBelow(places, key),
    });
  }

  private tell({ a, b, maskedA, maskedB, pointer }: Both, change: ValueDifference['change']): void {
    this.total++;
    if (this.list.length >= LISTED) return;
    this.list.push({
      pointer: masker.text(pointer),
      change,
      a: a === undefined ? null : textOf(maskedA),
      b: b === undefined ? null : textOf(maskedB),
    });
  }
}

const isContainer = (value: unknown): boolean => Array.isArray(value) || isObject(value);

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value instanceof WrittenNumber) return 'number';
  return Array.isArray(value) ? 'array' : typeof value;
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
  const pieces = new Pieces();
  const lines = (text: string): readonly string[] => text.slice(0, MAX_LENGTH).split(/(?<=\n)/);
  stretches(lines(before), lines(after), pieces, (removed, added) => {
    if (removed === '' || added === '' || removed.length + added.length > MAX_WORDS_OF)
      return pieces.put(removed, added);
    return stretches(words(removed), words(added), pieces, (one, other) => pieces.put(one, other));
  });
  return pieces.toList();
}

const words = (text: string): readonly string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];

/** Walks both lists: what is in both in the same order is the same, what lies between is handed on. */
function stretches(
  a: readonly string[],
  b: readonly string[],
  pieces: Pieces,
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
    pieces.keep(a[atA] as string);
    [fromA, fromB] = [atA + 1, atB + 1];
  });
  close(a.length, b.length);
}

class Pieces {
  private readonly list: { readonly kind: TextPiece['kind']; text: string }[] = [];

  keep(text: string): void {
    this.add('same', text);
  }

  put(removed: string, added: string): void {
    this.add('removed', removed);
    this.add('added', added);
  }

  private add(kind: TextPiece['kind'], text: string): void {
    if (text === '') return;
    const last = this.list.at(-1);
    if (last?.kind === kind) last.text += text;
    else this.list.push({ kind, text });
  }

  toList(): readonly TextPiece[] {
    return this.list.slice(0, MAX_PIECES).map(({ kind, text }, at) => {
      if (kind !== 'same' || text.length <= 3 * AROUND) return { kind, text, leftOut: 0 };
      const head = at === 0 ? '' : text.slice(0, AROUND);
      const tail = at === this.list.length - 1 ? '' : text.slice(-AROUND);
      return { kind, text: `${head} … ${tail}`, leftOut: text.length - head.length - tail.length };
    });
  }
}
