/** What the runs of a log wait with at any place, without a walk from the beginning of the run. */
import type { LoadedLog } from '../loaded-log.ts';
import type { Act } from './acts.ts';
import { OpenWaits } from './open-waits.ts';
import { firstFrom } from './sorted-places.ts';

/** Events between two states that are kept, beside as many as waits are open. */
const APART = 256;

/** Told of all events in display order, run by run; asked afterwards. At most some 4 bytes for each event of a wait are kept twice. */
export class WaitHistory {
  private readonly log: LoadedLog;
  private readonly acts: readonly (Act | undefined)[];
  /** Places of the events that open or close a wait. */
  private readonly places: number[] = [];
  /** What was open before the place with this number in `places`; each run begins with a state. */
  private readonly states: ReadonlyMap<number, number>[] = [];
  private readonly stateAt: number[] = [];
  private waits = new OpenWaits();
  /** Nodes of the run that have waited: what others do closes nothing. */
  private waited = new Set<number>();

  constructor(log: LoadedLog, acts: readonly (Act | undefined)[]) {
    this.log = log;
    this.acts = acts;
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
    const { node, type } = index.columns;
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
      waits.take(row, node[row] as number, this.acts[type[row] as number]);
    }
    return waits;
  }
}
