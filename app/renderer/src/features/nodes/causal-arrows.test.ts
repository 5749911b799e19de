import { masker, words } from '@openwop-inspector/base';
import type { CausalChain, CausalVia, ChainLink, ChainNode, EventRow } from '@openwop-inspector/run-log';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { madeRow } from '../../test/made.ts';
import {
  arrowEvents,
  arrowPath,
  causalArrows,
  LABEL_HEIGHT,
  labelWidth,
  type PlaceOf,
  placedLabels,
} from './causal-arrows.ts';

const event = (ordinal: number, nodeId: string | null): EventRow =>
  madeRow(ordinal, { nodeId: nodeId === null ? null : masker.text(nodeId), timeMs: ordinal * 10 });

const node = (ordinal: number, nodeId: string | null): ChainNode => ({
  kind: 'event',
  row: event(ordinal, nodeId),
});
const envelope: ChainNode = {
  kind: 'envelope',
  correlationId: words`c`,
  envelopeType: null,
  virtual: true,
  events: 1,
  runId: words`r1`,
};
const link = (to: ChainNode, via: CausalVia, depth: number): ChainLink => ({
  node: to,
  via,
  marks: [],
  depth,
});

const ROWS: Record<string, number> = { run: 0, plan: 1, draft: 3 };
const placeOf: PlaceOf = (row) => ({ row: ROWS[row.nodeId ?? 'run'] ?? 0, x: row.ordinal * 10 });

const chain: CausalChain = {
  target: node(6, 'draft'),
  ancestorTotal: 4,
  ancestors: [
    link(envelope, 'correlationId', 1),
    link(node(5, 'draft'), 'nodeId', 2),
    link(node(3, 'plan'), 'eventId', 3),
    link(node(2, 'plan'), 'eventId', 4),
  ],
  descendants: [link(node(7, null), 'failedNodeId', 1), link(node(8, null), 'eventId', 2)],
  descendantTotal: 2,
  chainStart: node(2, 'plan'),
  cause: null,
  ending: 'start',
  marks: [],
  causationOmitted: false,
  inferred: null,
};

describe('arrows follow the chain of the selected event', () => {
  const drawn = causalArrows(chain, placeOf);

  test('an envelope is a double arrow, a shared nodeId a dotted one', () => {
    expect(
      drawn.arrows.map((each) => [each.from.ordinal, each.to.ordinal, each.side, each.form, each.words]),
    ).toEqual([
      [5, 6, 'cause', 'double', 'by correlationId'],
      [3, 5, 'cause', 'single', 'by eventId'],
      [2, 3, 'cause', 'single', 'by eventId'],
      [6, 7, 'effect', 'dotted', 'effect, failedNodeId'],
    ]);
  });

  test('its ends are at the events', () => {
    expect(drawn.arrows.map((each) => [each.from.row, each.to.row])).toEqual([
      [3, 3],
      [1, 3],
      [1, 1],
      [3, 0],
    ]);
    expect(drawn.root).toMatchObject({ row: 1, x: 20, words: '#2 chain start' });
  });

  test('every event with an end is requested', () => {
    expect(arrowEvents(chain).map((row) => row.ordinal)).toEqual([6, 2, 5, 3, 2, 7]);
  });

  test('an event without a time has no arrow, its neighbours are joined', () => {
    const timeless = causalArrows(chain, (row) => (row.ordinal === 3 ? null : placeOf(row)));
    expect(timeless.arrows.map((each) => [each.from.ordinal, each.to.ordinal])).toEqual([
      [5, 6],
      [2, 5],
      [6, 7],
    ]);
  });

  test('a long path is cut and counted', () => {
    const ancestors = Array.from({ length: 100 }, (_, at) => link(node(200 - at, 'plan'), 'eventId', at + 1));
    const long = causalArrows({ ...chain, target: node(201, 'plan'), ancestors, descendants: [] }, placeOf);
    expect(long.arrows).toHaveLength(24);
    expect(long.left).toBe(76);
  });
});

describe('a path is finite and has the given ends', () => {
  test.each([
    [0, 5, 50, 5],
    [50, 5, 0, 5],
    [0, 5, 3, 5],
    [0, 5, 3, 65],
    [80, 65, 10, 5],
  ])('from %i,%i to %i,%i', (x1, y1, x2, y2) => {
    for (const bulges of [true, false]) {
      const path = arrowPath(x1, y1, x2, y2, bulges);
      expect(path).not.toMatch(/NaN|Infinity/);
      expect(path.startsWith(`M${x1} ${y1}`)).toBe(true);
    }
  });
});

test('a label is on the side it prefers, and on the other where that has no space', () => {
  const [near] = placedLabels([{ text: 'by eventId', x: 100, y: 50, prefers: 'right' }], 800);
  expect(near).toMatchObject({ left: 108, top: 50 - LABEL_HEIGHT / 2 });
  const [turned] = placedLabels([{ text: 'by eventId', x: 790, y: 50, prefers: 'right' }], 800);
  expect(turned?.left).toBe(790 - 8 - labelWidth('by eventId'));
});

test('labels stay inside and never overlap', () => {
  const wish = fc.record({
    text: fc.constantFrom('by eventId', 'by correlationId', '#1244 chain start'),
    x: fc.integer({ min: -50, max: 900 }),
    y: fc.integer({ min: 0, max: 300 }),
    prefers: fc.constantFrom('left' as const, 'right' as const),
  });
  fc.assert(
    fc.property(fc.array(wish, { maxLength: 30 }), (wishes) => {
      const placed = placedLabels(wishes, 800);
      for (const [at, a] of placed.entries()) {
        expect(a.left).toBeGreaterThanOrEqual(0);
        expect(a.left + a.width).toBeLessThanOrEqual(800);
        for (const b of placed.slice(at + 1)) {
          const apart =
            a.left >= b.left + b.width ||
            b.left >= a.left + a.width ||
            a.top >= b.top + LABEL_HEIGHT ||
            b.top >= a.top + LABEL_HEIGHT;
          expect(apart).toBe(true);
        }
      }
    }),
  );
});
