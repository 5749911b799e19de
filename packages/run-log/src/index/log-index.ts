import { isRecord, type JsonObject, type MaskedText, masker } from '@openwop-inspector/base';
import { type ProblemCode, v2EventName } from '@openwop-inspector/protocol';
import type { EntryScanner } from '../scan/entry-scanner.ts';
import { KEY } from '../scan/event-keys.ts';
import { type RowBatch, TYPE_LOOK } from '../scan/fast-scanner.ts';
import { IdHash } from '../scan/id-hash.ts';
import type { StringSpan } from '../scan/string-span.ts';
import { parseTimestamp } from '../scan/timestamp.ts';
import { DeltaFrames } from './delta-frames.ts';
import { type EntryPlace, EventColumns, FLAG } from './event-columns.ts';
import { HashTable } from './hash-table.ts';
import { DisplayIds, Interner, TypeNames } from './interner.ts';
import { MessageRows } from './message-rows.ts';
import { ProblemList } from './problem-list.ts';
import { StoredEvents } from './stored-events.ts';

/** An envelope that is in the source itself, not as the effect of one. */
export interface EnvelopeRecord {
  readonly correlationId: string;
  readonly type: string;
  readonly nodeId: string | null;
  /** True for a chunk of an envelope, its last one included (envelope 2.3). */
  readonly partial: boolean;
  readonly source: number;
  readonly offset: number;
  readonly length: number;
}

/** How much an index held at a moment. */
export interface IndexMark {
  readonly rows: number;
  readonly envelopes: number;
  readonly aghMessages: number;
  readonly deltas: number;
  readonly entries: number;
  readonly unreadable: number;
  /** Problems that reading had listed. */
  readonly problems: number;
}

/** Nesting inside one payload beyond which an event is kept as raw bytes (bundles-and-transport.md section 1). */
export const MAX_DEPTH = 64;

/** What tells by an event's payload that it is about an envelope, by type (run-events.md 4.2 rule 4, envelope 7.5). */
const LOOK = { nowhere: 0, always: 1, fields: 2, cap: 3, error: 4, data: 5, alwaysAndData: 6 } as const;
const LOOK_OF: ReadonlyMap<string, number> = new Map([
  ['clarification.requested', LOOK.always],
  ['artifact.created', LOOK.always],
  ['log.appended', LOOK.fields],
  ['cap.breached', LOOK.cap],
  ['node.failed', LOOK.error],
  ['node.suspended', LOOK.data],
  ['interrupt.requested', LOOK.alwaysAndData],
]);
const UNTRUSTED = new TextEncoder().encode('untrusted');
const TRUSTED = new TextEncoder().encode('trusted');
const QUOTED_UNTRUSTED = new TextEncoder().encode('"untrusted"');
const QUOTED_TRUSTED = new TextEncoder().encode('"trusted"');
const ENVELOPE_ID = new TextEncoder().encode('envelopeId"');
const ENVELOPE_TYPE = new TextEncoder().encode('envelopeType"');
const REFUSED_TYPE = new TextEncoder().encode('refusedType"');
const CATALOG_VERSION = new TextEncoder().encode('catalogVersion"');
const LEVEL = new TextEncoder().encode('level"');
const WARN = new TextEncoder().encode('"warn"');
const ERROR = new TextEncoder().encode('"error"');
const DATA = new TextEncoder().encode('data"');
const CONFIG = new TextEncoder().encode('config"');
/** Columns that the scanner fills as the index holds them. */
const COPIED = ['byteLength', 'line', 'flags', 'idA', 'idB', 'causeA', 'causeB'] as const;
const EFFECT_CAPS: ReadonlySet<unknown> = new Set(['clarification', 'schema', 'envelopes']);

/**
 * The index of a log: columns, interned strings, the table of event ids, and the problems found on the way. Entries
 * are added in the order in which they stand in the source; `settle-repeats.ts` puts them in order and drops repeats.
 */
