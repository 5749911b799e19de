import { expect, test } from 'vitest';
import { queryReport, queryTargets } from './queries.ts';

const row = { title: 'type:a', peerName: 'DuckDB', limit: 0.5, oursMs: 1, peerMs: 4, ours: 7, peer: 7 };
const machine = { node: 'v20', cores: 2, load: 0 };
const lineOf = (one: Partial<typeof row> | { peerMs: number; peer: null }): string =>
  queryReport({ events: 10, seed: 7, bytes: 100, machine, openMs: 0.4, rows: [{ ...row, ...one }] })
    .split('\n')
    .find((line) => line.startsWith('type:a')) ?? '';

test.each([
  ['within what is promised', {}, /0\.25 +at most 0\.5 +met +7$/],
  ['above it', { oursMs: 3 }, /0\.75 +at most 0\.5 +not met +7$/],
  ['where the peer finds others', { peer: 5 }, /met +7, peer 5$/],
  ['without the peer', { peerMs: Number.NaN, peer: null }, /not installed +at most 0\.5 +not measured +7$/],
])('a question %s', (_, measured, told) => {
  expect(lineOf(measured)).toMatch(told);
});

test.each([
  [0.9, true],
  [1.1, false],
])('an event that opens in %s ms', (openMs, met) => {
  expect(queryTargets({ rows: [], openMs })).toMatchObject([{ name: 'one event opened, ms', met }]);
});
