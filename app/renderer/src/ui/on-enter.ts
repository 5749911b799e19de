import type { KeyboardEvent } from 'react';

/**
 * Carries a form out on Enter: its button is none that the browser would press. Shift Enter and the Enter that ends the
 * composition of a character do nothing.
 */
export function onEnter(act: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };
}
