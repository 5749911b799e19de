import { derivedId } from '../index/derived-ids.ts';
import { FLAG } from '../index/event-columns.ts';
import type { EventOrder } from '../index/event-order.ts';
import { HashTable } from '../index/hash-table.ts';
import type { LogIndex } from '../index/log-index.ts';
import { hashText } from '../scan/id-hash.ts';
import {
  builtGraph,
  type CausalGraph,
  type GraphBuilder,
  inRun,
  LISTED,
  MARK,
  RULE,
} from './causal-graph.ts';

/** Rows for which there is room when a graph is made: it is made again when they are used up. */
const roomFor = (rows: number): number => Math.max(1024, Math.ceil(rows * 1.5));

/**
 * The causal graph of a log that grows. Rows that stand behind all others and whose causes stand before them cost O(1)
 * each; whatever changes what was resolved before makes the graph again. Numbers of envelopes stay the same.
 */
export class GrowingGraph {
  private readonly index: LogIndex;
  private extension: GraphExtension | null = null;
  private order: EventOrder | null = null;

  constructor(index: LogIndex) {
    this.index = index;
  }

  /** The graph of an order: of the one before with more rows, or of any other. */
  over(order: EventOrder): CausalGraph {
    const { extension, order: before } = this;
    this.order = order;
    const isCarried =
      before?.lineage !== undefined &&
      before.lineage === order.lineage &&
      extension?.extend(order, before.length) === true;
    if (isCarried) return extension.builder.result();
    const options = { base: roomFor(this.index.columns.length), before: extension?.builder.envelopes ?? [] };
    const builder = builtGraph(this.index, order, options);
    this.extension = new GraphExtension(this.index, order, builder);
    return builder.result();
  }
}

/** A row whose cause is not loaded, with the node execution it is in. */
interface Pending {
  readonly row: number;
  readonly execution: number;
}

/** Carries a built graph on over rows that follow. */
class GraphExtension {
  readonly builder: GraphBuilder;
  private readonly index: LogIndex;
  private readonly records: number;
  private readonly recordedIn: number;
  /** Latest `node.started` by run and node. */
  private readonly latest = new Map<number, number>();
  /** Rows without a loaded cause, by their run and the hash of its id; at most one each. */
  private readonly pendingBy = new HashTable();
  /** The hashes of those ids, whatever the run. */
  private readonly waitedFor = new HashTable();
  private readonly pending: Pending[] = [];
  private hasForward = false;
  /** Number of the type `node.started`, -1 while there is none. */
  private startedType = -1;

  constructor(index: LogIndex, order: EventOrder, builder: GraphBuilder) {
    this.index = index;
    this.builder = builder;
    this.records = index.envelopes.length;
    this.recordedIn = index.recordedIn.length;
    const { rule, marks } = builder;
    this.startedType = index.types.find('node.started');
    for (let i = 0; i < order.length; i++) {
      const row = order.ordinalAt(i);
      if (rule[row] === RULE.dangling || rule[row] === RULE.trigger) this.wait(row);
      if (((marks[row] as number) & (MARK.forward | MARK.cycle)) !== 0) this.hasForward = true;
      this.noteStart(row);
    }
  }

  /** Takes the rows from a display index on; false when they change what was resolved, and the graph is no use. */
  extend(order: EventOrder, from: number): boolean {
    const { columns, envelopes, recordedIn } = this.index;
    if (columns.length > this.builder.base || envelopes.length !== this.records) return false;
    if (recordedIn.length !== this.recordedIn) return false;
    this.startedType = this.index.types.find('node.started');
    for (let i = from; i < order.length; i++) if (this.isNamed(order.ordinalAt(i))) return false;
    for (let i = from; i < order.length; i++) if (!this.take(order, i)) return false;
    return true;
  }

  /** Whether something before names this event as its cause, by any of its ids. */
  private isNamed(row: number): boolean {
    const { columns, runs } = this.index;
    if (this.isWaitedFor(columns.idA[row] as number, columns.idB[row] as number)) return true;
    const isIdle = this.pending.length === 0 && this.builder.envelopes.length === 0;
    if (!columns.has(row, FLAG.eventIdMissing) || isIdle) return false;
    const runId = runs.textOf(columns.run[row] as number);
    const sequence = columns.sequence[row] as number;
    return (['evt', 'plain'] as const).some((form) => {
      const { a, b } = hashText(derivedId(form, runId, sequence, row));
      return this.isWaitedFor(a, b);
    });
  }