export class LogIndex {
  readonly columns = new EventColumns();
  readonly types = new TypeNames();
  readonly nodes = new Interner();
  readonly runs = new Interner();
  /** Ids of events and envelopes as they are displayed. */
  readonly ids = new DisplayIds();
  readonly problems = new ProblemList();
  readonly kept = new StoredEvents();
  readonly envelopes: EnvelopeRecord[] = [];
  /** Ordinal of the first event with an eventId. */
  readonly byId = new HashTable();
  /** Pairs (kept, repeated) of ordinals to compare: flat, two entries a pair. */
  readonly repeats: number[] = [];
  /** Entries read, repeats included. */
  entries = 0;
  /** Rows dropped as repeats. */
  dropped = 0;
  unreadable = 0;
  readonly messages = new MessageRows();
  deltas = 0;
  /** Delta frames of streams, which are no events. */
  readonly deltaFrames = new DeltaFrames();
  /** Sequences that a stream delivered as a delta frame in place of an event. */
  readonly deltaSequences = new Set<number>();
  /** Numbers of shapes by their hash. */
  private readonly shapes = new HashTable();
  private readonly hash = new IdHash();
  /** Rows whose ids are in the table. */
  private idsTaken = 0;
  /** `LOOK` by the number of a type. */
  private readonly looks: number[] = [];

  /** Messages of AGH Network among the rows. */
  get aghMessages(): number {
    return this.messages.rows.length;
  }

  get events(): number {
    return this.columns.length - this.dropped;
  }

  /** Type of an event, under its name in v1 whichever major the host speaks (run-events 3.6). */
  typeOf(row: number): string {
    return this.types.textOf(this.columns.type[row] as number);
  }

  /** The same, masked. */
  shownTypeOf(row: number): MaskedText {
    return this.types.shownOf(this.columns.type[row] as number);
  }

  /** Type of an event as recorded, masked. */
  recordedTypeOf(row: number): MaskedText {
    const isV2 = ((this.columns.flags[row] as number) & FLAG.v2Name) !== 0;
    return isV2 ? masker.identity(v2EventName(this.typeOf(row))) : this.shownTypeOf(row);
  }

  /** Null when the host wrote neither `sequence` nor `seq`. */
  sequenceOf(row: number): number | null {
    return numberOrNull(this.columns.sequence[row] as number);
  }

  /** Epoch ms; null when absent or unparsable. */
  timeOf(row: number): number | null {
    return numberOrNull(this.columns.time[row] as number);
  }

  /** The node of an event as it may be displayed; null for an event of no node. */
  nodeIdOf(row: number): MaskedText | null {
    const node = this.columns.node[row] as number;
    return node === 0 ? null : this.nodes.shownOf(node);
  }

  /** The run of an event as it may be displayed. */
  runIdOf(row: number): MaskedText {
    return this.runs.shownOf(this.columns.run[row] as number);
  }

  /** Trust tag of an event. */
  trustOf(row: number): 'trusted' | 'untrusted' | null {
    const flags = this.columns.flags[row] as number;
    if ((flags & FLAG.untrusted) !== 0) return 'untrusted';
    return (flags & FLAG.trusted) !== 0 ? 'trusted' : null;
  }

  /** Makes room for about as many events, so that the arrays need not grow step by step. */
  reserve(events: number): void {
    this.columns.reserve(events);
  }

  /** Where the index stands, for `holdsNothingSince`. */
  mark(): IndexMark {
    const { columns, envelopes, aghMessages, entries, unreadable, deltas, problems } = this;
    const { readSoFar } = problems;
    return {
      rows: columns.length,
      envelopes: envelopes.length,
      aghMessages,
      entries,
      unreadable,
      deltas,
      problems: readSoFar,
    };
  }

  /** True when no event, envelope, message or delta frame was added since. */
  holdsNothingSince({ rows, envelopes, aghMessages, deltas }: IndexMark): boolean {
    const { columns } = this;
    const isSame = this.aghMessages === aghMessages && this.deltas === deltas;
    return isSame && columns.length === rows && this.envelopes.length === envelopes;
  }

  /** Takes back what was counted and found since, where nothing was added. */
  forgetSince({ entries, unreadable, problems }: IndexMark): void {
    this.entries = entries;
    this.unreadable = unreadable;
    this.problems.forgetRead(problems);
  }

  /** Adds the event that `entry` has just read. O(1) besides hashing its ids. */
  addEvent(entry: EntryScanner, place: EntryPlace, inheritedRun: string | null): number {
    const columns = this.columns;
    const ordinal = columns.push();
    this.entries++;
    columns.offset[ordinal] = place.offset;
    columns.byteLength[ordinal] = place.length;
    columns.line[ordinal] = place.line;
    columns.source[ordinal] = place.source;
    columns.type[ordinal] = this.types.idOfSpan(entry.type);
    let flags = this.types.isV2 ? FLAG.v2Name : 0;
    flags |= this.setRun(ordinal, entry, inheritedRun);
    flags |= this.setNode(ordinal, entry);
    flags |= this.setSequence(ordinal, entry);
    flags |= this.setTime(ordinal, entry);
    flags |= trustFlags(entry);
    if ((entry.keys & KEY.type) === 0 || !entry.type.present) flags |= FLAG.typeMissing;
    flags |= payloadFlags(entry);
    if (entry.depth > MAX_DEPTH) flags |= FLAG.tooDeep;
    if (entry.repeated !== 0) flags |= FLAG.duplicateKey;
    if (entry.payloadHostId.end > entry.payloadHostId.start) flags |= FLAG.externalCause;
    flags |= this.setIds(ordinal, entry);
    flags |= this.envelopeFlags(ordinal, entry);
    columns.flags[ordinal] = flags;
    return ordinal;
  }

