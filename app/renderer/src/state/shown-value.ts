/** A value of an event that the payload tab is to show, until it does. */
import { create } from 'zustand';

export interface ShownValue {
  readonly sessionId: string;
  readonly ordinal: number;
  /** From the root of the document. */
  readonly pointer: string;
  /** The tree gets the focus too. */
  readonly takesFocus: boolean;
}

const useAsked = create<{ readonly asked: ShownValue | null }>()(() => ({ asked: null }));

export function askForValue(asked: ShownValue): void {
  useAsked.setState({ asked });
}

/** The requested value of an event, or null. */
export function useShownValue(sessionId: string, ordinal: number | null): ShownValue | null {
  return useAsked(({ asked }) =>
    asked?.sessionId === sessionId && asked.ordinal === ordinal ? asked : null,
  );
}

/** Somebody shows it. */
export function takeShownValue(shown: ShownValue): void {
  if (useAsked.getState().asked === shown) useAsked.setState({ asked: null });
}
