import { masker, words } from '@openwop-inspector/base';
import { describe, expect, test } from 'vitest';
import { treeStep } from './tree-keys.ts';
import type { TreeRow } from './tree-rows.ts';

const place = { posInSet: 1, setSize: 1, repeated: false };
const scalar = { kind: 'number', key: words`x`, pointer: '/x', size: 0, text: words`1` } as const;
const rest = { truncated: false, masked: false, byteOffset: 0, byteLength: 0 };
const leaf = { ...scalar, ...rest };

/** An open container, its closed member, its more row, and a leaf after it. */
const rows: readonly TreeRow[] = [
  { kind: 'value', id: '0', depth: 0, parent: -1, node: leaf, unfolded: true, ...place },
  { kind: 'value', id: '0.0', depth: 1, parent: 0, node: leaf, unfolded: false, ...place },
  {
    kind: 'more',
    id: '0.1',
    depth: 1,
    parent: 0,
    pointer: '',
    page: 1,
    next: 1,
    hidden: 1,
    posInSet: 2,
    setSize: 2,
  },
  { kind: 'value', id: '1', depth: 0, parent: -1, node: leaf, unfolded: null, ...place },
];

test('right on a long text shows it', () => {
  const text = { ...leaf, kind: 'string' as const, size: 9_000, text: masker.text('a'.repeat(4_096)) };
  const row: TreeRow = { kind: 'value', id: '0', depth: 0, parent: -1, node: text, unfolded: null, ...place };
  expect(treeStep({ key: 'ArrowRight', ...plain }, [row], 0, 10)).toEqual({ kind: 'open' });
});

const plain = { command: false, shift: false, alt: false };

describe('keys move and fold', () => {
  test.each([
    ['ArrowDown', 0, { kind: 'focus', index: 1 }],
    ['j', 3, { kind: 'focus', index: 3 }],
    ['ArrowUp', 0, { kind: 'focus', index: 0 }],
    ['k', 2, { kind: 'focus', index: 1 }],
    ['Home', 2, { kind: 'focus', index: 0 }],
    ['End', 0, { kind: 'focus', index: 3 }],
    ['PageDown', 1, { kind: 'focus', index: 3 }],
    ['ArrowRight', 0, { kind: 'focus', index: 1 }],
    ['ArrowRight', 1, { kind: 'open' }],
    ['l', 2, { kind: 'open' }],
    ['ArrowRight', 3, { kind: 'focus', index: 3 }],
    ['ArrowLeft', 0, { kind: 'close' }],
    ['h', 1, { kind: 'focus', index: 0 }],
    ['ArrowLeft', 3, { kind: 'focus', index: 3 }],
    ['Enter', 0, { kind: 'toggle' }],
    ['y', 0, { kind: 'copy-path' }],
    ['ContextMenu', 0, { kind: 'menu' }],
    ['t', 3, { kind: 'text' }],
    ['b', 0, { kind: 'bytes' }],
    ['m', 0, { kind: 'note' }],
    ['v', 3, { kind: 'reveal' }],
    ['+', 0, { kind: 'levels', by: 'more' }],
    ['-', 0, { kind: 'levels', by: 'fewer' }],
    ['*', 0, { kind: 'levels', by: 'all' }],
    ['q', 0, null],
  ] as const)('%s on row %i', (key, at, step) => {
    expect(treeStep({ key, ...plain }, rows, at, 10)).toEqual(step);
  });

  test.each([
    [{ key: 'c', command: true, shift: false, alt: false }, { kind: 'copy-value' }],
    [{ key: 'f', command: true, shift: false, alt: false }, { kind: 'search' }],
    [{ key: 'F10', command: false, shift: true, alt: false }, { kind: 'menu' }],
    [{ key: 'j', command: true, shift: false, alt: false }, null],
    [{ key: 'k', command: false, shift: false, alt: true }, null],
  ] as const)('%o', (press, step) => {
    expect(treeStep(press, rows, 0, 10)).toEqual(step);
  });
});
