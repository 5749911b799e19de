import { type Round, ratioOf } from './rounds.ts';

/** A promise about speed or memory, as a ratio measured in one run. */
export interface Target {
  readonly name: string;
  readonly bound: 'at least' | 'at most';
  readonly limit: number;
  /** NaN when it could not be measured. */
  readonly reached: number;
  readonly met: boolean;
}

/** Rows of a table: what is promised, what was reached, and whether that is enough. */
export function targetRows(targets: readonly Target[]): readonly (readonly string[])[] {
  return targets.map(({ name, bound, limit, reached, met }) => {
    const measured = Number.isNaN(reached) ? 'not measured' : reached.toFixed(reached < 0.1 ? 4 : 2);
    return [name, `${bound} ${limit}`, measured, met ? 'met' : 'not met'];
  });
}

/** Compares the rounds with what was promised. */
export function targetsOf(rounds: readonly Round[]): readonly Target[] {
  const speed = ratioOf(
    rounds,
    (round) => round.parse?.ms,
    (round) => round.ours?.ms,
  );
  const floor = ratioOf(
    rounds,
    (round) => round.ours?.ms,
    (round) => round.scan?.ms,
  );
  const naive = ratioOf(
    rounds,
    (round) => round.keep?.ms,
    (round) => round.ours?.ms,
  );
  const memory = ratioOf(rounds, peak('ours'), peak('keep'));
  const rows = ratioOf(
    rounds,
    (round) => round.ours?.firstRowsMs,
    (round) => round.ours?.ms,
  );
  const bundle = ratioOf(
    rounds,
    (round) => round.bundle?.ms,
    (round) => round.ours?.ms,
  );
  const fallback = ratioOf(
    rounds,
    (round) => round.parse?.ms,
    (round) => round.fallback?.ms,
  );
  const jq = ratioOf(
    rounds,
    (round) => round.jq?.ms,
    (round) => round.ours?.ms,
  );
  return [
    target('load, index and graph against JSON.parse, times as fast', 'at least', 4.5, speed),
    target('the same against a newline scan, times as long', 'at most', 6, floor),
    target('the same against objects that are kept, times as fast', 'at least', 10, naive),
    target('the same against jq, times as fast', 'at least', 40, jq),
    target('the same without WebAssembly against JSON.parse, times as fast', 'at least', 1.4, fallback),
    target('peak memory against objects that are kept', 'at most', 0.15, memory),
    target('first rows, part of the load time', 'at most', 0.02, rows),
    target('bundle against NDJSON, time', 'at most', 1.1, bundle),
  ];
}

function peak(row: 'ours' | 'keep'): (round: Round) => number | undefined {
  return (round) => round[row]?.peakBytes ?? undefined;
}

/** A promise compared with what was reached; one that could not be measured is not met. */
export function target(name: string, bound: Target['bound'], limit: number, reached: number): Target {
  const met = bound === 'at least' ? reached >= limit : reached <= limit;
  return { name, bound, limit, reached, met };
}
