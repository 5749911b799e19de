/** What bears on an envelope, by a walk over all rows of its run: what the index of telling rows is compared with. */

import { RULE } from '../src/graph/causal-graph.ts';
import { FLAG } from '../src/index/event-columns.ts';
import {
  type LatestRows,
  OpenWaits,
  type Sweep,
  type SweepPlace,
  type Telling,
  tellingTypes,
} from '../src/query/envelope-evidence/telling-rows.ts';
import type { LoadedLog } from '../src/query/loaded-log.ts';
import type { RunRows } from '../src/query/rows/rows.ts';

/** The latest few of many rows, and how many there were. */
class Latest {
  total = 0;
  private readonly limit: number;
  private list: number[] = [];

  constructor(limit: number) {
    this.limit = limit;
  }

  add(row: number): void {
    this.total++;
    this.list.push(row);
    // Cut now and then, so that adding stays O(1).
    if (this.list.length >= 2 * this.limit) this.list = this.list.slice(-this.limit);
  }

  clear(): void {
    this.total = 0;
    this.list = [];
  }

  get rows(): readonly number[] {
    return this.list.slice(-this.limit);
  }

  get leftOut(): number {
    return Math.max(0, this.total - this.limit);
  }
}

/** Gathers the rows of a run around a place. O(rows of the run). */
export function walkRun(log: LoadedLog, rows: RunRows, place: SweepPlace): Sweep {
  const pass = new SweepPass(log, place);
  const tellingOf = tellingTypes(log);
  const { node } = log.index.columns;
  const waits = new OpenWaits();
  for (let i = rows.from; i < rows.to; i++) {
    const row = log.order.ordinalAt(i);
    const telling = tellingOf(row) ?? {};
    if (i < place.position && !place.own.has(row)) waits.take(row, node[row] as number, telling.wait);
    pass.take(row, telling, i < place.position);
  }
  return { ...reported(pass.sweep), openUnplaced: waits.unplaced(place.node) };
}

type Walked = {
  -readonly [Key in keyof Sweep]: Sweep[Key] extends LatestRows ? Latest : Sweep[Key];
};

/** The lists as plain data. */
function reported({
  retries,
  acceptedHere,
  acceptedElsewhere,
  caps,
  failures,
  said,
  untrusted,
  ...rest
}: Walked): Sweep {
  const plain = ({ total, rows, leftOut }: Latest): LatestRows => ({ total, rows, leftOut });
  return {
    ...rest,
    retries: plain(retries),
    acceptedHere: plain(acceptedHere),
    caps: plain(caps),
    said: plain(said),
    acceptedElsewhere: plain(acceptedElsewhere),
    failures: plain(failures),
    untrusted: plain(untrusted),
  };
}

class SweepPass {
  readonly sweep: Walked = {
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

  take(row: number, { kind, wait, accepts }: Telling, isBefore: boolean): void {
    const { columns } = this.log.index;
    const isHere = this.place.node !== 0 && columns.node[row] === this.place.node;
    if (kind === 'cap') this.sweep.caps.add(row);
    else if (kind === 'failure' && isHere) this.sweep.failures.add(row);
    if (!isBefore || this.place.own.has(row)) return;
    if (accepts === true) this.takeAccepted(row, isHere);
    if (!isHere) return;
    this.takeTrust(row);
    this.takeWait(row, wait);
    this.takeHere(row, kind);
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

  /** Several events report one wait; the first says the most (its kind and data). */
  private takeWait(row: number, wait: Telling['wait']): void {
    if (wait === 'opens' && this.sweep.openInterrupt < 0) this.sweep.openInterrupt = row;
    if (wait === 'answers' || wait === 'closes') this.sweep.openInterrupt = -1;
  }

  private takeHere(row: number, kind: Telling['kind']): void {
    if (kind === 'start') this.startNode(row);
    if (kind === 'retry') this.sweep.retries.add(row);
    if (kind === 'retry' || kind === 'turn') this.startTurn(row);
    if (kind === 'said') this.sweep.said.add(row);
  }

  private startTurn(row: number): void {
    this.sweep.turnStart = row;
    this.sweep.said.clear();
  }

  private startNode(row: number): void {
    const { sweep } = this;
    sweep.nodeStart = row;
    sweep.retries.clear();
    sweep.trusted = 0;
    sweep.untrusted.clear();
    this.startTurn(row);
  }
}
