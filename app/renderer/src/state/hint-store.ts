import { announce } from '@openwop-inspector/ui';
import { create } from 'zustand';

/** One sentence about what a key just did or could not do; shown in the status bar until the next one. */
export const useHintStore = create<{ readonly hint: string | null }>()(() => ({ hint: null }));

/** Shows a sentence in the status bar and says it to those who listen. */
export function showHint(hint: string): void {
  useHintStore.setState({ hint });
  announce(hint);
}

export function clearHint(): void {
  if (useHintStore.getState().hint !== null) useHintStore.setState({ hint: null });
}
