import { masker } from '@openwop-inspector/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PayloadTreeState } from './payload-tree.ts';
import { PAGE_SIZE, type TreeRow, treeRows } from './tree-rows.ts';
import { type PayloadNode, valueSource } from './value-source.ts';

function node(part: Partial<PayloadNode> & { pointer: string }): PayloadNode {
  const common = {
    size: 0,
    text: masker.text(''),
    truncated: false,
    masked: false,
    byteOffset: 0,
    byteLength: 0,
  };
  return { ...common, kind: 'object', key: masker.text(part.pointer.split('/').at(-1) ?? ''), ...part };
}

function words(rows: readonly TreeRow[]): readonly string[] {
  return rows.map((row) =>
    row.kind === 'more'
      ? `${'  '.repeat(row.depth)}more ${row.next} of ${row.hidden}`
      : `${'  '.repeat(row.depth)}${row.node.key}`,
  );
}

describe('returns rows of unfolded values', () => {
  const root = node({ pointer: '', key: null, size: 2 });
  const a = node({ pointer: '/a', size: 1 });
  const inner = node({ pointer: '/a/x', kind: 'number', text: masker.text('1') });
  const b = node({ pointer: '/b', kind: 'null', text: masker.text('null') });
  const top = { total: 2, pages: new Map([[0, [a, b]]]) };

  test('a folded container is one row', () => {
    const rows = treeRows({ root, open: new Map([['', top]]) });
    expect(words(rows)).toEqual(['a', 'b']);
  });

  test('an unfolded one is followed by its members, which know their container', () => {
    const below = { total: 1, pages: new Map([[0, [inner]]]) };
    const open = new Map([
      ['', top],
      ['/a', below],
    ]);
    const rows = treeRows({ root, open });
    expect(words(rows)).toEqual(['a', '  x', 'b']);
    expect(rows.map((row) => row.parent)).toEqual([-1, 0, -1]);
    expect(rows.map((row) => [row.posInSet, row.setSize])).toEqual([
      [1, 2],
      [1, 1],
      [2, 2],
    ]);
  });

  test('a scalar root is a row of its own', () => {
    const scalar = node({ pointer: '/payload', kind: 'null', text: masker.text('null') });
    expect(words(treeRows({ root: scalar, open: new Map() }))).toEqual(['payload']);
  });

  test('nothing follows a full page, though its last member is unfolded', () => {
    const members = Array.from({ length: PAGE_SIZE }, (_, i) => (i === PAGE_SIZE - 1 ? a : b));
    const full = { total: PAGE_SIZE, pages: new Map([[0, members]]) };
    const below = { total: 1, pages: new Map([[0, [inner]]]) };
    const open = new Map([
      ['', full],
      ['/a', below],
    ]);
    expect(words(treeRows({ root, open })).slice(-2)).toEqual(['a', '  x']);
  });

  test('a repeated key does not unfold twice', () => {
    const twice = { total: 2, pages: new Map([[0, [a, a]]]) };
    const below = { total: 1, pages: new Map([[0, [inner]]]) };
    const open = new Map([
      ['', twice],
      ['/a', below],
    ]);
    const rows = treeRows({ root, open });
    expect(words(rows)).toEqual(['a', '  x', 'a']);
    expect(rows.map((row) => row.kind === 'value' && row.repeated)).toEqual([false, false, true]);
    expect(new Set(rows.map((row) => row.id)).size).toBe(3);
  });
});

test('represents pages that are not loaded by one row between those that are', () => {
  const items = (page: number) =>
    Array.from({ length: PAGE_SIZE }, (_, at) => node({ pointer: `/${page * PAGE_SIZE + at}`, key: at }));
  const root = node({ pointer: '', key: null, kind: 'array', size: 5_500 });
  const pages = new Map([
    [0, items(0)],
    [3, items(3)],
  ]);
  const rows = treeRows({ root, open: new Map([['', { total: 5_500, pages }]]) });
  const more = rows.filter((row) => row.kind === 'more');
  expect(more.map((row) => [row.page, row.next, row.hidden, row.setSize])).toEqual([
    [1, 1_000, 2_000, 5_500],
    [4, 1_000, 1_500, 5_500],
  ]);
  expect(rows).toHaveLength(2_002);
});

test('a document nested 10,000 deep flattens', () => {
  const depth = 10_000;
  const open = new Map();
  for (let level = 0; level < depth; level += 1) {
    const member = node({ pointer: `/${level + 1}`, size: level + 1 === depth ? 0 : 1 });
    open.set(level === 0 ? '' : `/${level}`, { total: 1, pages: new Map([[0, [member]]]) });
  }
  const rows = treeRows({ root: node({ pointer: '', size: 1 }), open });
  expect(rows).toHaveLength(depth);
  expect(rows.at(-1)?.depth).toBe(depth - 1);
});

interface Plain {
  readonly depth: number;
  readonly key: string;
}

/** The same outline by plain recursion over the value. */
function outline(value: unknown, depth = 0): readonly Plain[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [{ depth, key }, ...outline(member, depth + 1)]);
}

test('unfolded whole, the rows are the outline of the value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
      const tree = new PayloadTreeState(valueSource(value), '');
      await tree.start(60);
      await tree.showLevels(Number.POSITIVE_INFINITY, 100_000);
      const { rows } = tree.snapshot();
      const expected = outline(value);
      if (expected.length === 0) {
        expect(rows).toHaveLength(1);
        return;
      }
      const displayed = rows.flatMap((row) =>
        row.kind === 'value' ? [{ depth: row.depth, key: String(row.node.key) }] : [],
      );
      expect(displayed).toEqual(expected);
      for (const [at, row] of rows.entries()) {
        const parent = rows[row.parent];
        expect(row.depth).toBe(parent === undefined ? 0 : parent.depth + 1);
        expect(row.parent).toBeLessThan(at);
      }
      expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    }),
    { numRuns: 200 },
  );
});
