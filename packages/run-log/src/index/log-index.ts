import { isRecord, type JsonObject, type MaskedText, masker } from '@openwop-inspector/base';
import { foldedType, type ProblemCode, v2EventName } from '@openwop-inspector/protocol';
import type { EntryScanner } from '../scan/entry-scanner.ts';
import { KEY } from '../scan/event-keys.ts';
import { type RowBatch, TYPE_LOOK } from '../scan/fast-scanner.ts';
import { hashText } from '../scan/id-hash.ts';
import { DeltaFrames, type EntryPlace, EventColumns, FLAG } from './event-columns.ts';
import { readEventDocument, recordedCorrelationId } from './event-document.ts';
import { HashTable } from './hash-table.ts';
import { DisplayIds, Interner, RunNames, TypeNames } from './interner.ts';
import { MessageRows } from './message-rows.ts';
import { ProblemList } from './problem-list.ts';
import { StoredEvents, SURFACE_TYPE } from './stored-events.ts';

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

/** Size of an index at a moment. */
export type IndexMark = ReturnType<LogIndex['mark']>;

/** Nesting inside one payload beyond which an event is stored as raw bytes (bundles-and-transport.md section 1). */
export const MAX_DEPTH = 64;

/** Types whose events may be about an envelope, and by what it shows (run-events.md 4.2 rule 4, envelope 7.5). */
const LOOK_OF: ReadonlyMap<string, number> = new Map([
  ['clarification.requested', TYPE_LOOK.always],
  ['artifact.created', TYPE_LOOK.always],
  ['log.appended', TYPE_LOOK.fields],
  ['cap.breached', TYPE_LOOK.cap],
  ['node.failed', TYPE_LOOK.error],
  ['node.suspended', TYPE_LOOK.data],
  ['interrupt.requested', TYPE_LOOK.alwaysAndData],
]);
/** Columns that the scanner fills as the index holds them. */
const COPIED = ['byteLength', 'line', 'flags', 'idA', 'idB', 'causeA', 'causeB'] as const;

/**
 * The index of a log: columns, interned strings, the table of event ids, and the problems found on the way. Entries
 * are added in the order in which they stand in the source; `settle-growth.ts` puts them in order and drops repeats.
 */
export class LogIndex {
  readonly columns = new EventColumns();
  readonly types = new TypeNames();
  readonly nodes = new Interner();
  readonly runs = new RunNames();
  /** Ids of events and envelopes as they are displayed. */
  readonly ids = new DisplayIds();
  readonly problems = new ProblemList();
  readonly stored = new StoredEvents();
  readonly envelopes: EnvelopeRecord[] = [];
  /** Events with a cause that recorded an envelope of another correlationId, given by its hash. */
  readonly recordedIn: { readonly row: number; readonly a: number; readonly b: number }[] = [];
  /** Ordinal of the first event with an eventId. */
  readonly byId = new HashTable();
  /** Pairs (remaining, repeated) of ordinals to compare: flat, two entries a pair. */
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
  /** Rows whose ids are in the table. */
  private idsTaken = 0;

  /** Messages of AGH Network among the rows. */
  get aghMessages(): number {
    return this.messages.rows.length;
  }

  get events(): number {
    return this.columns.length - this.dropped;
  }

  /** Where a row is, for a message about another one: by its sequence, else by its place in the source. */
  placeOf(row: number): string {
    const { sequence, offset } = this.columns;
    return Number.isNaN(sequence[row]) ? `at byte ${offset[row]}` : `at sequence ${sequence[row]}`;
  }

  /** Type of an event, under its name in v1 whichever major the host speaks (run-events 3.6). */
  typeOf(row: number): string {
    return this.types.textOf(this.columns.type[row] as number);
  }

  /** Returns by row what `of` says of its type, legacy names folded; called once a type, of which a log has few. */
  byType<T>(of: (type: string) => T): (row: number) => T {
    const { columns, types } = this;
    const known: T[] = [];
    // In order of their numbers, so that the list has no holes.
    const learn = (type: number): void => {
      while (known.length <= type) known.push(of(foldedType(types.textOf(known.length))));
    };
    return (row) => {
      const type = columns.type[row] as number;
      if (type >= known.length) learn(type);
      return known[type] as T;
    };
  }

  /** What `of` says of each type there is now, legacy names folded, by its number: for loops over many rows. */
  tableOfTypes(of: (type: string) => number): Uint8Array {
    return Uint8Array.from(['', ...this.types.all()], (type) => of(foldedType(type)));
  }

  /** The same, masked. */
  typeLabelOf(row: number): MaskedText {
    return this.types.labelOf(this.columns.type[row] as number);
  }

  /** Type of an event as recorded, masked. */
  recordedTypeOf(row: number): MaskedText {
    const isV2 = this.columns.has(row, FLAG.v2Name);
    return isV2 ? masker.identity(v2EventName(this.typeOf(row))) : this.typeLabelOf(row);
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
    return node === 0 ? null : this.nodes.labelOf(node);
  }

  /** The run of an event as it may be displayed. */
  runIdOf(row: number): MaskedText {
    return this.runs.labelOf(this.columns.run[row] as number);
  }

  /** Ordinal of an event by its id, recorded or derived; -1 when not loaded. */
  findById(eventId: string): number {
    const { a, b } = hashText(this.ids.recorded(eventId));
    return this.rowWithId(a, b);
  }

