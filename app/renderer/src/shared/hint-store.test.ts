import { beforeEach, describe, expect, test } from 'vitest';
import {
  makeChange,
  mayRedo,
  mayUndo,
  redoChange,
  undoChange,
  useChanges,
  useHintStore,
} from './hint-store.ts';

let value = 0;
beforeEach(() => {
  value = 0;
  useChanges.setState({ done: [], undone: [] });
});
const add = (by: number) =>
  makeChange({
    words: `Added ${by}`,
    redo: () => {
      value += by;
    },
    undo: () => {
      value -= by;
    },
  });

describe('changes', () => {
  test('are undone and redone in their order', () => {
    add(1);
    add(10);
    undoChange();
    expect(value).toBe(1);
    undoChange();
    expect([value, mayUndo(), mayRedo()]).toEqual([0, false, true]);
    redoChange();
    redoChange();
    expect([value, mayUndo(), mayRedo()]).toEqual([11, true, false]);
  });

  test('a new one leaves nothing to be done again', () => {
    add(1);
    undoChange();
    add(10);
    redoChange();
    expect(value).toBe(10);
  });

  test('report what they did, with an undo, and what was undone', () => {
    add(1);
    expect(useHintStore.getState()).toEqual({ hint: 'Added 1.', mayUndo: true });
    undoChange();
    expect(useHintStore.getState()).toEqual({ hint: 'Undone: Added 1.', mayUndo: false });
  });

  test('are a hundred at most', () => {
    for (let at = 0; at < 150; at++) add(1);
    for (let at = 0; at < 150; at++) undoChange();
    expect(value).toBe(50);
  });
});
