import { expect, test } from 'vitest';
import { createGestures } from './gestures.ts';

function watch(hasAssistance = false) {
  let nowMs = 0;
  const gestures = createGestures({ now: () => nowMs, hasAssistance: () => hasAssistance });
  return { ...gestures, wait: (ms: number) => (nowMs += ms) };
}

test('nothing was done at the start', () => {
  expect(watch().isFresh()).toBe(false);
});

test.each(['mouseDown', 'rawKeyDown', 'touchStart', 'gestureTap'])('%s is fresh for five seconds', (type) => {
  const { noteInput, isFresh, wait } = watch();
  noteInput(type);
  wait(5_000);
  expect(isFresh()).toBe(true);
  wait(1);
  expect(isFresh()).toBe(false);
});

test.each([
  'mouseMove',
  'mouseEnter',
  'mouseLeave',
  'mouseWheel',
  'gestureScrollBegin',
  'keyUp',
  'pointerMove',
])('%s is no gesture', (type) => {
  const { noteInput, isFresh } = watch();
  noteInput(type);
  expect(isFresh()).toBe(false);
});

test('the answer to a dialog of the system is one', () => {
  const { noteAnswer, isFresh } = watch();
  noteAnswer();
  expect(isFresh()).toBe(true);
});

test('assistive technology presses without input events, and is not shut out', () => {
  expect(watch(true).isFresh()).toBe(true);
});