  /** Adds a message as a row. Its cause is settled when all are read. */
  addMessage(message: JsonObject, place: EntryPlace): void {
    const { columns } = this;
    const ordinal = columns.push();
    this.entries++;
    const { type, run, lane, timeMs, sequence, id } = this.messages.add(message, ordinal);
    columns.offset[ordinal] = place.offset;
    columns.byteLength[ordinal] = place.length;
    columns.line[ordinal] = place.line;
    columns.source[ordinal] = place.source;
    columns.type[ordinal] = this.types.idOfText(type);
    columns.run[ordinal] = this.runs.idOfText(run);
    columns.node[ordinal] = this.nodes.idOfText(lane);
    columns.sequence[ordinal] = sequence;
    columns.time[ordinal] = timeMs;
    columns.idA[ordinal] = id?.a ?? 0;
    columns.idB[ordinal] = id?.b ?? 0;
    columns.flags[ordinal] = FLAG.message | (id === null ? FLAG.eventIdMissing : 0);
  }

  /**
   * Adds rows that the fast scanner has read, and answers the number of the first. `numbers` are those of the index by
   * those of the scanner: of types, nodes, runs and shapes; `isV2` says of each type of the scanner whether it is a v2
   * spelling.
   */
  addRows(
    batch: RowBatch,
    count: number,
    base: number,
    source: number,
    [types, nodes, runs, shapes]: readonly (readonly number[])[],
    isV2: readonly boolean[],
  ): number {
    const { columns } = this;
    const first = columns.pushMany(count);
    this.entries += count;
    for (const name of COPIED)
      columns[name].set(batch[name].subarray(0, count) as Uint32Array & Int32Array, first);
    columns.sequence.set(batch.sequence.subarray(0, count), first);
    columns.time.set(batch.time.subarray(0, count), first);
    columns.source.fill(source, first, first + count);
    const { offset, type, node, run, shape } = columns;
    for (let i = 0; i < count; i++) {
      offset[first + i] = base + (batch.offset[i] as number);
      type[first + i] = types?.[batch.type[i] as number] as number;
      node[first + i] = nodes?.[batch.node[i] as number] as number;
      run[first + i] = runs?.[batch.run[i] as number] as number;
      shape[first + i] = shapes?.[batch.shape[i] as number] as number;
    }
    if (this.types.hasV2) this.flagV2Names(batch, first, count, isV2);
    return first;
  }

  private flagV2Names({ type }: RowBatch, first: number, count: number, isV2: readonly boolean[]): void {
    const { flags } = this.columns;
    for (let i = 0; i < count; i++)
      if (isV2[type[i] as number]) flags[first + i] = (flags[first + i] as number) | FLAG.v2Name;
  }

  /** Number of a shape by its hash, from 1; 0 when there are `most` already. */
  shapeNumber(a: number, b: number, most: number): number {
    const { shapes } = this;
    if (shapes.size >= most) return Math.max(0, shapes.get(a, b));
    const held = shapes.add(a, b, shapes.size + 1);
    return held < 0 ? shapes.size : held;
  }

  /** What the fast scanner does with the events of a type. */
  lookAtType(type: number): number {
    const look = LOOK_OF.get(this.types.textOf(type)) ?? LOOK.nowhere;
    if (look === LOOK.nowhere) return TYPE_LOOK.plain;
    return look === LOOK.always ? TYPE_LOOK.effect : TYPE_LOOK.closely;
  }

  private setRun(ordinal: number, entry: EntryScanner, inherited: string | null): number {
    if (entry.runId.end > entry.runId.start) {
      this.columns.run[ordinal] = this.runs.idOfSpan(entry.runId);
      return 0;
    }
    this.columns.run[ordinal] = inherited === null ? 0 : this.runs.idOfText(inherited);
    return FLAG.runInherited;
  }

