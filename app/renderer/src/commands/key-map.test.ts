// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { chordOf, keyCaps, takesText, worksInText } from './key-map.ts';

const press = (key: string, modifiers: readonly ('ctrl' | 'meta' | 'alt' | 'shift')[] = []) => ({
  key,
  ctrlKey: modifiers.includes('ctrl'),
  metaKey: modifiers.includes('meta'),
  altKey: modifiers.includes('alt'),
  shiftKey: modifiers.includes('shift'),
});

describe('the chord of a key press', () => {
  test.each([
    [press('j'), 'j'],
    [press('G', ['shift']), 'G'],
    [press('?', ['shift']), '?'],
    [press('F6', ['shift']), 'shift+F6'],
    [press('k', ['ctrl']), 'mod+k'],
    [press('K', ['ctrl', 'shift']), 'mod+shift+k'],
    [press('Tab', ['ctrl', 'shift']), 'mod+shift+Tab'],
    [press('k', ['meta']), null],
    [press('j', ['alt']), null],
  ])('%j is %s', (event, chord) => expect(chordOf(event, false)).toBe(chord));

  test.each([
    [press('k', ['meta']), 'mod+k'],
    [press('k', ['ctrl']), null],
    [press('Tab', ['ctrl']), 'mod+Tab'],
  ])('on a Mac %j is %s', (event, chord) => expect(chordOf(event, true)).toBe(chord));

  test.each([
    ['j', false],
    ['?', false],
    ['/', false],
    ['mod+k', true],
    ['F6', true],
    ['shift+F6', true],
    ['Escape', true],
  ])('in a text field %s works: %s', (chord, works) => expect(worksInText(chord)).toBe(works));
});

test.each([
  ['<input>', true],
  ['<input type="checkbox">', false],
  ['<textarea></textarea>', true],
  ['<button></button>', false],
  ['<div role="listbox" tabindex="0"></div>', false],
])('%s takes text: %s', (html, takes) => {
  const parsed = new DOMParser().parseFromString(html, 'text/html').body.firstElementChild;
  expect(takesText(parsed === null ? null : document.importNode(parsed, true))).toBe(takes);
});

test('typing in a shadow root is typing', () => {
  const host = document.createElement('div');
  document.body.append(host);
  const root = host.attachShadow({ mode: 'open' });
  const field = document.createElement('input');
  root.append(field);
  expect(takesText(host)).toBe(false);
  field.focus();
  expect(takesText(host)).toBe(true);
  host.remove();
});

test.each([
  ['mod+k', false, ['Ctrl', 'K']],
  ['mod+k', true, ['⌘', 'K']],
  ['shift+F6', false, ['Shift', 'F6']],
  ['G', false, ['G']],
  ['Escape', false, ['Esc']],
])('the caps of %s (Mac: %s) are %j', (chord, apple, caps) => expect(keyCaps(chord, apple)).toEqual(caps));

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
