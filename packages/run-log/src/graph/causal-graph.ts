import { addTo } from '@openwop-inspector/base';
import { FLAG, keyInRun } from '../index/event-columns.ts';
import type { EventOrder } from '../index/event-order.ts';
import { HashTable } from '../index/hash-table.ts';
import type { LogIndex } from '../index/log-index.ts';
import { hashText } from '../scan/id-hash.ts';

/** How an event's `causationId` was resolved, in the order of run-events.md section 4.2. */
export const RULE = {
  none: 0,
  external: 1,
  eventId: 2,
  correlationId: 3,
  otherRun: 4,
  trigger: 5,
  dangling: 6,
} as const;

/** Marks of an edge. */
export const MARK = { self: 1, cycle: 2, forward: 4, ambiguous: 8 } as const;

/**
 * A group of events of one run that share a `causationId` which names no event: the envelope they came from. A
 * correlationId that two runs use names an envelope of each (acceptor 8).
 */
export interface EnvelopeNode {
  /** Hash of the correlationId. */
  readonly a: number;
  readonly b: number;
  /** Number of its run; -1 for an envelope of the source that no run has named. */
  readonly run: number;
  /** First of its events in display order; -1 for an envelope without effects. */
  readonly firstEvent: number;
  readonly events: number;
  /** Index into `LogIndex.envelopes`, -1 when only its effects are loaded. */
  readonly record: number;
  /** Ordinal of the node execution it came from (section 4.3), -1 when unknown. */
  readonly parent: number;
}

/**
 * The causal graph of a source. Nodes are events (by ordinal) and envelopes (by `events + number`). Every node has at
 * most one parent. Built in O(n); takes 13 bytes an event.
 */
export interface CausalGraph {
  /** Parent node of each event, -1 for none. An event number, or `base + envelope number`. */
  readonly parent: Int32Array;
  readonly rule: Uint8Array;
  readonly marks: Uint8Array;
  /** Where the envelope nodes start: the number of rows; in a log that grows there is room for more. */
  readonly base: number;
  readonly envelopes: readonly EnvelopeNode[];
  /** Number among `envelopes` of each envelope of the source; -1 for one without correlationId. */
  readonly envelopeOfRecord: Int32Array;
  readonly counts: { readonly [rule: number]: number };
  /** Each cycle as ordinals in cause order; at most 100. */
  readonly cycles: readonly (readonly number[])[];
  /** Events with an unresolved cause, in display order; at most 10,000. */
  readonly orphans: readonly number[];
  /** Events whose `causationId` also names an envelope, at most 10,000. */
  readonly ambiguous: readonly number[];
  /** Events with a `causationId` of any kind. */
  readonly withCause: number;
  /** Events and envelopes without a cause. */
  readonly roots: number;
  /** Events of whose cause there is something to say, and perhaps some of which there was, in display order. */
  readonly remarkable: readonly number[];
}

/** Unresolved and ambiguous causes that are listed. */
export const LISTED = 10_000;

/** A graph that is made again takes the numbers of its envelopes from the one before, and has room for more rows. */
export interface GraphOptions {
  readonly base?: number;
  readonly before?: readonly EnvelopeNode[];
}

/** True for the number of an envelope that an earlier graph knew and this one does not. */
export function isVanished({ firstEvent, record }: EnvelopeNode): boolean {
  return firstEvent < 0 && record < 0;
}

/** Resolves every `causationId` (run-events.md section 4.2). Self references, cycles and forward references are marked. */
export function buildCausalGraph(index: LogIndex, order: EventOrder): CausalGraph {
  return builtGraph(index, order, {}).result();
}

/** As `buildCausalGraph`, with what is needed to carry the graph on. */
export function builtGraph(index: LogIndex, order: EventOrder, options: GraphOptions): GraphBuilder {
  const builder = new GraphBuilder(index, order, options);
  builder.resolveEvents();
  builder.resolveEnvelopes();
  builder.findCycles();
  builder.countRoots();
  return builder;
}

/** An envelope while the graph is built. */
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Key of a correlationId inside its run: the hash, turned by the number of the run. */
export const inRun = (run: number, a: number, b: number): readonly [number, number] => [
  a ^ Math.imul(run, 0x9e3779b1),
  b ^ Math.imul(run, 0x85ebca6b),
];

