/** The events of a log that may tell something of an envelope, by node and by what they tell. Made once a log. */

import { addTo, firstThat, isRecord, unreachable } from '@openwop-inspector/base';
import { type CausalGraph, RULE } from '../../graph/causal-graph.ts';
import { FLAG } from '../../index/event-columns.ts';
import type { EventOrder } from '../../index/event-order.ts';
import { nextTurn } from '../../next-turn.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { byType } from '../rows/rows.ts';

/** Rows taken before others get their turn: a few milliseconds of work. */
const SLICE = 50_000;

/** What is stored separately of a node, by its number. A row may be in several of them. `reset`: a wait is over. */
const ROW_KINDS = {
  start: 0,
  turn: 1,
  retry: 2,
  wait: 3,
  reset: 4,
  failure: 5,
  accepted: 6,
  said: 7,
  trusted: 8,
  untrusted: 9,
} as const;
export type RowKind = keyof typeof ROW_KINDS;
const KINDS = Object.keys(ROW_KINDS).length;

const BY_ACT: Readonly<Partial<Record<Act, RowKind>>> = {
  nodeStart: 'start',
  turnStart: 'turn',
  retry: 'retry',
  waits: 'wait',
  acceptedOrWaits: 'wait',
  answered: 'reset',
  ended: 'reset',
  failure: 'failure',
  said: 'said',
};
const NONE: readonly number[] = [];

const known = new WeakMap<EventOrder, { readonly graph: CausalGraph; readonly rows: Promise<TellingRows> }>();

/** The index of a log whose causal graph is complete. O(events) the first time, in slices; others wait for the same one. */
export function tellingRows(log: LoadedLog, graph: CausalGraph): Promise<TellingRows> {
  const cached = known.get(log.order);
  if (cached?.graph === graph) return cached.rows;
  const rows = makeIndex(log, graph);
  known.set(log.order, { graph, rows });
  return rows;
}

async function makeIndex(log: LoadedLog, graph: CausalGraph): Promise<TellingRows> {
  const rows = new TellingRows(log, graph);
  for (let i = 0; i < log.order.length; i++) {
    if (i % SLICE === SLICE - 1) await nextTurn();
    rows.take(i);
  }
  return rows;
}

/** Positions in display order of the rows with evidence: some 10 bytes for each of them. */
export class TellingRows {
  readonly waits: WaitHistory;
  /** Places of `cap.breached`. */
  readonly caps: number[] = [];
  /** Places that may be projections of accepted envelopes, whichever node they name. */
  private readonly accepted: number[] = [];
  /** For each of them the number of the nearest one before that names another node, -1 for none. */
  private readonly otherBefore: number[] = [];
  private readonly log: LoadedLog;
  private readonly graph: CausalGraph;
  private readonly actOf: (row: number) => Act | undefined;
  /** Places by node and kind. */
  private readonly places = new Map<number, number[]>();
  private run = -1;

  constructor(log: LoadedLog, graph: CausalGraph) {
    this.log = log;
    this.graph = graph;
    this.actOf = tellingActs(log);
    this.waits = new WaitHistory(log, this.actOf);
  }

  /** Takes each place in display order. */
  take(place: number): void {
    const { order, index } = this.log;
    const row = order.ordinalAt(place);
    const { node, run } = index.columns;
    if (run[row] !== this.run) this.waits.beginRun();
    this.run = run[row] as number;
    const act = this.actOf(row);
    for (const slot of this.slotsOf(row)) addTo(this.places, slot, place);
    if (act === undefined) return;
    this.waits.take(place, row, node[row] as number, act);
    if (act === 'cap') this.caps.push(place);
    if (this.mayBeAccepted(row, act)) this.takeAccepted(place, node[row] as number);
  }

  private takeAccepted(place: number, node: number): void {
    const last = this.accepted.length - 1;
    const isOther = last < 0 || this.nodeAt(last) !== node;
    this.otherBefore.push(isOther ? last : (this.otherBefore[last] as number));
    this.accepted.push(place);
  }

  /** Node of one of the accepted. */
  private nodeAt(number: number): number {
    const { order, index } = this.log;
    return index.columns.node[order.ordinalAt(this.accepted[number] as number)] as number;
  }

  private mayBeAccepted(row: number, act: Act): boolean {
    if (act !== 'accepted' && act !== 'acceptedOrWaits') return false;
    const { columns } = this.log.index;
    // Without a cause it is nobody's effect, and what an event caused is no effect of an envelope.
    const rule = this.graph.rule[row];
    if (rule !== RULE.correlationId && rule !== RULE.dangling) return false;
    return columns.causeA[row] !== 0 || columns.causeB[row] !== 0;
  }

