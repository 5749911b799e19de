import { masker } from '@openwop-inspector/base';
import type { FileProblem } from '@openwop-inspector/shell-contract';
import { announce } from '@openwop-inspector/ui';
import { create } from 'zustand';

/** What the status bar says about what a key just did or could not do. */
interface HintState {
  /** One sentence; null for none. */
  readonly hint: string | null;
  /** The sentence is about a change that can be undone: a button for it is displayed next to it. */
  readonly mayUndo: boolean;
}

/** Displayed in the status bar until the next one. */
export const useHintStore = create<HintState>()(() => ({ hint: null, mayUndo: false }));

/** Shows a sentence in the status bar and says it to those who listen. `mayUndo`: it is about a change that can be. */
export function showHint(hint: string, mayUndo = false): void {
  useHintStore.setState({ hint, mayUndo });
  announce(hint);
}

export function clearHint(): void {
  if (useHintStore.getState().hint !== null) useHintStore.setState({ hint: null, mayUndo: false });
}

/** Files that could not be opened, newest last. They stay until the person puts them away. */
export const useNoticesStore = create<{ readonly failures: readonly FileProblem[] }>()(() => ({
  failures: [],
}));

/** Shows failures, with their original messages: names of files and messages of platforms are masked here. */
export function noteFailures(failed: readonly { readonly name: string; readonly message: string }[]): void {
  if (failed.length === 0) return;
  const masked = failed.map((one) => ({ name: masker.text(one.name), message: masker.text(one.message) }));
  useNoticesStore.setState(({ failures }) => ({ failures: [...failures, ...masked].slice(-20) }));
}

export const dismissFailures = (): void => useNoticesStore.setState({ failures: [] });

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
  /** Undone, the one to be done again next last. */
  readonly undone: readonly Change[];
}

/** Maximum number of undoable changes; older ones stay as they are. */
const MAX_CHANGES = 100;

export const useChanges = create<Changes>()(() => ({ done: [], undone: [] }));

/** Makes a change, reports it, and stores its undo. Changes undone before cannot be redone afterwards. */
export function makeChange(change: Change): void {
  change.redo();
  useChanges.setState(({ done }) => ({ done: [...done, change].slice(-MAX_CHANGES), undone: [] }));
  showHint(`${change.words}.`, true);
}

/** Takes the last change back. */
export function undoChange(): void {
  const { done, undone } = useChanges.getState();
  const last = done.at(-1);
  if (last === undefined) return;
  useChanges.setState({ done: done.slice(0, -1), undone: [...undone, last] });
  last.undo();
  showHint(`Undone: ${last.words}.`);
}

/** Redoes what was undone last. */
export function redoChange(): void {
  const { done, undone } = useChanges.getState();
  const last = undone.at(-1);
  if (last === undefined) return;
  useChanges.setState({ done: [...done, last], undone: undone.slice(0, -1) });
  last.redo();
  showHint(`${last.words}.`, true);
}

export const mayUndo = (): boolean => useChanges.getState().done.length > 0;
export const mayRedo = (): boolean => useChanges.getState().undone.length > 0;
