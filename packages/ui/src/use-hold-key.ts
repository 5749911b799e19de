import { type KeyboardEvent, useEffect } from 'react';
import { HOLD_KEY } from './list/list-keys.ts';

/**
 * Lifts marks while the key is held: `onHold(true)` at the press, `onHold(false)` at its end for any reason, also on
 * another window. Null for a place without marks. Returns the handler of the place that must have the focus.
 */
export function useHoldKey(
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
    if (onHold === null || press.key !== HOLD_KEY || press.ctrlKey || press.metaKey || press.altKey) return;
    press.preventDefault();
    press.stopPropagation();
    if (!press.repeat) onHold(true);
  };
}