export class GraphBuilder {
  readonly parent: Int32Array;
  readonly rule: Uint8Array;
  readonly marks: Uint8Array;
  readonly counts: Record<number, number> = {};
  readonly envelopes: Mutable<EnvelopeNode>[] = [];
  /** Envelope number by run and correlationId hash, of those that a run has named. */
  private readonly byRun = new HashTable();
  /** The envelope of a correlationId that is in the source itself, by its hash. */
  private readonly recorded = new HashTable();
  /** Any envelope of a correlationId, whatever its run. */
  private readonly named = new HashTable();
  orphans: number[] = [];
  withCause = 0;
  roots = 0;
  readonly remarkable: number[] = [];
  readonly base: number;
  private readonly index: LogIndex;
  private readonly order: EventOrder;
  private readonly unresolved: number[] = [];
  private readonly ambiguous: number[] = [];
  private readonly cycles: number[][] = [];
  /** Events that recorded an envelope, by their run and the hash of its correlationId. */
  private readonly recordedIn = new HashTable();
  /** Remaining row by repeated row. */
  private readonly storedRows = new Map<number, number>();
  /** Envelope numbers of an earlier graph, by run and hash, and by hash alone. */
  private readonly earlier = new HashTable();
  private readonly earlierNamed = new HashTable();
  private readonly envelopeOfRecord: Int32Array;

  constructor(index: LogIndex, order: EventOrder, { base, before = [] }: GraphOptions) {
    this.index = index;
    this.order = order;
    this.base = base ?? index.columns.length;
    this.parent = new Int32Array(this.base).fill(-1);
    this.rule = new Uint8Array(this.base);
    this.marks = new Uint8Array(this.base);
    this.envelopeOfRecord = new Int32Array(index.envelopes.length).fill(-1);
    for (const { a, b, run } of before) {
      this.earlier.add(...inRun(run, a, b), this.envelopes.length);
      this.earlierNamed.add(a, b, this.envelopes.length);
      this.addNode(run, a, b);
    }
    for (let i = 0; i < index.repeats.length; i += 2)
      this.storedRows.set(index.repeats[i + 1] as number, index.repeats[i] as number);
    for (const { row, a, b } of index.recordedIn)
      this.recordedIn.add(...inRun(index.columns.run[row] as number, a, b), row);
    index.envelopes.forEach((envelope, record) => {
      if (envelope.correlationId === '') return;
      const { a, b } = hashText(envelope.correlationId);
      const found = this.recorded.get(a, b);
      const number = found >= 0 ? found : this.nodeOfRecord(a, b, record);
      this.envelopeOfRecord[record] = number;
    });
  }

  private addNode(run: number, a: number, b: number): number {
    this.envelopes.push({ a, b, run, firstEvent: -1, events: 0, record: -1, parent: -1 });
    return this.envelopes.length - 1;
  }

  /** The node of an envelope of the source, until a run names it. */
  private nodeOfRecord(a: number, b: number, record: number): number {
    const known = this.earlierNamed.get(a, b);
    const number = known >= 0 ? known : this.addNode(-1, a, b);
    const node = this.envelopes[number];
    if (node !== undefined) {
      node.run = -1;
      node.record = record;
    }
    this.recorded.add(a, b, number);
    this.named.add(a, b, number);
    return number;
  }

  /** Number of the envelope that a run means by a correlationId, by its hash; -1 when nothing says that it is one. */
  envelopeIn(run: number, a: number, b: number): number {
    const known = this.byRun.get(...inRun(run, a, b));
    return known >= 0 || !this.isRecorded(a, b) ? known : this.numberFor(run, a, b);
  }

  /** True when an envelope of the source has the correlationId. */
  isRecorded(a: number, b: number): boolean {
    return this.recorded.get(a, b) >= 0;
  }

  /** True when the id is the correlationId of an envelope of any run. */
  isNamed(a: number, b: number): boolean {
    return this.named.get(a, b) >= 0;
  }

  /** Number of an envelope that a run names for the first time: its own of an earlier graph, the recorded, or the next. */
  private numberFor(run: number, a: number, b: number): number {
    const recorded = this.recorded.get(a, b);
    const isFree = recorded >= 0 && this.envelopes[recorded]?.run === -1;
    const known = isFree ? recorded : this.earlier.get(...inRun(run, a, b));
    const number = known >= 0 && this.isFreeFor(known, run) ? known : this.addNode(run, a, b);
    const node = this.envelopes[number];
    if (node !== undefined) {
      node.run = run;
      if (recorded >= 0) node.record = this.envelopes[recorded]?.record ?? -1;
    }
    this.byRun.add(...inRun(run, a, b), number);
    this.named.add(a, b, number);
    return number;
  }