  private slotsOf(row: number): readonly number[] {
    const { columns } = this.log.index;
    const node = columns.node[row] as number;
    const flags = columns.flags[row] as number;
    const act = this.actOf(row);
    const isTagged = (flags & (FLAG.trusted | FLAG.untrusted)) !== 0;
    if (node === 0 || (act === undefined && !isTagged)) return NONE;
    const reported: RowKind[] = [];
    const kind = act === undefined ? undefined : BY_ACT[act];
    if (kind !== undefined) reported.push(kind);
    if (act !== undefined && this.mayBeAccepted(row, act)) reported.push('accepted');
    if (isTagged && this.graph.rule[row] !== RULE.correlationId)
      reported.push((flags & FLAG.untrusted) !== 0 ? 'untrusted' : 'trusted');
    return reported.map((one) => node * KINDS + ROW_KINDS[one]);
  }

  /** The places of a node that tell one thing, of all runs. Empty for node 0. */
  of(node: number, kind: RowKind): Ascending {
    return this.places.get(node * KINDS + ROW_KINDS[kind]) ?? NONE;
  }

  /**
   * Places in the range that may be projections of accepted envelopes of other nodes, the latest `limit`; of node 0 those of
   * all nodes, since it is not known which they are.
   */
  acceptedElsewhere(node: number, range: PlaceRange, without: ReadonlySet<number>, limit: number): Latest {
    const all = latestIn(this.accepted, range, without, limit);
    if (node === 0) return all;
    const here = latestIn(this.of(node, 'accepted'), range, without, 0);
    const low = firstFrom(this.accepted, range[0]);
    const places: number[] = [];
    let at = firstFrom(this.accepted, range[1]) - 1;
    while (at >= low && places.length < limit) {
      const isHere = this.nodeAt(at) === node;
      const place = this.accepted[at] as number;
      if (!isHere && !without.has(place)) places.push(place);
      at = isHere ? (this.otherBefore[at] as number) : at - 1;
    }
    return { total: all.total - here.total, places: places.reverse() };
  }
}

/** Events between two states that are stored, besides as many as waits are open. */
const APART = 256;

/** Called with all events in display order, run by run; queried afterwards. At most some 4 bytes for each event of a wait are stored twice. */
class WaitHistory {
  private readonly log: LoadedLog;
  private readonly actOf: (row: number) => Act | undefined;
  /** Places of the events that open or close a wait. */
  private readonly places: number[] = [];
  /** What was open before the place with this number in `places`; each run begins with a state. */
  private readonly states: ReadonlyMap<number, number>[] = [];
  private readonly stateAt: number[] = [];
  private waits = new OpenWaits();
  /** Nodes of the run that have waited: what others do closes nothing. */
  private waited = new Set<number>();

  constructor(log: LoadedLog, actOf: (row: number) => Act | undefined) {
    this.log = log;
    this.actOf = actOf;
  }

  /** The events that follow are those of another run. */
  beginRun(): void {
    this.waits = new OpenWaits();
    this.waited = new Set();
  }

  take(place: number, row: number, node: number, act: Act): void {
    const isFirst = this.waited.size === 0;
    if (act === 'waits' || act === 'acceptedOrWaits') this.waited.add(node);
    else if (!this.mayClose(node, act)) return;
    const number = this.places.length;
    if (isFirst || number - (this.stateAt.at(-1) ?? 0) >= APART + this.waits.size) {
      this.states.push(this.waits.copy());
      this.stateAt.push(number);
    }
    this.places.push(place);
    this.waits.take(row, node, act);
  }

  private mayClose(node: number, act: Act): boolean {
    if (act === 'answered') return this.waited.size > 0;
    return (act === 'nodeStart' || act === 'ended' || act === 'failure') && this.waited.has(node);
  }

  /** What is open at a place of the run that begins at `from`, as if the events at the places `without` were not there. */
  openAt(from: number, position: number, without: ReadonlySet<number>): OpenWaits {
    const { order, index } = this.log;
    const { node } = index.columns;
    const begin = firstFrom(this.places, from);
    const end = firstFrom(this.places, position, begin);
    if (begin === end) return new OpenWaits();
    // A state behind the last event may be that of the run which follows.
    const known = Math.min(end - 1, firstFrom(this.places, Math.min(position, ...without), begin));
    const state = firstFrom(this.stateAt, known + 1) - 1;
    const waits = new OpenWaits(this.states[state]);
    for (let at = this.stateAt[state] ?? begin; at < end; at++) {
      const place = this.places[at] as number;
      if (without.has(place)) continue;
      const row = order.ordinalAt(place);
      waits.take(row, node[row] as number, this.actOf(row));
    }
    return waits;
  }
}

/** Nodes of which waits are stored separately; hostile logs have as many as events. */
const MAX_NODES = 1_000;

/** What each node of the run waits with, 0 for what names no node. */
export class OpenWaits {
  private readonly open: Map<number, number>;

