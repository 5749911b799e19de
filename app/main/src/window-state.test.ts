import { expect, test } from 'vitest';
import { fitWindow, type WindowState, windowStateFrom } from './window-state.ts';

const laptop = { x: 0, y: 25, width: 1440, height: 875 };
const second = { x: 1440, y: 0, width: 2560, height: 1440 };
const stored: WindowState = { width: 1200, height: 800, place: { x: 1500, y: 100 }, isMaximized: false };

test.each([
  ['its display is there', stored, [laptop, second], stored],
  ['its display is gone', stored, [laptop], { ...stored, place: null }],
  [
    'it is larger than its display',
    { ...stored, width: 9000, height: 9000 },
    [laptop, second],
    { ...stored, width: 2560, height: 1440 },
  ],
  [
    'it is too small to use',
    { ...stored, width: 10, height: 10, place: null },
    [laptop],
    { ...stored, width: 720, height: 480, place: null },
  ],
  [
    'its top is above the display',
    { ...stored, place: { x: 1500, y: -10 } },
    [laptop, second],
    { ...stored, place: null },
  ],
  [
    'only an edge would show',
    { ...stored, place: { x: 3990, y: 100 } },
    [laptop, second],
    { ...stored, place: null },
  ],
  ['there is no display', stored, [], { ...stored, place: null }],
  ['it was maximized', { ...stored, isMaximized: true }, [laptop, second], { ...stored, isMaximized: true }],
])('a window when %s', (_when, state, displays, expected) => {
  expect(fitWindow(state, displays)).toEqual(expected);
});

test.each([
  ['a stored state', { ...stored }, stored],
  [
    'a state without a place',
    { width: 900, height: 600 },
    { width: 900, height: 600, place: null, isMaximized: false },
  ],
  ['half a place', { ...stored, place: { x: 1 } }, { ...stored, place: null }],
  [
    'numbers of nowhere',
    { ...stored, width: 1e9 },
    { width: 1440, height: 900, place: null, isMaximized: false },
  ],
  ['nothing', undefined, { width: 1440, height: 900, place: null, isMaximized: false }],
  ['text', 'x', { width: 1440, height: 900, place: null, isMaximized: false }],
])('%s is read', (_what, value, expected) => {
  expect(windowStateFrom(value)).toEqual(expected);
});
