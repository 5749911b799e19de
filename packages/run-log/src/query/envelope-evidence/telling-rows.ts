/** The events of a log that may tell something of an envelope, by node and by what they tell. Made once a log. */
import { addTo, firstThat, isRecord, type MaskedText, masker, storedIn } from '@openwop-inspector/base';
import { type CausalGraph, RULE } from '../../graph/causal-graph.ts';
import { nextTurn } from '../../next-turn.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { oncePerGraph, type RunRows } from '../rows/rows.ts';
import type { EvidenceEvent, EvidenceReader } from '../stories/evidence-reader.ts';

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
  cap: 10,
} as const;
export type RowKind = keyof typeof ROW_KINDS;
const KINDS = Object.keys(ROW_KINDS).length;

/** What the events of a type may tell of an envelope. */
export interface Telling {
  readonly kind?: RowKind;
  /** What they do to the wait of their node. An answer that names no node may be for the wait of another. */
  readonly wait?: 'opens' | 'answers' | 'closes';
  /** They may be projections of an accepted envelope. */
  readonly accepts?: true;
}

const TELLING: ReadonlyMap<string, Telling> = new Map<string, Telling>([
  ['node.started', { kind: 'start', wait: 'closes' }],
  ['prompt.composed', { kind: 'turn' }],
  ['node.resumed', { kind: 'turn' }],
  ['envelope.retry.attempted', { kind: 'retry' }],
  ['log.appended', { accepts: true }],
  ['clarification.requested', { accepts: true }],
  ['ui.a2ui-surface', { accepts: true }],
  ['interrupt.requested', { kind: 'wait', wait: 'opens', accepts: true }],
  ['approval.requested', { kind: 'wait', wait: 'opens' }],
  ['node.suspended', { kind: 'wait', wait: 'opens' }],
  ['interrupt.resolved', { kind: 'reset', wait: 'answers' }],
  ['node.completed', { kind: 'reset', wait: 'closes' }],
  ['node.cancelled', { kind: 'reset', wait: 'closes' }],
  ['cap.breached', { kind: 'cap' }],
  ['node.failed', { kind: 'failure', wait: 'closes' }],
  ['agent.decided', { kind: 'said' }],
  ['agent.reasoned', { kind: 'said' }],
  ['conversation.exchanged', { kind: 'said' }],
]);

/** Returns by row what its type may tell; undefined for nothing. */
export const tellingTypes = (log: LoadedLog): ((row: number) => Telling | undefined) =>
  log.index.byType((type) => TELLING.get(type));

const NONE: readonly number[] = [];

/** The index of a log. O(events) the first time, in slices; others wait for the same one. */
export const tellingRows = oncePerGraph(async (log, graph): Promise<TellingRows> => {
  const rows = new TellingRows(log, graph);
  for (let i = 0; i < log.order.length; i++) {
    if (i % SLICE === SLICE - 1) await nextTurn();
    rows.take(i);
  }
  return rows;
});

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
  private readonly tellingOf: (row: number) => Telling | undefined;
  /** Places by node and kind. */
  private readonly places = new Map<number, number[]>();
  private run = -1;

  constructor(log: LoadedLog, graph: CausalGraph) {
    this.log = log;
    this.graph = graph;
    this.tellingOf = tellingTypes(log);
    this.waits = new WaitHistory(log, this.tellingOf);
  }

  /** Takes each place in display order. */
  take(place: number): void {
    const { order, index } = this.log;
    const row = order.ordinalAt(place);
    const { node, run } = index.columns;
    const own = node[row] as number;
    if (run[row] !== this.run) this.waits.beginRun();
    this.run = run[row] as number;
    const trust = index.trustOf(row);
    if (trust !== null && this.graph.rule[row] !== RULE.correlationId) this.note(own, trust, place);
    const telling = this.tellingOf(row);
    if (telling === undefined) return;
    const { kind, wait, accepts } = telling;
    if (wait !== undefined) this.waits.take(place, row, own, wait);
    if (kind !== undefined) this.note(own, kind, place);
    if (kind === 'cap') this.caps.push(place);
    if (accepts === true && this.isEffect(row)) this.takeAccepted(place, own);
  }

  private note(node: number, kind: RowKind, place: number): void {
    if (node !== 0) addTo(this.places, node * KINDS + ROW_KINDS[kind], place);
  }

  private takeAccepted(place: number, node: number): void {
    this.note(node, 'accepted', place);
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

  /** Without a cause it is nobody's effect, and what an event caused is no effect of an envelope. */
  private isEffect(row: number): boolean {
    const { causeA, causeB } = this.log.index.columns;
    const rule = this.graph.rule[row];
    if (rule !== RULE.correlationId && rule !== RULE.dangling) return false;
    return causeA[row] !== 0 || causeB[row] !== 0;
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
  private readonly tellingOf: (row: number) => Telling | undefined;
  /** Places of the events that open or close a wait. */
  private readonly places: number[] = [];
  /** What was open before the place with this number in `places`; each run begins with a state. */
  private readonly states: ReadonlyMap<number, number>[] = [];
  private readonly stateAt: number[] = [];
  private waits = new OpenWaits();
  /** Nodes of the run that have waited: what others do closes nothing. */
  private waited = new Set<number>();

  constructor(log: LoadedLog, tellingOf: (row: number) => Telling | undefined) {
    this.log = log;
    this.tellingOf = tellingOf;
  }

  /** The events that follow are those of another run. */
  beginRun(): void {
    this.waits = new OpenWaits();
    this.waited = new Set();
  }

  take(place: number, row: number, node: number, wait: NonNullable<Telling['wait']>): void {
    const isFirst = this.waited.size === 0;
    if (wait === 'opens') this.waited.add(node);
    else if (wait === 'answers' ? isFirst : !this.waited.has(node)) return;
    const number = this.places.length;
    if (isFirst || number - (this.stateAt.at(-1) ?? 0) >= APART + this.waits.size) {
      this.states.push(new Map(this.waits));
      this.stateAt.push(number);
    }
    this.places.push(place);
    this.waits.take(row, node, wait);
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
      waits.take(row, node[row] as number, this.tellingOf(row)?.wait);
    }
    return waits;
  }
}

