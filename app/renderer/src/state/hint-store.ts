import { announce } from '@openwop-inspector/ui';
import { create } from 'zustand';

/** What the status bar says about what a key just did or could not do. */
export interface HintState {
  /** One sentence; null for none. */
  readonly hint: string | null;
  /** The sentence is about a change that can be undone: a button for it is displayed next to it. */
  readonly mayUndo: boolean;
}

/** Shown in the status bar until the next one. */
export const useHintStore = create<HintState>()(() => ({ hint: null, mayUndo: false }));

/** Shows a sentence in the status bar and says it to those who listen. */
export function showHint(hint: string): void {
  useHintStore.setState({ hint, mayUndo: false });
  announce(hint);
}

/** The same about a change that can be undone. */
export function hintWithUndo(hint: string): void {
  useHintStore.setState({ hint, mayUndo: true });
  announce(hint);
}

export function clearHint(): void {
  if (useHintStore.getState().hint !== null) useHintStore.setState({ hint: null, mayUndo: false });
}