  /** False for the number that an envelope of the source has taken for another run. */
  private isFreeFor(number: number, run: number): boolean {
    const node = this.envelopes[number];
    return node?.run === run || node?.run === -1;
  }

  count(rule: number): void {
    this.counts[rule] = (this.counts[rule] ?? 0) + 1;
  }

  /** Rules 1, 2 and 5. What is left is grouped by envelope afterwards. */
  resolveEvents(): void {
    const { columns, byId } = this.index;
    for (let i = 0; i < this.order.length; i++) {
      const row = this.order.ordinalAt(i);
      const a = columns.causeA[row] as number;
      const b = columns.causeB[row] as number;
      if (a === 0 && b === 0) continue;
      this.withCause++;
      if (columns.has(row, FLAG.externalCause)) {
        this.settle(row, RULE.external, -1);
        continue;
      }
      const cause = this.storedRow(byId.get(a, b));
      const isOwnRun = cause >= 0 && columns.run[cause] === columns.run[row];
      // Of what an id may name, an envelope that is loaded comes before an event of another run.
      if (cause < 0 || (!isOwnRun && this.isRecorded(a, b))) {
        this.unresolved.push(row);
        continue;
      }
      if (this.isRecorded(a, b)) this.markAmbiguous(row);
      this.settle(row, isOwnRun ? RULE.eventId : RULE.otherRun, cause);
      if (cause === row) this.mark(row, MARK.self);
      else if (isOwnRun && this.isForward(row, cause, i)) this.mark(row, MARK.forward);
    }
  }

  /** An id may name a row that was dropped as a repeat; the row it repeats represents it. */
  private storedRow(row: number): number {
    const { columns } = this.index;
    while (row >= 0 && columns.has(row, FLAG.dropped)) {
      const stored = this.storedRows.get(row);
      if (stored === undefined) return row;
      row = stored;
    }
    return row;
  }

  private isForward(row: number, cause: number, place: number): boolean {
    const { sequence } = this.index.columns;
    const own = sequence[row] as number;
    const other = sequence[cause] as number;
    if (Number.isNaN(own) || Number.isNaN(other)) return this.order.indexOf(cause) >= place;
    return other >= own;
  }

  settle(row: number, rule: number, parent: number): void {
    this.rule[row] = rule;
    this.parent[row] = parent;
    this.count(rule);
  }

  mark(row: number, mark: number): void {
    this.marks[row] = (this.marks[row] as number) | mark;
  }

  markAmbiguous(row: number): void {
    this.mark(row, MARK.ambiguous);
    if (this.ambiguous.length < LISTED) this.ambiguous.push(row);
  }

  /** Rules 3, 4, 6 and 7, over the events whose cause is no event. */
  resolveEnvelopes(): void {
    const { columns } = this.index;
    const shared = new HashTable();
    const keyOf = (row: number): readonly [number, number] =>
      inRun(columns.run[row] as number, columns.causeA[row] as number, columns.causeB[row] as number);
    for (const row of this.unresolved) {
      const key = keyOf(row);
      const found = shared.get(...key);
      if (found < 0) shared.add(...key, 1);
      else shared.set(...key, found + 1);
    }
    const runStarted = this.index.types.find('run.started');
    for (const row of this.unresolved) {
      const a = columns.causeA[row] as number;
      const b = columns.causeB[row] as number;
      const isEffect = this.isEffect(row);
      // Messages that name one missing message have no envelope in common (agh 6).
      const isShared = !columns.has(row, FLAG.message) && shared.get(...keyOf(row)) >= 2;
      if (this.isRecorded(a, b) || isShared || isEffect) this.joinEnvelope(row);
      else if (columns.type[row] === runStarted) this.settle(row, RULE.trigger, -1);
      else {
        this.settle(row, RULE.dangling, -1);
        if (this.orphans.length < LISTED) this.orphans.push(row);
      }
    }
    this.findExecutions();
  }

  /** True for an event of a type that envelopes produce, or whose cause is an envelope that an event recorded. */
  isEffect(row: number): boolean {
    const { columns } = this.index;
    const { run, causeA, causeB } = columns;
    const own = [run[row] as number, causeA[row] as number, causeB[row] as number] as const;
    return columns.has(row, FLAG.envelopeEffect) || this.recordedIn.get(...inRun(...own)) >= 0;
  }

