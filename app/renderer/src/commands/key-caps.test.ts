import { expect, test } from 'vitest';
import { keyCaps } from './key-caps.ts';

test.each([
  ['+', false, ['+']],
  ['-', false, ['-']],
  ['j', false, ['j']],
  ['mod+k', false, ['Ctrl', 'K']],
  ['mod+k', true, ['⌘', 'K']],
  ['alt+ArrowLeft', false, ['Alt', '←']],
])('caps of %s (Apple: %s)', (chord, apple, caps) => {
  expect(keyCaps(chord, apple)).toEqual(caps);
});
