import { useLayoutEffect } from 'react';
import { clearHint } from '../state/hint-store.ts';
import { useLinkStore } from '../state/link-store.ts';
import { useOverlayStore } from '../state/overlay-store.ts';
import { commandFor } from './commands.ts';
import { isApple } from './key-caps.ts';
import { chordOf, takesText, worksInText } from './key-map.ts';
import { rememberFocus } from './regions.ts';

/** Binds the keys of all commands to the window. What a focused list or field has used never arrives here. */
export function useKeys(): void {
  // Before the first paint: what a person can see can be used.
  useLayoutEffect(() => {
    const apple = isApple(navigator.platform);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (useOverlayStore.getState().overlay !== null || useLinkStore.getState().asked !== null) return;
      if (document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')) return;
      const chord = chordOf(event, apple);
      if (chord === null) return;
      if (takesText(document.activeElement) && !worksInText(chord)) return;
      const command = commandFor(chord);
      if (command === null) return;
      event.preventDefault();
      clearHint();
      command.run();
    };
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('pointerdown', clearHint);
    window.addEventListener('focusin', rememberFocus);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('pointerdown', clearHint);
      window.removeEventListener('focusin', rememberFocus);
    };
  }, []);
}
