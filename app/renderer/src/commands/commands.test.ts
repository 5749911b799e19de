// @vitest-environment jsdom
import { TREE_KEYS } from '@openwop-inspector/renderers';
import { HOLD_KEY, LIST_KEYS } from '@openwop-inspector/ui';
import { expect, test } from 'vitest';
import { COMMANDS } from './commands.ts';

test('each command has an id of its own: the palette omits the entries between two of one id', () => {
  const ids = COMMANDS.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test('a key that moves in lists does nothing else', () => {
  const moving: readonly string[] = Object.values(LIST_KEYS).flat();
  expect(moving.filter((key, at) => moving.indexOf(key) !== at)).toEqual([]);
  const others = COMMANDS.filter(({ id }) => !['fold', 'unfold', ...Object.keys(LIST_KEYS)].includes(id));
  const taken = [...others.flatMap(({ chords }) => chords), ...Object.values(TREE_KEYS), HOLD_KEY];
  expect(moving.filter((key) => taken.includes(key))).toEqual([]);
});
