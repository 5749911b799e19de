/**
 * Tests that the cost of an entry point for foreign content grows with its input: the work on `4n` may take at most six
 * times the work on `n`.
 *
 * The measure is processor time, the best of several runs: waiting and other programs are not in it, so a busy machine
 * does not fail these tests. No other test may assert a time.
 */
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watched } from './watchdog.ts';

/** Linear work, or linear times a logarithm, with a margin for noise. Quadratic work grows sixteenfold. */
const MAX_GROWTH = 6;
/** Short work is repeated until one sample takes this long. */
const MIN_SAMPLE_MS = 5;
/** Work of this length varies little: one sample of it is enough. */
const LONG_MS = 50;
/** Noise is shorter: work that takes this long for `4n`, and grows far more than it may, is measured twice. */
const CERTAIN_MS = 1000;
const MAX_ROUNDS = 8;
const PAUSE_MS = 1500;
/** On a busy machine; code that does not return is ended by its processor time. */
const PATIENCE_MS = 300_000;

/**
 * A hostile shape: the small size, large enough that quadratic work would be most of the cost, and the input of a size,
 * which is not measured.
 */
export type Shape<T> = readonly [n: number, input: (n: number) => T | Promise<T>];

/**
 * One test for each hostile shape of the input of an entry point. `isFresh` makes the input again for every run: for
 * work that caches its result with its input.
 */
export function testCost<T>(
  entryPoint: string,
  work: (input: T) => unknown,
  shapes: Readonly<Record<string, Shape<T>>>,
  { isFresh = false } = {},
): void {
  const title = `the cost of ${entryPoint} grows with its input`;
  test.each(Object.entries(shapes))(
    `${title}: %s`,
    async (shape, [n, input]) => {
      const samplerOf = async (size: number) =>
        isFresh ? async () => sampler(work, await input(size))(1) : sampler(work, await input(size));
      let ratio = 0;
      // Chance seldom strikes twice, and large sizes take long. A step in cost (garbage collection, compilation) occurs
      // at one size; quadratic work is quadratic at each. All sizes again, after a pause, for a machine that was busy.
      for (const [at, size] of [n, n, 4 * n, 16 * n, n, 4 * n, 16 * n, n, 4 * n].entries()) {
        if (at % 3 === 1 && at > 1) await setTimeout(PAUSE_MS);
        const [small, large] = [await samplerOf(size), await samplerOf(4 * size)];
        const measure = async () => costOf(small, large, isFresh ? 1 : await repeatsFor(small));
        const { smallMs, largeMs } = await watched(`${title}: ${shape}`, measure);
        ratio = largeMs / smallMs;
        if (ratio <= MAX_GROWTH || isCertain(smallMs, largeMs)) break;
      }
      expect(ratio).toBeLessThanOrEqual(MAX_GROWTH);
    },
    PATIENCE_MS,
  );
}

/** Runs the work `repeats` times and returns the processor time of one run in ms. */
type Sampler = (repeats: number) => Promise<number>;

async function costOf(small: Sampler, large: Sampler, repeats: number) {
  let smallMs = await small(repeats);
  // One slow sample of the small size would hide a fault.
  if (smallMs < LONG_MS) smallMs = Math.min(smallMs, await small(repeats));
  let largeMs = await large(Math.ceil(repeats / 4));
  // Chance makes work slower, never faster.
  for (let round = 1; round < MAX_ROUNDS && largeMs / smallMs > MAX_GROWTH; round++) {
    if (round > 1 && isCertain(smallMs, largeMs)) break;
    globalThis.gc?.();
    smallMs = Math.min(smallMs, await small(repeats));
    globalThis.gc?.();
    largeMs = Math.min(largeMs, await large(Math.ceil(repeats / 4)));
  }
  return { smallMs, largeMs };
}

const isCertain = (smallMs: number, largeMs: number) =>
  largeMs > CERTAIN_MS && largeMs / smallMs > 1.5 * MAX_GROWTH;

/**
 * Processor time of the process or time of the clock, the smaller one: threads that compile and that collect the garbage
 * of the tests before this one are not in the second, other programs not in the first.
 */
const sampler =
  <T>(work: (input: T) => unknown, input: T): Sampler =>
  async (repeats) => {
    const begunMs = performance.now();
    const before = process.cpuUsage();
    for (let run = 0; run < repeats; run++) await work(input);
    const { user, system } = process.cpuUsage(before);
    return Math.min((user + system) / 1000, performance.now() - begunMs) / repeats;
  };

/** Repeats for a sample that is long enough. The runs it needs compile the work. */
async function repeatsFor(small: Sampler): Promise<number> {
  let repeats = 1;
  for (let ms = await small(1); ms * repeats < MIN_SAMPLE_MS && repeats < 4096; repeats *= 2)
    ms = await small(repeats);
  return repeats;
}