  constructor(open: ReadonlyMap<number, number> = new Map()) {
    this.open = new Map(open);
  }

  take(row: number, node: number, act: Act | undefined): void {
    switch (act) {
      case 'waits':
      case 'acceptedOrWaits':
        if (!this.open.has(node) && this.open.size < MAX_NODES) this.open.set(node, row);
        return;
      case 'answered':
        // An answer that names no node is for the one wait there is; of several it is not known which.
        if (node === 0 && this.open.size === 1) this.open.clear();
        this.open.delete(node);
        return;
      case 'nodeStart':
      case 'ended':
      case 'failure':
        this.open.delete(node);
        return;
      case 'turnStart':
      case 'retry':
      case 'accepted':
      case 'cap':
      case 'said':
      case undefined:
        return;
      default:
        unreachable(act);
    }
  }

  get size(): number {
    return this.open.size;
  }

  /** As it is now, for going on from here later. */
  copy(): ReadonlyMap<number, number> {
    return new Map(this.open);
  }

  /** Of an envelope without a node every wait, else those without a node; at most eight, the first ones. */
  unplaced(node: number): readonly number[] {
    const rows = [...this.open].filter(([at]) => node === 0 || at === 0).map(([, row]) => row);
    return rows.slice(0, 8);
  }
}

export type Act =
  | 'nodeStart'
  | 'turnStart'
  | 'retry'
  | 'accepted'
  | 'waits'
  | 'acceptedOrWaits'
  | 'answered'
  | 'ended'
  | 'cap'
  | 'failure'
  | 'said';

const ACTS: ReadonlyMap<string, Act> = new Map<string, Act>([
  ['node.started', 'nodeStart'],
  ['prompt.composed', 'turnStart'],
  ['node.resumed', 'turnStart'],
  ['envelope.retry.attempted', 'retry'],
  ['log.appended', 'accepted'],
  ['clarification.requested', 'accepted'],
  ['ui.a2ui-surface', 'accepted'],
  ['interrupt.requested', 'acceptedOrWaits'],
  ['approval.requested', 'waits'],
  ['node.suspended', 'waits'],
  ['interrupt.resolved', 'answered'],
  ['node.completed', 'ended'],
  ['node.cancelled', 'ended'],
  ['cap.breached', 'cap'],
  ['node.failed', 'failure'],
  ['agent.decided', 'said'],
  ['agent.reasoned', 'said'],
  ['conversation.exchanged', 'said'],
]);

/** Returns by row what its type means for an envelope; undefined for nothing. */
export const tellingActs = (log: LoadedLog): ((row: number) => Act | undefined) =>
  byType(log, (type) => ACTS.get(type));

/**
 * True when a `log.appended` records that an envelope was taken: it names the kind and is no warning. Refusals under
 * `discard-and-warn` name the kind too, at level `warn` (acceptor S8).
 */
export function isAcceptedLog(payload: unknown): boolean {
  if (!isRecord(payload) || payload.level === 'warn') return false;
  return isRecord(payload.fields) && typeof payload.fields.envelopeType === 'string';
}

/** Ascending numbers, such as places in display order, searched by halving. */
type Ascending = ArrayLike<number>;

/** Places `[from, to)`. */
type PlaceRange = readonly [from: number, to: number];

/** Index of the first number that is at least `least`, in `[from, to)`; `to` when there is none. O(log n). */
function firstFrom(places: Ascending, least: number, from = 0, to = places.length): number {
  return firstThat(to, (at) => (places[at] as number) >= least, from);
}

/** The latest few of many places, and how many there were. */
export interface Latest {
  readonly total: number;
  /** In ascending order. */
  readonly places: readonly number[];
}

/** Places of `[from, to)` but for those in `without`, the latest `limit` of them. O(log n + limit + without). */
export function latestIn(
  list: Ascending,
  [from, to]: PlaceRange,
  without: ReadonlySet<number>,
  limit: number,
): Latest {
  const low = firstFrom(list, from);
  const high = firstFrom(list, to, low);
  let total = high - low;
  for (const place of without) {
    const at = firstFrom(list, place, low, high);
    if (at < high && list[at] === place) total--;
  }
  const places: number[] = [];
  for (let at = high - 1; at >= low && places.length < limit; at--) {
    const place = list[at] as number;
    if (!without.has(place)) places.push(place);
  }
  return { total, places: places.reverse() };
}

/** The first of the places of `[from, to)` but for those in `without`; -1 when there is none. */
export function firstIn(list: Ascending, [from, to]: PlaceRange, without: ReadonlySet<number>): number {
  for (let at = firstFrom(list, from); at < list.length; at++) {
    const place = list[at] as number;
    if (place >= to) return -1;
    if (!without.has(place)) return place;
  }
  return -1;
}