  /** The row with an id by its hash; of one that was dropped as a repeat, the row it repeats. -1 when not loaded. */
  rowWithId(a: number, b: number): number {
    const row = this.byId.get(a, b);
    if (row < 0 || !this.columns.has(row, FLAG.dropped)) return row;
    const at = this.repeats.findIndex((ordinal, i) => i % 2 === 1 && ordinal === row);
    return at < 0 ? row : (this.repeats[at - 1] as number);
  }

  /** Trust tag of an event. */
  trustOf(row: number): 'trusted' | 'untrusted' | null {
    if (this.columns.has(row, FLAG.untrusted)) return 'untrusted';
    return this.columns.has(row, FLAG.trusted) ? 'trusted' : null;
  }

  /** Makes room for about as many events, so that the arrays need not grow step by step. */
  reserve(events: number): void {
    this.columns.reserve(events);
  }

  /** State of the index, for `holdsNothingSince`. */
  mark() {
    const { columns, envelopes, aghMessages, entries, unreadable, deltas, problems } = this;
    return {
      rows: columns.length,
      envelopes: envelopes.length,
      aghMessages,
      entries,
      unreadable,
      deltas,
      /** Problems that reading had listed. */
      problems: problems.readSoFar,
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
    for (let i = 0; this.types.hasV2 && i < count; i++)
      if (isV2[batch.type[i] as number]) columns.mark(first + i, FLAG.v2Name);
    return first;
  }

  /** Number of a shape by its hash, from 1; 0 when there are `most` already. */
  shapeNumber(a: number, b: number, most: number): number {
    const { shapes } = this;
    if (shapes.size >= most) return Math.max(0, shapes.get(a, b));
    const known = shapes.add(a, b, shapes.size + 1);
    return known < 0 ? shapes.size : known;
  }

  /** Gives rows from `firstRow` on that name no run the one that the document around them names. */
  inheritRun(header: ReadonlyMap<string, unknown>, firstRow: number): void {
    const run = header.get('run');
    const named = isRecord(run) && typeof run.runId === 'string' ? run.runId : header.get('runId');
    if (typeof named !== 'string' || named === '') return;
    const { columns } = this;
    const id = this.runs.idOfText(named);
    for (let row = firstRow; row < columns.length; row++)
      if (columns.has(row, FLAG.runInherited) && columns.run[row] === 0) columns.run[row] = id;
  }

  /** What the program looks at in the events of a type. */
  lookAtType(type: number): number {
    const text = this.types.textOf(type);
    return LOOK_OF.get(text) ?? (SURFACE_TYPE.test(text) ? TYPE_LOOK.always : TYPE_LOOK.plain);
  }

  /**
   * Takes an event of a surface that may have recorded its envelope whole, as hosts of v2 do. Without a cause of its own it
   * is an effect of that envelope (run-events 3.4).
   */
  takeSurface(row: number, event: Uint8Array): void {
    const id = recordedCorrelationId(readEventDocument(event)?.payload);
    if (id === null) return;
    const { columns } = this;
    const { a, b } = hashText(id);
    if (columns.causeA[row] !== 0 || columns.causeB[row] !== 0) {
      if (columns.causeA[row] !== a || columns.causeB[row] !== b) this.recordedIn.push({ row, a, b });
      return;
    }
    columns.causeA[row] = a;
    columns.causeB[row] = b;
    columns.mark(row, FLAG.envelopeEffect);
  }

  /** Takes the ids of new rows into the table. A row with a known id is dropped as a repeat, to be compared later. */
  takeIds(): void {
    const { columns, byId } = this;
    byId.reserve(byId.size + columns.length - this.idsTaken);
    for (; this.idsTaken < columns.length; this.idsTaken++) {
      const row = this.idsTaken;
      if (columns.has(row, FLAG.eventIdMissing)) continue;
      const stored = byId.add(columns.idA[row] as number, columns.idB[row] as number, row);
      if (stored < 0) continue;
      columns.mark(row, FLAG.dropped);
      this.repeats.push(stored, row);
      this.dropped++;
    }
  }

  /** An entry that is not an event and not an envelope. */
  addUnreadable(place: EntryPlace, message: string, code: ProblemCode = 'unreadable_entry'): void {
    this.entries++;
    this.unreadable++;
    this.problemAt(code, message, place);
  }

  problemAt(code: ProblemCode, message: string, { offset, line }: Pick<EntryPlace, 'offset' | 'line'>): void {
    this.problems.add({ code, message, ordinal: null, byteOffset: offset, line });
  }

  /** A problem of one event, or of what is next to the events. */
  problemOf(code: ProblemCode, message: string, ordinal: number | null, pointer?: string): void {
    const { offset, line } = this.columns;
    this.problems.add({
      code,
      message,
      ordinal,
      ...(ordinal === null ? {} : { byteOffset: offset[ordinal] as number, line: line[ordinal] as number }),
      ...(pointer === undefined ? {} : { pointer }),
    });
  }

  /** Adds the delta frame that `entry` has just read. `id` is that of its frame, NaN for none. */
  addDelta(entry: EntryScanner, place: EntryPlace, id: number): void {
    this.deltas++;
    if (!Number.isNaN(id)) this.deltaSequences.add(id);
    const { a, b } = hashText(entry.text(KEY.surfaceRef) ?? '');
    this.deltaFrames.add({ place, id, refA: a, refB: b, after: this.columns.length - 1 });
  }

  addEnvelope(entry: EntryScanner, place: EntryPlace): void {
    this.entries++;
    this.envelopes.push({
      correlationId: entry.text(KEY.correlationId) ?? '',
      type: entry.text(KEY.type) ?? '',
      nodeId: entry.text(KEY.nodeId),
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
