import { words } from '@openwop-inspector/base';
import type { ReachedPlace, TaintOfEvent, TaintStep } from '@openwop-inspector/run-log';
import { describe, expect, test } from 'vitest';
import { madeRow } from '../../test/made.ts';
import { drawnTaint } from './taint-drawn.ts';

const way = (...ordinals: readonly number[]): readonly TaintStep[] =>
  ordinals.map((ordinal, at) => ({ row: madeRow(ordinal), via: at === 0 ? null : 'cause', isMarked: true }));

const place = (
  kind: ReachedPlace['kind'],
  verdict: ReachedPlace['verdict'],
  ...ordinals: readonly number[]
): ReachedPlace => ({
  kind,
  verdict,
  way: way(...ordinals),
  leftOut: 0,
  isCertain: true,
  clause: words`acceptor 7`,
  why: words`so`,
});

const of = (reached: readonly ReachedPlace[], more = 0): TaintOfEvent => ({
  row: madeRow(3),
  way: way(1, 2, 3),
  leftOut: 0,
  isCertain: true,
  reached,
  reachedTotal: reached.length + more,
});

const kinds = (taint: TaintOfEvent) =>
  Object.fromEntries([...drawnTaint(taint).marks].map(([ordinal, { kind }]) => [ordinal, kind]));

describe('the path of untrusted content, rendered', () => {
  test.each([
    ['a refusal stops it', place('refusal', 'agrees', 1, 2, 3, 5), 'stopped'],
    [
      'a decision that should have been refused lets it through',
      place('decision', 'deviates', 1, 3, 5),
      'open',
    ],
    ['a question without the mark has lost it', place('interrupt', 'deviates', 1, 3, 5), 'lost'],
    ['a tool is where it acts', place('tool', 'unknown', 1, 3, 5), 'acts'],
  ] as const)('%s', (_, reached, kind) => {
    expect(kinds(of([reached]))).toEqual({ 1: 'enters', 2: 'way', 3: 'way', 5: kind });
  });

  test('failed stops come first, and an event that acts and leads on acts', () => {
    const taint = of([
      place('tool', 'unknown', 1, 2, 3),
      place('decision', 'deviates', 1, 2, 3, 4),
      place('tool', 'unknown', 1, 4),
    ]);
    expect(kinds(taint)).toEqual({ 1: 'enters', 2: 'way', 3: 'acts', 4: 'open' });
  });

  test('each edge is rendered once, and omitted ones are counted', () => {
    const drawn = drawnTaint(of([place('tool', 'unknown', 1, 2, 3, 4)], 7));
    expect(drawn.edges.map(({ from, to }) => [from.ordinal, to.ordinal])).toEqual([
      [1, 2],
      [2, 3],
      [3, 4],
    ]);
    expect(drawn.leftOut).toBe(7);
  });
});
