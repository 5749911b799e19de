/**
 * Fuzz tests: inputs that failed once, sound inputs, and changed ones, each handed to code that takes foreign bytes.
 * In `npm test` a few of them, with `FUZZ_MINUTES` (`npm run fuzz`) as many as fit into the time of the file.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from '../../testing/runs.ts';
import { watched } from '../../testing/watchdog.ts';
import { encoded, mutated } from './mutated.ts';

/**
 * Code that takes foreign bytes. It must return: an exception, a loop without an end and a full memory are failures. It
 * throws for a property that does not hold.
 */
export interface FuzzTarget {
  /** Sound inputs, to be changed. */
  readonly seeds: readonly (string | Uint8Array)[];
  readonly run: (bytes: Uint8Array<ArrayBuffer>) => unknown;
}

/** An input that failed once. */
interface CorpusEntry {
  readonly target: string;
  /** What was wrong with it. */
  readonly why: string;
  readonly base64: string;
}

const CORPUS = join(import.meta.dirname, '../../testing/fuzz-corpus');
const corpus: readonly CorpusEntry[] = readdirSync(CORPUS).map((file) =>
  JSON.parse(readFileSync(join(CORPUS, file), 'utf8')),
);
const MAX_SECONDS = 10;
const minutes = Number(process.env.FUZZ_MINUTES ?? 0);

/** One test per target, which share the minutes. */
export function testTargets(targets: Readonly<Record<string, FuzzTarget>>): void {
  const limitMs = (minutes * 60_000) / Object.keys(targets).length;
  const length = minutes > 0 ? { interruptAfterTimeLimit: limitMs, markInterruptAsFailure: false } : {};
  const changedInputs = minutes > 0 ? 2 ** 31 : runsOf(200, 20);
  test.each(Object.entries(targets))(
    'fuzz %s',
    async (name, target) => {
      const failed = corpus.filter((entry) => entry.target === name);
      const seeds = [
        ...failed.map(({ base64 }) => Uint8Array.from(Buffer.from(base64, 'base64'))),
        ...target.seeds.map((seed) => (typeof seed === 'string' ? encoded(seed) : Uint8Array.from(seed))),
      ];
      const property = fc.asyncProperty(mutated(seeds), async (bytes) => {
        const label = `fuzz ${name}, input ${Buffer.from(bytes).toString('base64')}`;
        await watched(label, () => target.run(bytes), MAX_SECONDS);
      });
      // Inputs that failed once and sound ones come first.
      const examples = seeds.map((seed): [typeof seed] => [seed]);
      const found = await fc.check(property, {
        ...length,
        numRuns: examples.length + changedInputs,
        examples,
      });
      if (minutes > 0) console.log(`${name}: ${found.numRuns} inputs`);
      const [bytes] = found.counterexample ?? [];
      if (minutes > 0 && bytes !== undefined) addToCorpus(name, bytes, found.errorInstance, found.seed);
      expect(found.failed, found.failed ? await fc.asyncDefaultReportMessage(found) : '').toBe(false);
    },
    limitMs + 120_000,
  );
}

/** Adds an input to the corpus, so that every later run tries it first. */
function addToCorpus(target: string, bytes: Uint8Array, error: unknown, seed: number): void {
  const [why = ''] = String(error).replaceAll('/', ' ').split('\n');
  const entry: CorpusEntry = { target, why, base64: Buffer.from(bytes).toString('base64') };
  writeFileSync(join(CORPUS, `${target}-${seed}.json`), `${JSON.stringify(entry, null, 2)}\n`);
}

/** A value that may never be in masked output. Planted where every rule recognises a secret. */
export const PLANTED = 'CANARYvvq81kzXw7f3aP0';

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** The value of a JSON text, or the text itself. */
export function parsedOf(bytes: Uint8Array): unknown {
  const text = textOf(bytes);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function mustHide(output: string): void {
  if (output.includes(PLANTED)) throw new Error('the planted secret is in the masked output');
}

export function mustEqual(one: unknown, other: unknown, what: string): void {
  if (JSON.stringify(one) !== JSON.stringify(other)) throw new Error(what);
}
