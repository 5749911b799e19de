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

/**
 * Held sequences as runs in order. A log without holes over one channel is one run, however long. An event at the end is
 * O(1), any other O(log runs) and the move of the runs behind it.
 */
export class SequenceRuns {
  readonly runs: SequenceRun[] = [];

  /** Adds a sequence that is not held. */
  add(sequence: number, via: EventChannel): void {
    const { runs } = this;
    const after = this.firstBehind(sequence);
    const before = runs[after - 1];
    const next = runs[after];
    const touchesBefore = before !== undefined && before.last === sequence - 1 && before.via === via;
    const touchesNext = next !== undefined && next.first === sequence + 1 && next.via === via;
    if (touchesBefore && touchesNext) {
      before.last = next.last;
      runs.splice(after, 1);
    } else if (touchesBefore) before.last = sequence;
    else if (touchesNext) next.first = sequence;
    else {
      // Inside a run there is nothing to add, so the place is between two runs.
      runs.splice(after, 0, { first: sequence, last: sequence, via });
    }
  }

  /** Number of the first run that begins behind a sequence. */
  private firstBehind(sequence: number): number {
    const { runs } = this;
    const newest = runs.at(-1);
    if (newest === undefined || newest.first <= sequence) return runs.length;
    let low = 0;
    let high = runs.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((runs[middle]?.first ?? 0) > sequence) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Holes between held sequences, in order, at most `limit`. O(runs). */
  holes(limit: number): readonly SequenceHole[] {
    const found: SequenceHole[] = [];
    for (let i = 1; i < this.runs.length && found.length < limit; i++) {
      const first = (this.runs[i - 1]?.last ?? 0) + 1;
      const last = (this.runs[i]?.first ?? 0) - 1;
      if (last >= first) found.push({ first, last });
    }
    return found;
  }
}
