import { type KeyboardEvent, useEffect } from 'react';

/** The key that lifts the marks of secrets for as long as it is held (security S-14). */
const KEY = 'v';

/**
 * Lifts marks while the key is held: `onHold(true)` at the press, `onHold(false)` at whatever ends it, on another window
 * too. Null for a place without marks. Gives the handler of the place that must have the focus.
 */
export function useHeldKey(
  onHold: ((held: boolean) => void) | null,
  held: boolean,
): (press: KeyboardEvent) => void {
  useEffect(() => {
    if (!held || onHold === null) return undefined;
    const release = () => onHold(false);
    const ends = ['keyup', 'blur', 'pointercancel'] as const;
    for (const end of ends) window.addEventListener(end, release);
    return () => {
      for (const end of ends) window.removeEventListener(end, release);
    };
  }, [held, onHold]);
  return (press) => {
    if (onHold === null || press.key !== KEY || press.ctrlKey || press.metaKey || press.altKey) return;
    press.preventDefault();
    press.stopPropagation();
    if (!press.repeat) onHold(true);
  };
}