  private setNode(ordinal: number, entry: EntryScanner): number {
    if (entry.nodeId.end > entry.nodeId.start) {
      this.columns.node[ordinal] = this.nodes.idOfSpan(entry.nodeId);
      return 0;
    }
    this.columns.node[ordinal] = this.nodes.idOfSpan(entry.payloadNodeId);
    return entry.payloadNodeId.present ? FLAG.nodeFromPayload : 0;
  }

  private setSequence(ordinal: number, entry: EntryScanner): number {
    const { sequence, seq } = entry;
    // `sequence` wins over `seq`; a number that is no non-negative integer counts as missing.
    const known = Number.isNaN(sequence) ? seq : sequence;
    this.columns.sequence[ordinal] = known;
    if (Number.isNaN(known)) return FLAG.unsequenced;
    if (Number.isNaN(sequence)) return FLAG.sequenceFromSeq;
    return !Number.isNaN(seq) && seq !== sequence ? FLAG.sequenceMismatch : 0;
  }

  private setTime(ordinal: number, entry: EntryScanner): number {
    const { timestamp } = entry;
    if (!timestamp.present) {
      this.columns.time[ordinal] = Number.NaN;
      return (entry.keys & ~entry.nulls & KEY.timestamp) !== 0 ? FLAG.timeInvalid : FLAG.timeMissing;
    }
    const time = parseTimestamp(timestamp.bytes, timestamp.start, timestamp.end);
    this.columns.time[ordinal] = time;
    return Number.isNaN(time) ? FLAG.timeInvalid : 0;
  }

  private setIds(ordinal: number, entry: EntryScanner): number {
    const { columns, hash } = this;
    const cause = entry.causationId;
    if (cause.end > cause.start) {
      hash.start().add(cause.bytes, cause.start, cause.end).finish();
      columns.causeA[ordinal] = hash.a;
      columns.causeB[ordinal] = hash.b;
    }
    const id = entry.eventId;
    if (id.end <= id.start) return FLAG.eventIdMissing;
    hash.start().add(id.bytes, id.start, id.end).finish();
    columns.idA[ordinal] = hash.a;
    columns.idB[ordinal] = hash.b;
    return 0;
  }

  /**
   * Takes the ids of the rows added since the last call into the table. A row whose id is held already is dropped as a
   * repeat, to be compared later.
   */
  takeIds(): void {
    const { flags, idA, idB, length } = this.columns;
    const rows = new Int32Array(length - this.idsTaken);
    let count = 0;
    for (let row = this.idsTaken; row < length; row++) {
      if (((flags[row] as number) & FLAG.eventIdMissing) === 0) rows[count++] = row;
    }
    this.idsTaken = length;
    for (const row of this.byId.addAll(idA, idB, rows.subarray(0, count))) {
      flags[row] = (flags[row] as number) | FLAG.dropped;
      this.repeats.push(this.byId.get(idA[row] as number, idB[row] as number), row);
      this.dropped++;
    }
  }

  /** What the payload says of an envelope. Keys are inspected without parsing: logs hold many such events. */
  private envelopeFlags(ordinal: number, entry: EntryScanner): number {
    const type = this.columns.type[ordinal] as number;
    this.looks[type] ??= LOOK_OF.get(this.types.textOf(type)) ?? LOOK.nowhere;
    const look = this.looks[type];
    if (look === LOOK.nowhere) return 0;
    const effect = entry.causationId.end > entry.causationId.start ? FLAG.envelopeEffect : 0;
    switch (look) {
      case LOOK.always:
        return effect;
      case LOOK.fields:
        return fieldsFlags(entry, effect);
      case LOOK.cap:
        return isEffectCap(entry) ? effect | FLAG.aboutEnvelope : 0;
      case LOOK.error:
        return isEnvelopeError(entry) ? effect | FLAG.aboutEnvelope : 0;
      default: {
        const always = look === LOOK.alwaysAndData ? effect : 0;
        return holdsSurface(entry) ? always | FLAG.aboutEnvelope : always;
      }
    }
  }

  /** An entry that is not an event and not an envelope. */
  addUnreadable(place: EntryPlace, message: string, code: ProblemCode = 'unreadable_entry'): void {
    this.entries++;
    this.unreadable++;
    this.problemAt(code, message, place);
  }

  problemAt(code: ProblemCode, message: string, place: EntryPlace): void {
    this.problems.add({ code, message, ordinal: null, byteOffset: place.offset, line: place.line });
  }

  /** A problem of one event. */
  problemOf(code: ProblemCode, message: string, ordinal: number, pointer?: string): void {
    const { columns } = this;
    this.problems.add({
      code,
      message,
      ordinal,
      byteOffset: columns.offset[ordinal] as number,
      line: columns.line[ordinal] as number,
      ...(pointer === undefined ? {} : { pointer }),
    });
  }

