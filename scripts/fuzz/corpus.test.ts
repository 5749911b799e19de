import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bytesOf, FUZZ_TARGETS, inputOf, readCorpus, targetOf } from './inputs.ts';
import { whyOf } from './watched.ts';

const corpus = readCorpus(join(import.meta.dirname, '../../testing/fuzz-corpus'));

describe('what failed once is kept and does not fail again', () => {
  test('there is something to replay', () => expect(corpus.length).toBeGreaterThan(0));

  test.each(corpus)('$file says why, with no path of a machine', ({ why }) => {
    expect(why).toMatch(/^[^/\n]+$/);
  });

  test.each(corpus)('$file', async (entry) => {
    await targetOf(entry.target).run(bytesOf(entry));
  });
});

test('why an input failed is told by message and functions', () => {
  const isFit = (value: unknown): string => String(value);
  const thrown = (): unknown => {
    try {
      return isFit(Object.create(null));
    } catch (error) {
      return error;
    }
  };
  expect(whyOf(thrown())).toMatch(
    /^TypeError: Cannot convert object to primitive value \(in String, isFit\)$/,
  );
  expect(whyOf('no error')).toBe('no error');
});

describe('the fuzzer', () => {
  test.each(FUZZ_TARGETS.map((target) => [target.name, target] as const))(
    '%s takes its own seeds, and the first bent ones',
    async (_, target) => {
      for (const seed of target.seeds) {
        await target.run(typeof seed === 'string' ? new TextEncoder().encode(seed) : Uint8Array.from(seed));
      }
      for (let index = 0; index < 10; index++) await target.run(inputOf(target, 1, index));
    },
  );

  test('a seed gives the same inputs again, and every number another one', () => {
    const [target] = FUZZ_TARGETS;
    if (target === undefined) throw new Error('there are no targets');
    expect(inputOf(target, 3, 7)).toEqual(inputOf(target, 3, 7));
    expect(inputOf(target, 3, 7)).not.toEqual(inputOf(target, 3, 8));
  });
});
