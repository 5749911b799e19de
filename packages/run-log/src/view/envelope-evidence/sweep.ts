/** One pass over the columns of a run for everything that bears on an envelope. No payload is read. */
import { unreachable } from '@openwop-inspector/base';
import { foldedType } from '@openwop-inspector/protocol';
import { RULE } from '../../graph/causal-graph.ts';
import { FLAG } from '../../index/event-columns.ts';
import type { LoadedLog } from '../loaded-log.ts';
import type { RunRows } from '../run-bounds.ts';

/** Where the context is rebuilt. */
export interface SweepPlace {
  /** Display index; rows before it count as history. */
  readonly position: number;
  /** Node of the envelope by number; 0 when unknown. */
  readonly node: number;
  /** Rows the host recorded for the envelope itself, which are no history of it. */
  readonly own: ReadonlySet<number>;
}

/** Ordinals by what they may tell, each list in display order. */
export interface Sweep {
  /** Latest `node.started` of the node, -1 for none. */
  nodeStart: number;
  /** What began the model's turn, -1 for none. */
  turnStart: number;
  /** What the node waits with at the position, -1 for nothing. */
  openInterrupt: number;
  /** What the run waits with that may be bound to the envelope, since one of the two names no node. */
  openUnplaced: readonly number[];
  retries: Latest;
  /** May be projections of accepted envelopes. */
  acceptedHere: Latest;
  acceptedElsewhere: Latest;
  caps: Latest;
  /** May be refusals at this node: failures of it. */
  failures: Latest;
  /** What agents said in the turn. */
  said: Latest;
  trusted: number;
  untrusted: Latest;
}

/** The latest few of many rows, and how many there were. */
export class Latest {
  total = 0;
  private readonly limit: number;
  private held: number[] = [];

  constructor(limit: number) {
    this.limit = limit;
  }

  add(row: number): void {
    this.total++;
    this.held.push(row);
    // Cut now and then, so that adding stays O(1).
    if (this.held.length >= 2 * this.limit) this.held = this.held.slice(-this.limit);
  }

  clear(): void {
    this.total = 0;
    this.held = [];
  }

  get rows(): readonly number[] {
    return this.held.slice(-this.limit);
  }

  get leftOut(): number {
    return Math.max(0, this.total - this.limit);
  }
}

type Act =
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

/** What `sweepRun` looks for, per type number, so that a row costs one look-up. */
function actsByType(log: LoadedLog): readonly (Act | undefined)[] {
  const acts: (Act | undefined)[] = [undefined];
  for (const type of log.index.types.all()) acts.push(ACTS.get(foldedType(type)));
  return acts;
}

/** Gathers the rows of a run around a place. O(rows of the run), a few hundred ordinals held. */
export function sweepRun(log: LoadedLog, rows: RunRows, place: SweepPlace): Sweep {
  const pass = new SweepPass(log, place);
  const acts = actsByType(log);
  const { node, type } = log.index.columns;
  const waits = new OpenWaits();
  for (let i = rows.from; i < rows.to; i++) {
    const row = log.order.ordinalAt(i);
    const act = acts[type[row] as number];
    if (i < place.position && !place.own.has(row)) waits.take(row, node[row] as number, act);
    pass.take(row, act, i < place.position);
  }
  pass.sweep.openUnplaced = waits.unplaced(place.node);
  return pass.sweep;
}

/** Nodes of which waits are kept apart; hostile logs have as many as events. */
const MAX_NODES = 1_000;

/** What each node of the run waits with, 0 for what names no node. */
class OpenWaits {
  private readonly open = new Map<number, number>();

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

  /** Of an envelope without a node every wait, else those without a node; at most eight, the first ones. */
  unplaced(node: number): readonly number[] {
    const rows = [...this.open].filter(([at]) => node === 0 || at === 0).map(([, row]) => row);
    return rows.slice(0, 8);
  }
}

class SweepPass {
  readonly sweep: Sweep = {
    nodeStart: -1,
    turnStart: -1,
    openInterrupt: -1,
    openUnplaced: [],
    retries: new Latest(64),
    acceptedHere: new Latest(256),
    acceptedElsewhere: new Latest(128),
    caps: new Latest(32),
    failures: new Latest(16),
    said: new Latest(8),
    trusted: 0,
    untrusted: new Latest(8),
  };
  private readonly log: LoadedLog;
  private readonly place: SweepPlace;

  constructor(log: LoadedLog, place: SweepPlace) {
    this.log = log;
    this.place = place;
  }

  take(row: number, act: Act | undefined, isBefore: boolean): void {
    const { columns } = this.log.index;
    const isHere = this.place.node !== 0 && columns.node[row] === this.place.node;
    if (act === 'cap') this.sweep.caps.add(row);
    else if (act === 'failure' && isHere) this.sweep.failures.add(row);
    if (!isBefore || this.place.own.has(row)) return;
    if (act === 'accepted' || act === 'acceptedOrWaits') this.takeAccepted(row, isHere);
    if (!isHere) return;
    this.takeTrust(row);
    this.takeHere(row, act);
  }

  private takeAccepted(row: number, isHere: boolean): void {
    const { columns } = this.log.index;
    // Without a cause it is nobody's effect, and what an event caused is no effect of an envelope.
    const rule = this.log.graph?.rule[row];
    if (rule !== RULE.correlationId && rule !== RULE.dangling) return;
    if (columns.causeA[row] === 0 && columns.causeB[row] === 0) return;
    (isHere ? this.sweep.acceptedHere : this.sweep.acceptedElsewhere).add(row);
  }

  private takeTrust(row: number): void {
    const rule = this.log.graph?.rule[row];
    if (rule === RULE.correlationId) return;
    const flags = this.log.index.columns.flags[row] as number;
    if ((flags & FLAG.untrusted) !== 0) this.sweep.untrusted.add(row);
    else if ((flags & FLAG.trusted) !== 0) this.sweep.trusted++;
  }

  private takeHere(row: number, act: Act | undefined): void {
    const { sweep } = this;
    switch (act) {
      case 'nodeStart':
        this.startNode(row);
        return;
      case 'retry':
        sweep.retries.add(row);
        this.startTurn(row);
        return;
      case 'turnStart':
        this.startTurn(row);
        return;
      case 'waits':
      case 'acceptedOrWaits':
        // Several events report one wait; the first says the most (its kind and data).
        if (sweep.openInterrupt < 0) sweep.openInterrupt = row;
        return;
      case 'answered':
      case 'ended':
      case 'failure':
        sweep.openInterrupt = -1;
        return;
      case 'said':
        sweep.said.add(row);
        return;
      case 'accepted':
      case 'cap':
      case undefined:
        return;
      default:
        unreachable(act);
    }
  }

  private startTurn(row: number): void {
    this.sweep.turnStart = row;
    this.sweep.said.clear();
  }

  private startNode(row: number): void {
    const { sweep } = this;
    sweep.nodeStart = row;
    sweep.openInterrupt = -1;
    sweep.retries.clear();
    sweep.trusted = 0;
    sweep.untrusted.clear();
    this.startTurn(row);
  }
}