  /** Adds the delta frame that `entry` has just read. `id` is that of its frame, NaN for none. */
  addDelta(entry: EntryScanner, place: EntryPlace, id: number): void {
    this.deltas++;
    if (!Number.isNaN(id)) this.deltaSequences.add(id);
    const ref = entry.surfaceRef;
    const { a, b } = this.hash.start().add(ref.bytes, Math.max(ref.start, 0), Math.max(ref.end, 0)).finish();
    this.deltaFrames.add({ place, id, refA: a, refB: b, after: this.columns.length - 1 });
  }

  addEnvelope(entry: EntryScanner, place: EntryPlace): void {
    this.entries++;
    this.envelopes.push({
      correlationId: entry.correlationId.text(),
      type: entry.type.text(),
      nodeId: entry.nodeId.present ? entry.nodeId.text() : null,
      partial: (entry.keys & KEY.partial) !== 0,
      source: place.source,
      offset: place.offset,
      length: place.length,
    });
  }
}

function numberOrNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

/**
 * The event's own mark, or that of its payload where it has none. Events of v2 have none: theirs is what the host says
 * of the payload, and that the envelope in it says it is untrusted (run-events 3.6). That one says it is trusted is
 * what a model says of itself.
 */
function trustFlags(entry: EntryScanner): number {
  const span = entry.contentTrust.present ? entry.contentTrust : entry.payloadTrust;
  if (!span.present) {
    if (entry.isMetaUntrusted || entry.isAt(entry.statedTrust, QUOTED_UNTRUSTED)) return FLAG.untrusted;
    return entry.isAt(entry.statedTrust, QUOTED_TRUSTED) ? FLAG.trusted : 0;
  }
  if (spanIs(span, UNTRUSTED)) return FLAG.untrusted;
  return spanIs(span, TRUSTED) ? FLAG.trusted : 0;
}

function spanIs(span: StringSpan, word: Uint8Array): boolean {
  if (span.end - span.start !== word.length) return false;
  for (let i = 0; i < word.length; i++) if (span.bytes[span.start + i] !== word[i]) return false;
  return true;
}

function fieldsFlags(entry: EntryScanner, effect: number): number {
  const start = entry.fieldsStart;
  if (start < 0) return 0;
  const isTyped = entry.hasKeyLike(start, ENVELOPE_TYPE);
  const isNamed = isTyped || entry.hasKeyLike(start, ENVELOPE_ID);
  if (!isNamed && !entry.hasKeyLike(start, REFUSED_TYPE)) return 0;
  const level = entry.valueOf(payloadStart(entry), LEVEL);
  const isWarning = entry.isAt(level, WARN);
  const errorFlag = isTyped && entry.isAt(level, ERROR) ? FLAG.envelopeError : 0;
  const about = isWarning
    ? FLAG.aboutEnvelope | FLAG.envelopeWarning
    : isTyped
      ? FLAG.aboutEnvelope | errorFlag
      : 0;
  return isNamed ? effect | about : about;
}

function isEffectCap(entry: EntryScanner): boolean {
  return entry.kindStart >= 0 && EFFECT_CAPS.has(entry.parse(entry.kindStart, entry.kindEnd));
}

function isEnvelopeError(entry: EntryScanner): boolean {
  if (entry.errorStart < 0) return false;
  const error = entry.parse(entry.errorStart, entry.errorEnd);
  return isRecord(error) && typeof error.code === 'string' && error.code.startsWith('envelope_');
}

/** An interrupt whose data, or whole payload, is a surface. */
function holdsSurface(entry: EntryScanner): boolean {
  const start = payloadStart(entry);
  if (start < 0) return false;
  if (entry.hasKeyLike(start, CATALOG_VERSION)) return true;
  const data = entry.valueOf(start, DATA);
  const inner = data >= 0 ? data : entry.valueOf(start, CONFIG);
  return inner >= 0 && entry.hasKeyLike(inner, CATALOG_VERSION);
}

function payloadStart(entry: EntryScanner): number {
  return entry.payloadStart >= 0 ? entry.payloadStart : entry.dataStart;
}

function payloadFlags(entry: EntryScanner): number {
  if (entry.payloadStart >= 0) return entry.dataStart >= 0 ? FLAG.payloadAndData : 0;
  return entry.dataStart >= 0 ? FLAG.payloadFromData : FLAG.payloadMissing;
}
