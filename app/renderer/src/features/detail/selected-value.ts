/** A value of an event that the payload tab is to show, until it does. */
import { create } from 'zustand';

export interface SelectedValue {
  readonly sessionId: string;
  readonly ordinal: number;
  /** From the root of the document. */
  readonly pointer: string;
  /** The tree gets the focus too. */
  readonly takesFocus: boolean;
}

const useSelection = create<{ readonly pending: SelectedValue | null }>()(() => ({ pending: null }));

export function askForValue(pending: SelectedValue): void {
  useSelection.setState({ pending });
}

/** The requested value of an event, or null. */
export function useSelectedValue(sessionId: string, ordinal: number | null): SelectedValue | null {
  return useSelection(({ pending }) =>
    pending?.sessionId === sessionId && pending.ordinal === ordinal ? pending : null,
  );
}

/** Somebody shows it. */
export function takeSelectedValue(displayed: SelectedValue): void {
  if (useSelection.getState().pending === displayed) useSelection.setState({ pending: null });
}

interface WantedValue extends Omit<SelectedValue, 'takesFocus'> {
  /** Another number each time, so that the same value can be gone to again. */
  readonly number: number;
}

export const useWantedValue = create<{ readonly wanted: WantedValue | null }>()(() => ({ wanted: null }));

/** Has the payload tree of an event open at a value. */
export function showValue(sessionId: string, ordinal: number, pointer: string): void {
  useWantedValue.setState(({ wanted }) => ({
    wanted: { sessionId, ordinal, pointer, number: (wanted?.number ?? 0) + 1 },
  }));
}
