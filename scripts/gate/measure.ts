import type { GateEntry } from './entry.ts';

/** Four times the input may take six times the processor time: linear, or linear times a logarithm, with room for noise. */
export const MAX_RATIO = 6;
/** What is measured at once takes so long at least; shorter work is repeated. */
const MIN_MS = 5;
/**
 * Two rounds at least, or one of work so long that chance is little of it; more while the ratio is too much: a busy
 * machine is slow by chance, a square never is fast.
 */
const MIN_ROUNDS = 2;
const LONG_MS = 30;
const MAX_ROUNDS = 8;

/** What was measured, in ms of processor time for one run. */
export interface Measured {
  readonly smallMs: number;
  readonly largeMs: number;
  readonly ratio: number;
}

/** Runs the work so many times and tells the processor time of one run, in ms. */
type Timed = (repeats: number) => Promise<number>;

/** Measures one row: the best of several rounds of both sizes. */
export async function measure(row: GateEntry): Promise<Measured> {
  const small = await timed(row, row.n);
  const large = await timed(row, 4 * row.n);
  const repeats = await repeatsFor(small);
  let [smallMs, largeMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 1; ; round++) {
    globalThis.gc?.();
    smallMs = Math.min(smallMs, await small(repeats));
    largeMs = Math.min(largeMs, await large(Math.ceil(repeats / 4)));
    const ratio = largeMs / smallMs;
    // Far beyond: more rounds would not bring it back, and may take for ever.
    const isSure = round >= MIN_ROUNDS || smallMs >= LONG_MS;
    const isSettled = (isSure && ratio <= MAX_RATIO) || ratio > 4 * MAX_RATIO;
    if (isSettled || round === MAX_ROUNDS) return { smallMs, largeMs, ratio };
  }
}

/** How often the small run is repeated to be long enough; these runs warm it up as well. */
async function repeatsFor(small: Timed): Promise<number> {
  let repeats = 1;
  for (let ms = await small(1); ms * repeats < MIN_MS && repeats < 4096; repeats *= 2) {
    ms = await small(repeats);
  }
  return repeats;
}

async function timed({ make, isFresh }: GateEntry, n: number): Promise<Timed> {
  const kept = isFresh ? null : await make(n);
  return async (repeats) => {
    if (kept !== null) return processorMs(kept, repeats);
    let sum = 0;
    for (let at = 0; at < repeats; at++) sum += await processorMs(await make(n), 1);
    return sum / repeats;
  };
}

/** Processor time of one run, in all threads: waiting and other programs are not in it. */
async function processorMs(work: () => unknown, repeats: number): Promise<number> {
  const before = process.cpuUsage();
  for (let at = 0; at < repeats; at++) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / repeats;
}