/** Nodes of which waits are stored separately; hostile logs have as many as events. */
const MAX_NODES = 1_000;

/** What each node of the run waits with, 0 for what names no node. */
export class OpenWaits extends Map<number, number> {
  take(row: number, node: number, wait: Telling['wait']): void {
    if (wait === undefined) return;
    if (wait === 'opens') {
      if (!this.has(node) && this.size < MAX_NODES) this.set(node, row);
      return;
    }
    // An answer that names no node is for the one wait there is; of several it is not known which.
    if (wait === 'answers' && node === 0 && this.size === 1) this.clear();
    this.delete(node);
  }

  /** Of an envelope without a node every wait, else those without a node; at most eight, the first ones. */
  unplaced(node: number): readonly number[] {
    const rows = [...this].filter(([at]) => node === 0 || at === 0).map(([, row]) => row);
    return rows.slice(0, 8);
  }
}

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
const firstFrom = (places: Ascending, least: number, from = 0, to = places.length): number =>
  firstThat(to, (at) => (places[at] as number) >= least, from);

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

/* What a run holds around a place that bears on an envelope there. No payload is read. */

/** Where the context is rebuilt. */
export interface SweepPlace {
  /** Display index; rows before it count as history. */
  readonly position: number;
  /** Node of the envelope by number; 0 when unknown. */
  readonly node: number;
  /** Rows the host recorded for the envelope itself, which are no history of it. */
  readonly own: ReadonlySet<number>;
}

/** The latest few of many rows, by ordinal in display order, and how many there were. */
export interface LatestRows {
  readonly total: number;
  readonly rows: readonly number[];
  readonly leftOut: number;
}

/** Ordinals by what they may tell, each list in display order. */
export type Sweep = ReturnType<typeof sweepRun>;

