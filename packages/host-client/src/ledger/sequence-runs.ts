import { firstThat } from '@openwop-inspector/base';
import type { EventChannel } from '../answers/live-status.ts';

/** Touching sequences that came over one channel, both ends included. */
export interface SequenceRun {
  first: number;
  last: number;
  via: EventChannel;
}

/** Sequences that are not there, both ends included. */
export interface SequenceHole {
  readonly first: number;
  readonly last: number;
}

/** Runs of a block at most; a full one is cut in two. */
const MAX_IN_BLOCK = 512;

/** Where a run is: block, and place in it. */
interface Place {
  readonly block: number;
  readonly at: number;
}

/**
 * Stored sequences as runs in order. A log without holes over one channel is one run, however long. Runs are in blocks,
 * so that none is far to move: an event at the end is O(1), any other O(log runs + 512 + runs / 512).
 */
export class SequenceRuns {
  private readonly blocks: SequenceRun[][] = [[]];
  /** Runs in all. */
  count = 0;
  /** Holes between them. */
  holeCount = 0;

  get first(): SequenceRun | undefined {
    return this.blocks[0]?.[0];
  }

  private get newest(): SequenceRun | undefined {
    return this.blocks.at(-1)?.at(-1);
  }

  /** Adds a sequence that is not stored. */
  add(sequence: number, via: EventChannel): void {
    const place = this.placeAfter(sequence);
    const before = this.before(place);
    const next = this.blocks[place.block]?.[place.at];
    // Between two runs that are both there was a hole, since the sequence is in it.
    if (before !== undefined && next !== undefined) this.holeCount--;
    if (before !== undefined && before.last + 1 < sequence) this.holeCount++;
    if (next !== undefined && sequence + 1 < next.first) this.holeCount++;
    const touchesBefore = before !== undefined && before.last === sequence - 1 && before.via === via;
    const touchesNext = next !== undefined && next.first === sequence + 1 && next.via === via;
    if (touchesBefore && touchesNext) {
      before.last = next.last;
      const { block, at } = place;
      this.count--;
      this.blocks[block]?.splice(at, 1);
      if (this.blocks[block]?.length === 0 && this.blocks.length > 1) this.blocks.splice(block, 1);
    } else if (touchesBefore) before.last = sequence;
    else if (touchesNext) next.first = sequence;
    else this.insert(place, { first: sequence, last: sequence, via });
  }

  /** Position of the first run that begins after a sequence; after the last run when none does. */
  private placeAfter(sequence: number): Place {
    const { blocks, newest } = this;
    const last = blocks.length - 1;
    if (newest === undefined || newest.first <= sequence)
      return { block: last, at: blocks[last]?.length ?? 0 };
    const block = firstThat(blocks.length, (one) => (blocks[one]?.at(-1)?.first ?? 0) > sequence);
    const runs = blocks[block] ?? [];
    return { block, at: firstThat(runs.length, (one) => (runs[one]?.first ?? 0) > sequence) };
  }

  private before({ block, at }: Place): SequenceRun | undefined {
    return at > 0 ? this.blocks[block]?.[at - 1] : this.blocks[block - 1]?.at(-1);
  }

  private insert({ block, at }: Place, run: SequenceRun): void {
    const runs = this.blocks[block] ?? [];
    this.count++;
    runs.splice(at, 0, run);
    if (runs.length <= MAX_IN_BLOCK) return;
    // What grows at its end leaves full blocks behind.
    const keep = at === runs.length - 1 ? MAX_IN_BLOCK : MAX_IN_BLOCK / 2;
    this.blocks.splice(block + 1, 0, runs.splice(keep));
  }

  /** Holes between stored sequences, in order, at most `limit`. O(runs before the last of them); O(1) without holes. */
  holes(limit: number): readonly SequenceHole[] {
    const most = Math.min(limit, this.holeCount);
    const found: SequenceHole[] = [];
    let last = Number.NaN;
    for (const runs of this.blocks) {
      for (const run of runs) {
        if (found.length >= most) return found;
        if (run.first > last + 1) found.push({ first: last + 1, last: run.first - 1 });
        last = run.last;
      }
    }
    return found;
  }

  /** Runs from the newest to the oldest. */
  *fromNewest(): Iterable<SequenceRun> {
    for (let block = this.blocks.length - 1; block >= 0; block--) {
      const runs = this.blocks[block] ?? [];
      for (let at = runs.length - 1; at >= 0; at--) {
        const run = runs[at];
        if (run !== undefined) yield run;
      }
    }
  }
}
