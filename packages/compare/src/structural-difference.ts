/** Two events side by side: which values differ, where, and how. */
import {
  childAt,
  childOfMasked,
  compareNumbers,
  cutMasked,
  isRecord,
  type JsonObject,
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
import {
  type CompiledRules,
  compileRules,
  isMaskedAt,
  type Places,
  placesBelow,
  STRUCTURAL,
  shapeOf,
} from './compiled-rules.ts';
import type { MaskRules } from './rules.ts';

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
export interface EventPlace {
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

/** Two values that stand in the same place, as recorded and as they may be shown. */
interface Both {
  readonly a: unknown;
  readonly b: unknown;
  readonly shownA: MaskedValue;
  readonly shownB: MaskedValue;
  readonly pointer: string;
  readonly places: Places;
}

/** An event with its payload under one name, and without what the alignment compares. */
function compared({ recorded, payload }: EventDocument): Record<string, unknown> {
  const out: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(recorded)) {
    if (key !== 'payload' && key !== 'data' && value !== null && !STRUCTURAL.has(key)) out[key] = value;
  }
  const saysNothing =
    payload === null || payload === undefined || (isRecord(payload) && Object.keys(payload).length === 0);
  if (!saysNothing) out.payload = payload;
  return out;
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
    const [a, b] = [compared(first), compared(second)];
    const [shownA, shownB] = [masker.value(a).value, masker.value(b).value];
    this.open.push({ a, b, shownA, shownB, pointer: '', places: [this.rules.places] });
    for (let next = this.open.pop(); next !== undefined; next = this.open.pop()) this.visit(next);
    return { list: this.list, total: this.total, isKnown: this.total > 0 };
  }

  private visit(both: Both): void {
    const { a, b } = both;
    if (isMaskedAt(both.places)) return;
    if (a === undefined || b === undefined) this.tell(both, a === undefined ? 'onlyB' : 'onlyA');
    else if (a instanceof WrittenNumber && b instanceof WrittenNumber) {
      if (compareNumbers(a, b) !== 0) this.tell(both, 'value');
    } else if (isObject(a) && isObject(b))
      this.openMembers(both, [...new Set([...Object.keys(a), ...Object.keys(b)])]);
    else if (Array.isArray(a) && Array.isArray(b)) this.openItems(both, Math.max(a.length, b.length));
    else if (this.normal(a) !== this.normal(b) || isContainer(a) || isContainer(b))
      this.tell(both, kindOf(a) === kindOf(b) ? 'value' : 'type');
  }

  private openMembers(both: Both, keys: readonly string[]): void {
    for (let i = keys.length - 1; i >= 0; i--) {
      const key = keys[i] as string;
      if (!this.rules.names.has(key)) this.openOne(both, key);
    }
  }

  private openItems(both: Both, length: number): void {
    for (let i = length - 1; i >= 0; i--) this.openOne(both, String(i));
  }

  private openOne({ a, b, shownA, shownB, pointer, places }: Both, key: string): void {
    const [ofA, ofB] = [childAt(a, key), childAt(b, key)];
    if (ofA === ofB && !isContainer(ofA)) return;
    this.open.push({
      a: ofA,
      b: ofB,
      shownA: displayAt(shownA, key),
      shownB: displayAt(shownB, key),
      pointer: pointerTo(pointer, key),
      places: placesBelow(places, key),
    });
  }

  /** A scalar as it counts. */
  private normal(value: unknown): unknown {
    if (typeof value !== 'string') return value === 0 ? 0 : value;
    const shape = shapeOf(value, this.rules.shapes);
    if (shape !== null) return `\u0000${shape}`;
    return this.rules.runIds.reduce((text, id) => text.replaceAll(id, '\u0000'), value);
  }

  private tell({ a, b, shownA, shownB, pointer }: Both, change: ValueDifference['change']): void {
    this.total++;
    if (this.list.length >= LISTED) return;
    this.list.push({
      pointer: masker.text(pointer),
      change,
      a: a === undefined ? null : textOf(shownA),
      b: b === undefined ? null : textOf(shownB),
    });
  }
}

const isContainer = (value: unknown): boolean => Array.isArray(value) || isObject(value);

const isObject = (value: unknown): value is JsonObject =>
  isRecord(value) && !(value instanceof WrittenNumber);

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value instanceof WrittenNumber) return 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Names of a masked copy may be masked themselves; what stands under one is not looked up by the name it hides. */
function displayAt(shown: MaskedValue, key: string): MaskedValue {
  const found = childOfMasked(shown, key);
  return found === undefined ? literal('…[masked]') : found;
}

function textOf(shown: MaskedValue): MaskedText {
  try {
    return cutMasked(writtenJsonOf(shown), VALUE_LENGTH);
  } catch {
    return literal('(nests too deeply to be shown)');
  }
}
