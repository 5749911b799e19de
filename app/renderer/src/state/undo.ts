/** What a person changed in this window, so that it can be taken back and done again. Nothing of it outlives the window. */
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

/** Changes that can be taken back; older ones stay as they are. */
const MAX_CHANGES = 100;

export const useChanges = create<Changes>()(() => ({ done: [], undone: [] }));

/** Makes a change, says so, and keeps the way back. What was taken back before cannot be done again afterwards. */
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

/** Does again what was taken back last. */
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
