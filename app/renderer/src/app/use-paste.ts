import { useLayoutEffect } from 'react';
import { takesText } from '../commands/key-map.ts';
import { openTransfer } from '../state/open-actions.ts';

/** Pasting anywhere but into a text field opens what was pasted. */
export function usePaste(): void {
  // Before the first paint: what a person can see can be used.
  useLayoutEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (event.clipboardData === null || takesText(document.activeElement)) return;
      event.preventDefault();
      openTransfer(event.clipboardData);
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, []);
}
