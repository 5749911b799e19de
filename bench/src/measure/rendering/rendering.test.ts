import { describe, expect, test } from 'vitest';
import { percentile } from '../measured.ts';
import { type RenderResult, renderReport, renderTargets } from './render-report.ts';
import { type Showing, showingOf, type WindowTask } from './showing.ts';

test.each([
  [[], 0.5, Number.NaN],
  [[7], 0.95, 7],
  [[4, 1, 3, 2], 0.5, 2],
  [Array.from({ length: 100 }, (_, at) => 100 - at), 0.95, 95],
  [[1, 2, 3], 0, 1],
])('percentile of %j at %d is by nearest rank', (values, share, value) => {
  expect(percentile(values, share)).toBe(value);
});

describe('a showing', () => {
  const task = (startMs: number, wallMs: number, ownMs: number): WindowTask => ({ startMs, wallMs, ownMs });
  const tasks = [task(80, 10, 9), task(95, 10, 8), task(120, 4, 4), task(160, 30, 20), task(300, 90, 90)];
  const named = { name: 'markdown/normal', bytes: 900 };

  test('counts own time until it is drawn, and the longest task until it is left', () => {
    const moments = { startMs: 100, drawnMs: 130, leftMs: 200, isDrawn: true };
    expect(showingOf(named, moments, tasks)).toEqual({
      ...named,
      ms: 30,
      ownMs: 12,
      longestMs: 30,
      longestOwnMs: 20,
      isDrawn: true,
    });
  });

  test('without a moment of leaving ends when it is drawn', () => {
    const moments = { startMs: 100, drawnMs: 130, isDrawn: true };
    expect(showingOf(named, moments, tasks).longestMs).toBe(10);
  });
});

const KIB = 1024;

function showing(name: string, bytes: number | null, ms: number, more: Partial<Showing> = {}): Showing {
  return { name, bytes, ms, ownMs: ms / 2, longestMs: ms / 2, longestOwnMs: ms / 4, isDrawn: true, ...more };
}

function resultOf(
  showings: readonly Showing[],
  machine = { node: 'v20', cores: 4, load: 0.2 },
): RenderResult {
  const stories = showings.map((each) => ({
    address: each.name,
    first: each,
    later: [each, each],
    floor: [showing(each.name, each.bytes, 10)],
  }));
  const families = [{ name: 'markdown', stories }];
  return { machine, rounds: 2, families, list: { showings, types: 1 } };
}

describe('targets', () => {
  test.each([
    ['reached', [showing('small', 63 * KIB, 50), showing('large', 64 * KIB, 30)], [true, true, true, true]],
    [
      'not reached',
      [showing('small', 63 * KIB, 51), showing('large', 64 * KIB, 90)],
      [false, true, false, false],
    ],
    [
      'for a larger one only its tasks',
      [showing('small', 1, 5), showing('large', null, 30)],
      [true, true, true, true],
    ],
    ['not reached when nothing was measured', [], [false, false, false, false]],
  ])('%s', (_rule, showings, met) => {
    expect(
      renderTargets(resultOf(showings))
        .slice(0, 4)
        .map((target) => target.met),
    ).toEqual(met);
  });

  test('first showings count in none', () => {
    const result = resultOf([showing('small', 1, 5)]);
    const families = result.families.map((family) => ({
      ...family,
      stories: family.stories.map((story) => ({ ...story, first: showing('small', 1, 900) })),
    }));
    expect(renderTargets({ ...result, families })[0]?.reached).toBe(5);
  });
});

describe('the report', () => {
  test('gives each family and all of them, the ratio to the floor, and what was reached', () => {
    const text = renderReport(resultOf([showing('markdown/normal', 10, 20)]));
    expect(text).toMatch(/^markdown +1 +20\.0 +20\.0 +2\.00/m);
    expect(text).toMatch(/^all +1 /m);
    expect(text).toMatch(
      /p95 until shown +at most 50\.0 +20\.0 {2}reached, of 2, worst markdown\/normal 20\.0/,
    );
    expect(text).toContain('not measured');
    expect(text).not.toContain('Not drawn');
  });

  test('names what was not drawn, and says when the machine was busy', () => {
    const hanging = showing('code/huge', 10, 10_000, { isDrawn: false });
    const text = renderReport(resultOf([hanging], { node: 'v20', cores: 2, load: 8 }));
    expect(text).toContain('Not drawn within ten seconds: code/huge\n');
    expect(text).toContain('load 8.0 on 2 cores');
  });
});