/** Gathers the rows of a run around a place. O(log n + what is found), at most a few hundred ordinals. */
export function sweepRun(log: LoadedLog, telling: TellingRows, run: RunRows, place: SweepPlace) {
  const { order } = log;
  const { node } = place;
  const position = Math.max(run.from, Math.min(place.position, run.to));
  // The envelope's own rows that are before it; as a rule there are none.
  const ownPlaces = [...place.own].map((row) => order.indexOf(row));
  const own = new Set(ownPlaces.filter((at) => at >= 0 && at < place.position));
  const rows = ({ total, places }: Latest, limit: number): LatestRows => ({
    total,
    rows: places.map((at) => order.ordinalAt(at)),
    leftOut: Math.max(0, total - limit),
  });
  const here = (kind: RowKind, after: number, limit: number): LatestRows =>
    rows(latestIn(telling.of(node, kind), [after + 1, position], own, limit), limit);
  const latest = (...kinds: readonly RowKind[]): number => {
    const last = (kind: RowKind) => latestIn(telling.of(node, kind), [run.from, position], own, 1).places[0];
    return Math.max(...kinds.map((kind) => last(kind) ?? -1));
  };
  const before = run.from - 1;
  const nodeStart = latest('start');
  // What is before the start of the node, or of the turn, is no part of it.
  const inNode = Math.max(before, nodeStart);
  const turnStart = latest('start', 'turn', 'retry');
  const over = Math.max(before, latest('start', 'reset', 'failure'));
  return {
    /** Latest `node.started` of the node, -1 for none. */
    nodeStart: order.ordinalAt(nodeStart),
    /** What began the model's turn, -1 for none. */
    turnStart: order.ordinalAt(turnStart),
    // Several events report one wait; the first says the most (its kind and data).
    openInterrupt: order.ordinalAt(firstIn(telling.of(node, 'wait'), [over + 1, position], own)),
    /** What the run waits with that may be bound to the envelope, since one of the two names no node. */
    openUnplaced: telling.waits.openAt(run.from, position, own).unplaced(node),
    retries: here('retry', inNode, 64),
    /** May be projections of accepted envelopes. */
    acceptedHere: here('accepted', before, 256),
    acceptedElsewhere: rows(telling.acceptedElsewhere(node, [run.from, position], own, 128), 128),
    caps: rows(latestIn(telling.caps, [run.from, run.to], NO_PLACES, 32), 32),
    /** May be refusals at this node: failures of it. */
    failures: rows(latestIn(telling.of(node, 'failure'), [run.from, run.to], NO_PLACES, 16), 16),
    /** What agents said in the turn. */
    said: here('said', Math.max(before, turnStart), 8),
    trusted: here('trusted', inNode, 0).total,
    untrusted: here('untrusted', inNode, 8),
  };
}

const NO_PLACES: ReadonlySet<number> = new Set();

/** An event that says: an envelope of this kind was accepted (acceptor 8). */
type AcceptedProjection = NonNullable<ReturnType<typeof acceptanceOf>>;

/** Reads the candidates that a sweep found: at most 384 events. */
export async function acceptedIn(reader: EvidenceReader, sweep: Sweep) {
  const here = await reader.events(sweep.acceptedHere.rows);
  const elsewhere = await reader.events(sweep.acceptedElsewhere.rows);
  return {
    /** In display order. */
    projections: [...here, ...elsewhere]
      .map((event) => storedIn(acceptances, event, () => acceptanceOf(event)))
      .filter((one) => one !== null)
      .sort((left, right) => left.index - right.index),
    /** Warnings at this node by which an envelope was turned away, the latest 16. */
    refusals: here
      .filter(({ type, payload }) => type === 'log.appended' && isRecord(payload) && payload.level === 'warn')
      .slice(-16),
  };
}

/** Neighbouring envelopes have nearly the same acceptances before them. */
const acceptances = new WeakMap<EvidenceEvent, AcceptedProjection | null>();

/** The acceptance that an event records; null when it records none. */
function acceptanceOf(event: EvidenceEvent) {
  const envelopeType = acceptedKind(event);
  if (envelopeType === null || event.causationId === null) return null;
  const { ordinal, index, sequence, eventId, type, nodeId, causationId } = event;
  return {
    ordinal,
    index,
    sequence,
    eventId,
    type,
    nodeId,
    correlationId: causationId,
    envelopeType: masker.identity(envelopeType),
    envelopeId: envelopeIdIn(event.payload),
  };
}

function acceptedKind({ type, payload }: EvidenceEvent): string | null {
  if (type === 'clarification.requested') return 'clarification.request';
  if (type === 'ui.a2ui-surface') return 'ui.a2ui-surface';
  if (!isRecord(payload)) return null;
  if (type === 'interrupt.requested')
    return payload.kind === 'clarification' ? 'clarification.request' : null;
  if (!isAcceptedLog(payload) || !isRecord(payload.fields)) return null;
  return typeof payload.fields.envelopeType === 'string' ? payload.fields.envelopeType : null;
}

function envelopeIdIn(payload: unknown): MaskedText | null {
  if (!isRecord(payload)) return null;
  const id = isRecord(payload.fields) ? payload.fields.envelopeId : payload.envelopeId;
  return typeof id === 'string' ? masker.identity(id) : null;
}
