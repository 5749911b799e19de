import { describe, expect, test } from 'vitest';
import { PayloadTreeState } from './payload-tree.ts';
import { type PayloadSource, valueSource } from './value-source.ts';

const value = { error: { details: { violations: [{ message: 'no title' }] } }, list: Array(3_500).fill(0) };

function keys(tree: PayloadTreeState): readonly (string | number | null)[] {
  return tree.snapshot().rows.map((row) => (row.kind === 'value' ? row.node.key : `+${row.next}`));
}

describe('a tree reads what is unfolded', () => {
  test('it opens with the outline that fits', async () => {
    const tree = new PayloadTreeState(valueSource(value), '');
    await tree.start(10);
    expect(keys(tree)).toEqual(['error', 'details', 'list']);
  });

  test('folding and unfolding again restores the open rows inside', async () => {
    const tree = new PayloadTreeState(valueSource(value.error), '');
    await tree.start(60);
    expect(keys(tree)).toEqual(['details', 'violations', 0, 'message']);
    tree.fold('/details');
    expect(keys(tree)).toEqual(['details']);
    await tree.unfold('/details');
    expect(keys(tree)).toEqual(['details', 'violations', 0, 'message']);
  });

  test('a large array comes in pages', async () => {
    const tree = new PayloadTreeState(valueSource(value), '/list');
    await tree.start(60);
    expect(tree.snapshot().rows).toHaveLength(1_001);
    await tree.loadPage('/list', 1);
    expect(tree.snapshot().rows).toHaveLength(2_001);
  });

  test('levels beyond the chosen one fold', async () => {
    const tree = new PayloadTreeState(valueSource(value.error), '');
    await tree.start(60);
    expect(await tree.showLevels(2, 100)).toBe(true);
    expect(keys(tree)).toEqual(['details', 'violations']);
    expect(await tree.showLevels(9, 3)).toBe(false);
  });
});

describe('revealing a value unfolds the way to it', () => {
  test.each([
    ['/error/details/violations/0/message', 'message'],
    ['/list/3400', 3_400],
    ['/error', 'error'],
  ])('%s', async (pointer, key) => {
    const tree = new PayloadTreeState(valueSource(value), '');
    await tree.start(2);
    const id = await tree.reveal(pointer);
    const row = tree.snapshot().rows.find((each) => each.id === id);
    expect(row?.kind === 'value' && row.node.key).toBe(key);
  });

  test('of repeated keys the one at a byte', async () => {
    const plain = valueSource({ a: 1, b: 2 });
    const tree = new PayloadTreeState(
      {
        ...plain,
        children: async (...where) => {
          const answer = await plain.children(...where);
          const nodes = answer?.nodes.map((node, at) => ({ ...node, pointer: '/a', byteOffset: 10 * at }));
          return answer && { ...answer, nodes: nodes ?? [] };
        },
      },
      '',
    );
    await tree.start(60);
    expect(await tree.reveal('/a', 10)).toBe('1');
    expect(await tree.reveal('/a')).toBe('0');
  });

  test.each(['/nothing', '/error/details/other', '/list/9999', '/error/~', ''])(
    '%j is not there',
    async (pointer) => {
      const tree = new PayloadTreeState(valueSource(value), '/error');
      await tree.start(2);
      expect(await tree.reveal(pointer)).toBeNull();
    },
  );

  test('a key far back in a large object is found', async () => {
    const wide = Object.fromEntries(Array.from({ length: 2_500 }, (_, at) => [`k${at}`, at]));
    const tree = new PayloadTreeState(valueSource(wide), '');
    await tree.start(60);
    expect(await tree.reveal('/k2400')).toBe('2400');
  });
});

describe('what cannot be read is said', () => {
  test('a root that is not there', async () => {
    const tree = new PayloadTreeState(valueSource({}), '/payload');
    await tree.start(60);
    expect(tree.snapshot().status).toBe('absent');
  });

  test('a source that fails', async () => {
    const gone: PayloadSource = {
      ...valueSource({}),
      node: () => Promise.reject(new Error('worker is gone')),
    };
    const tree = new PayloadTreeState(gone, '');
    await tree.start(60);
    expect(tree.snapshot()).toMatchObject({ status: 'failed', message: 'worker is gone' });
  });

  test('members that fail leave the rest in place', async () => {
    const good = valueSource({ a: { b: 1 }, c: 2 });
    const source: PayloadSource = {
      ...good,
      children: (pointer, ...rest) =>
        pointer === '/a' ? Promise.reject(new Error('too deep')) : good.children(pointer, ...rest),
    };
    const tree = new PayloadTreeState(source, '');
    await tree.start(60);
    expect(keys(tree)).toEqual(['a', 'c']);
    expect(tree.snapshot().unread.get('/a')).toBe('too deep');
  });
});
