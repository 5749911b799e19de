/** The user's changes in this window, for undo and redo. Nothing of it outlives the window. */
import { create } from 'zustand';
import { hintWithUndo, showHint } from './hint-store.ts';

/** A change that was made. */
export interface Change {
  /** What was done, as a sentence without its point: "Note removed". */
  readonly words: string;
  readonly undo: () => void;
  readonly redo: () => void;
}

export interface Changes {
  /** The newest last. */
  readonly done: readonly Change[];
  /** Taken back, the one to be done again next last. */
  readonly undone: readonly Change[];
}

/** Maximum number of undoable changes; older ones stay as they are. */
const MAX_CHANGES = 100;

export const useChanges = create<Changes>()(() => ({ done: [], undone: [] }));

/** Makes a change, reports it, and stores its undo. Changes undone before cannot be redone afterwards. */
export function makeChange(change: Change): void {
  change.redo();
  useChanges.setState(({ done }) => ({ done: [...done, change].slice(-MAX_CHANGES), undone: [] }));
  hintWithUndo(`${change.words}.`);
}

/** Takes the last change back. */
export function undoChange(): void {
  const { done, undone } = useChanges.getState();
  const last = done.at(-1);
  if (last === undefined) return;
  useChanges.setState({ done: done.slice(0, -1), undone: [...undone, last] });
  last.undo();
  showHint(`Taken back: ${last.words}.`);
}

/** Redoes what was undone last. */
export function redoChange(): void {
  const { done, undone } = useChanges.getState();
  const last = undone.at(-1);
  if (last === undefined) return;
  useChanges.setState({ done: [...done, last], undone: undone.slice(0, -1) });
  last.redo();
  hintWithUndo(`${last.words}.`);
}

export const mayUndo = (): boolean => useChanges.getState().done.length > 0;
export const mayRedo = (): boolean => useChanges.getState().undone.length > 0;
