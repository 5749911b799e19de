import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { durationDifference } from './content-facts.ts';
import { waveformObstacle } from './use-waveform.ts';
import { loudest, peaksPath, waveformPeaks } from './waveform-peaks.ts';

const atOnce = () => Promise.resolve();

describe('a sound is reduced to its peaks', () => {
  test('lowest and highest of each column, over all channels', async () => {
    const left = Float32Array.from([0, 0.5, -0.25, 0.125]);
    const right = Float32Array.from([-0.75, 0, 0, 0.25]);
    const { low, high } = await waveformPeaks([left, right], 2, atOnce);
    expect([...low]).toEqual([-0.75, -0.25]);
    expect([...high]).toEqual([0.5, 0.25]);
  });

  test('no more columns than samples, none for no sound', async () => {
    expect((await waveformPeaks([Float32Array.of(1, 1)], 100, atOnce)).high).toHaveLength(2);
    const empty = await waveformPeaks([], 100, atOnce);
    expect(empty.high).toHaveLength(0);
    expect(peaksPath(empty)).toBe('');
    expect(loudest(empty)).toBe(0);
  });

  test('a channel that is shorter and a sample that is no number are silence', async () => {
    const { high } = await waveformPeaks(
      [Float32Array.of(Number.NaN, 0.5), Float32Array.of(0.25)],
      2,
      atOnce,
    );
    expect([...high]).toEqual([0.25, 0.5]);
  });

  test('others get their turn in a long one', async () => {
    let turns = 0;
    await waveformPeaks([new Float32Array(5_000_000)], 480, async () => {
      turns += 1;
    });
    expect(turns).toBeGreaterThan(2);
  });

  test('the loudest sample is in the peaks of any sound', async () => {
    const sound = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(sound, fc.integer({ min: 1, max: 60 }), async (samples, columns) => {
        const channel = Float32Array.from(samples);
        const most = Math.max(...channel.map(Math.abs));
        expect(loudest(await waveformPeaks([channel], columns, atOnce))).toBe(most);
      }),
    );
  });

  test('the drawing touches its edges at the loudest column', async () => {
    const path = peaksPath(await waveformPeaks([Float32Array.of(0.5, -0.25)], 2, atOnce));
    expect(path).toBe(
      'M0 -1.000 1 -1.000 1 0.000 2 0.000 2 0.500 1 0.500 1 0.000 0 0.000z'.replaceAll('0.000', '0.000'),
    );
  });
});

describe('a waveform has limits that playing has not', () => {
  const facts = { bytes: 1000, seconds: 5, mostSamples: () => 1000 };
  test.each([
    ['20 MiB', { bytes: 20 * 1024 * 1024 + 1 }],
    ['10 minutes', { seconds: 601 }],
    ['tell its length', { seconds: Number.POSITIVE_INFINITY }],
    ['far more', { mostSamples: () => 1e12 }],
    ['beforehand', { mostSamples: () => null }],
  ])('%s', (words, change) => expect(waveformObstacle({ ...facts, ...change })).toContain(words));

  test('within them there is one', () => expect(waveformObstacle(facts)).toBeNull());
});

describe('a declared duration is checked (envelope 6)', () => {
  test.each([
    [23, 23, null],
    [23, 23.4, null],
    [23, 23.6, 0.6],
    [3600, 3601, 1],
    [10, 9.7, -0.3],
    [1, 1.05, null],
    [1, 1.2, 0.2],
    [0, 5, 5],
    [null, 5, null],
    [5, null, null],
    [5, Number.POSITIVE_INFINITY, null],
    [5, Number.NaN, null],
  ])('declared %d, measured %d', (declared, measured, difference) => {
    const found = durationDifference(declared, measured);
    if (difference === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(difference);
  });
});