  private isWaitedFor(a: number, b: number): boolean {
    return this.waitedFor.get(a, b) >= 0 || this.builder.isNamed(a, b);
  }

  private take(order: EventOrder, at: number): boolean {
    const { columns, byId } = this.index;
    const { builder } = this;
    const row = order.ordinalAt(at);
    const [a, b] = [columns.causeA[row] as number, columns.causeB[row] as number];
    if (a === 0 && b === 0) builder.roots++;
    else {
      builder.withCause++;
      const cause = byId.get(a, b);
      const isRecorded = cause >= 0 && columns.run[cause] !== columns.run[row] && builder.isRecorded(a, b);
      if (columns.has(row, FLAG.externalCause)) this.root(row, RULE.external);
      else if (cause < 0 || isRecorded) {
        if (!this.takeUnresolved(row, a, b)) return false;
      } else if (!this.takeCaused(order, at, cause)) return false;
    }
    builder.noteRemarkable(row);
    this.noteStart(row);
    return true;
  }

  /** A cause that is behind may close a circle. */
  private takeCaused(order: EventOrder, at: number, cause: number): boolean {
    const { run, sequence } = this.index.columns;
    const { builder } = this;
    const row = order.ordinalAt(at);
    const place = order.indexOf(cause);
    if (place < 0 || place > at) return false;
    const isOwnRun = run[cause] === run[row];
    builder.settle(row, isOwnRun ? RULE.eventId : RULE.otherRun, cause);
    if (cause === row) {
      builder.mark(row, MARK.self);
      builder.parent[row] = -1;
      builder.roots++;
    } else if (isOwnRun && (sequence[cause] as number) >= (sequence[row] as number)) {
      builder.mark(row, MARK.forward);
      this.hasForward = true;
    }
    return true;
  }

  /** As rules 3, 4, 6 and 7 of the whole graph: a second row with the same unheld cause makes both an envelope's. */
  private takeUnresolved(row: number, a: number, b: number): boolean {
    const { columns, types } = this.index;
    const { builder } = this;
    const run = columns.run[row] as number;
    const known = builder.envelopeIn(run, a, b);
    const waiting = known >= 0 ? undefined : this.pending[this.pendingBy.get(...inRun(run, a, b))];
    const isEffect = builder.isEffect(row);
    if (waiting !== undefined) return this.takeSecond(row, waiting);
    if (known >= 0) {
      // The first event of an envelope that is in the source: its execution has to be found.
      if ((builder.envelopes[known]?.firstEvent ?? -1) < 0) return false;
      builder.joinEnvelope(row);
    } else if (isEffect) this.beginEnvelope(row, this.executionOf(row));
    else {
      const isTrigger = columns.type[row] === types.find('run.started');
      this.root(row, isTrigger ? RULE.trigger : RULE.dangling);
      if (!isTrigger && builder.orphans.length < LISTED) builder.orphans.push(row);
      this.wait(row);
    }
    return true;
  }

  private takeSecond(row: number, { row: first, execution }: Pending): boolean {
    const { builder } = this;
    // An execution that is itself caused by something behind it could lead back to the row.
    if (this.hasForward) return false;
    const rule = builder.rule[first] as number;
    builder.counts[rule] = (builder.counts[rule] ?? 0) - 1;
    builder.orphans = builder.orphans.filter((orphan) => orphan !== first);
    builder.roots--;
    this.beginEnvelope(first, execution);
    builder.joinEnvelope(row);
    return true;
  }

  private beginEnvelope(row: number, execution: number): void {
    const { builder } = this;
    const envelope = builder.envelopes[builder.joinEnvelope(row)];
    if (envelope !== undefined) envelope.parent = execution;
    if (execution < 0) builder.roots++;
  }

  private root(row: number, rule: number): void {
    this.builder.settle(row, rule, -1);
    this.builder.roots++;
  }

  private wait(row: number): void {
    const { run, causeA, causeB } = this.index.columns;
    const [a, b] = [causeA[row] as number, causeB[row] as number];
    this.waitedFor.add(a, b, row);
    const earlier = this.pendingBy.add(...inRun(run[row] as number, a, b), this.pending.length);
    if (earlier < 0) this.pending.push({ row, execution: this.executionOf(row) });
  }

  private executionOf(row: number): number {
    return this.latest.get(this.index.columns.nodeKey(row)) ?? -1;
  }

  private noteStart(row: number): void {
    const { columns } = this.index;
    if (columns.type[row] === this.startedType && columns.node[row] !== 0)
      this.latest.set(columns.nodeKey(row), row);
  }
}