  /** Joins a row to the envelope that its run means by its cause; answers the number of the envelope. */
  joinEnvelope(row: number): number {
    const { run, causeA, causeB } = this.index.columns;
    const [own, a, b] = [run[row] as number, causeA[row] as number, causeB[row] as number];
    const known = this.byRun.get(...inRun(own, a, b));
    const number = known >= 0 ? known : this.numberFor(own, a, b);
    const envelope = this.envelopes[number];
    if (envelope === undefined) return -1;
    if (envelope.firstEvent < 0) envelope.firstEvent = row;
    envelope.events++;
    this.settle(row, RULE.correlationId, this.base + number);
    return number;
  }

  /** The parent of an envelope is the latest `node.started` of its node before its first effect (section 4.3). */
  private findExecutions(): void {
    const { columns, types, nodes } = this.index;
    const started = types.find('node.started');
    if (started <= 0 || this.envelopes.length === 0) return;
    const wanted = new Map<number, number[]>();
    this.envelopes.forEach(({ firstEvent }, number) => {
      if (firstEvent >= 0) addTo(wanted, firstEvent, number);
    });
    const latest = new Map<number, number>();
    for (let i = 0; i < this.order.length; i++) {
      const row = this.order.ordinalAt(i);
      const run = columns.run[row] as number;
      for (const number of wanted.get(row) ?? []) {
        const envelope = this.envelopes[number];
        if (envelope === undefined) continue;
        const named = envelope.record < 0 ? null : (this.index.envelopes[envelope.record]?.nodeId ?? null);
        const node = named === null ? (columns.node[row] as number) : nodes.find(named);
        envelope.parent = latest.get(keyInRun(run, node)) ?? -1;
      }
      if (columns.type[row] === started && columns.node[row] !== 0) latest.set(columns.nodeKey(row), row);
    }
  }

  private parentOf(node: number): number {
    if (node < this.base) return this.parent[node] as number;
    return this.envelopes[node - this.base]?.parent ?? -1;
  }

  /** Walks up from every node once; a walk that meets itself has found a cycle, which is cut at its first event. */
  findCycles(): void {
    const total = this.base + this.envelopes.length;
    const walk = new Int32Array(total);
    for (let i = 0; i < this.order.length; i++) {
      const start = this.order.ordinalAt(i);
      let node = start;
      while (node >= 0 && walk[node] === 0) {
        walk[node] = start + 1;
        node = this.parentOf(node);
      }
      if (node >= 0 && walk[node] === start + 1) this.noteCycle(node);
    }
  }

  private noteCycle(start: number): void {
    const members: number[] = [];
    let node = start;
    do {
      if (node < this.base) members.push(node);
      node = this.parentOf(node);
    } while (node !== start && node >= 0);
    // A single self reference is marked already and cut like any other cycle.
    const first = members.reduce((a, b) => (this.order.indexOf(b) < this.order.indexOf(a) ? b : a));
    if (members.length > 1) {
      for (const row of members) {
        this.mark(row, MARK.cycle);
        this.marks[row] = (this.marks[row] as number) & ~MARK.forward;
      }
      if (this.cycles.length < 100) this.cycles.push(members.reverse());
    }
    this.parent[first] = -1;
  }

  /** Counts what has no cause, cycles cut, and lists what is remarkable. */
  countRoots(): void {
    for (let i = 0; i < this.order.length; i++) {
      const row = this.order.ordinalAt(i);
      if ((this.parent[row] as number) < 0) this.roots++;
      this.noteRemarkable(row);
    }
    for (const envelope of this.envelopes) if (envelope.parent < 0 && !isVanished(envelope)) this.roots++;
  }

  noteRemarkable(row: number): void {
    const rule = this.rule[row] as number;
    const isPlain = rule === RULE.none || rule === RULE.eventId || rule === RULE.correlationId;
    if (!isPlain || this.marks[row] !== 0) this.remarkable.push(row);
  }

  result(): CausalGraph {
    return {
      parent: this.parent,
      rule: this.rule,
      marks: this.marks,
      base: this.base,
      envelopes: this.envelopes.slice(),
      envelopeOfRecord: this.envelopeOfRecord,
      counts: { ...this.counts },
      cycles: this.cycles,
      orphans: this.orphans.slice(),
      ambiguous: this.ambiguous.slice(),
      withCause: this.withCause,
      roots: this.roots,
      remarkable: this.remarkable,
    };
  }
}
