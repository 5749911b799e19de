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

/**
 * Code that takes foreign bytes. It must return: an exception, a loop without an end and a full memory are failures. It
 * throws for a property that does not hold.
 */
interface FuzzTarget {
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
      const numRuns = examples.length + changedInputs;
      const found = await fc.check(property, { ...length, numRuns, examples });
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

export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

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

// Hostile inputs made of sound ones: changed byte by byte, and value by value where they are JSON.

type Bytes = Uint8Array<ArrayBuffer>;
type Change = (bytes: Bytes) => Bytes;

/** Texts that have a meaning for a reader, and values that code takes for others. Imported, `__proto__` would be lost. */
const { pieces, values }: { readonly pieces: readonly string[]; readonly values: readonly unknown[] } =
  JSON.parse(readFileSync(join(import.meta.dirname, 'fuzz-values.json'), 'utf8'));
const VALUES = [
  ...values,
  'x'.repeat(3000),
  JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`),
  JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`),
];

const MAX_BYTES = 200_000;

/** One of the seeds, changed one to six times. */
function mutated(seeds: readonly Bytes[]): fc.Arbitrary<Bytes> {
  const change = fc.oneof(valueChange(seeds), byteChange(seeds));
  const changes = fc.array(change, { minLength: 1, maxLength: 6 });
  // Without the bias of fast-check to small numbers, which would change the beginnings only.
  return fc.noBias(
    fc
      .tuple(fc.constantFrom(...seeds), changes)
      .map(([seed, list]) => list.reduce((bytes, apply) => apply(bytes), seed).slice(0, MAX_BYTES)),
  );
}

const piece = fc.constantFrom(...pieces);
const place = fc.nat({ max: 2 ** 30 });

/** What becomes of a member. */
const memberChange: fc.Arbitrary<(holder: object, key: string) => void> = fc.oneof(
  fc.constant((holder: object, key: string) => {
    Reflect.deleteProperty(holder, key);
  }),
  piece.map((text) => (holder: object, key: string) => {
    Reflect.set(holder, `${key}${text}`, Reflect.get(holder, key));
  }),
  fc.constantFrom(...VALUES).map((value) => (holder: object, key: string) => {
    Reflect.set(holder, key, value);
  }),
  fc.constant((holder: object, key: string) => {
    Reflect.set(holder, key, [Reflect.get(holder, key), Reflect.get(holder, key)]);
  }),
);

/** Removes, renames, replaces or repeats one value of a JSON document. Of other content bytes change. */
function valueChange(seeds: readonly Bytes[]): fc.Arbitrary<Change> {
  const parts = fc.tuple(fc.array(place, { maxLength: 7 }), memberChange, byteChange(seeds));
  return parts.map(([path, apply, otherwise]) => (bytes) => {
    let root: unknown;
    try {
      root = JSON.parse(new TextDecoder().decode(bytes));
    } catch {
      return otherwise(bytes);
    }
    const top = [root];
    let holder: object = top;
    let key = '0';
    for (const index of path) {
      const value: unknown = Reflect.get(holder, key);
      const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
      if (keys.length === 0) break;
      holder = Object(value);
      key = keys[index % keys.length] ?? key;
    }
    apply(holder, key);
    return encoded(JSON.stringify(top[0]) ?? '');
  });
}

/** Removes, repeats, inserts, flips or splices bytes at a place. */
function byteChange(seeds: readonly Bytes[]): fc.Arbitrary<Change> {
  const replaced: fc.Arbitrary<(piece: Bytes) => readonly Uint8Array[]> = fc.oneof(
    fc.constant(() => []),
    fc.integer({ min: 2, max: 41 }).map((times) => (one: Bytes) => Array.from({ length: times }, () => one)),
    fc.tuple(piece, fc.integer({ min: 1, max: 30 })).map(([text, times]) => (one: Bytes) => [
      encoded(text.repeat(times)),
      one,
    ]),
    fc
      .uint8Array({ minLength: 64, maxLength: 64 })
      .map((bits) => (one: Bytes) => [one.map((byte, at) => byte ^ (1 << ((bits[at] ?? 0) % 8)))]),
  );
  const inside = fc.tuple(place, fc.nat({ max: 63 }), replaced).map(
    ([from, length, replace]): Change =>
      (bytes) => {
        const at = from % (bytes.length + 1);
        return joined(bytes.slice(0, at), ...replace(bytes.slice(at, at + length)), bytes.slice(at + length));
      },
  );
  const tail = fc.tuple(place, fc.constantFrom(...seeds, encoded('')), place).map(
    ([from, other, otherFrom]): Change =>
      (bytes) =>
        joined(bytes.slice(0, from % (bytes.length + 1)), other.slice(otherFrom % (other.length + 1))),
  );
  return fc.oneof({ weight: 4, arbitrary: inside }, { weight: 2, arbitrary: tail });
}

const encoded = (text: string): Bytes => new TextEncoder().encode(text);

const joined = (...parts: readonly Uint8Array[]): Bytes => Uint8Array.from(Buffer.concat(parts));
