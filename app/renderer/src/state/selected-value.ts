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

const useSelection = create<{ readonly asked: SelectedValue | null }>()(() => ({ asked: null }));

export function askForValue(asked: SelectedValue): void {
  useSelection.setState({ asked });
}

/** The requested value of an event, or null. */
export function useSelectedValue(sessionId: string, ordinal: number | null): SelectedValue | null {
  return useSelection(({ asked }) =>
    asked?.sessionId === sessionId && asked.ordinal === ordinal ? asked : null,
  );
}

/** Somebody shows it. */
export function takeSelectedValue(displayed: SelectedValue): void {
  if (useSelection.getState().asked === displayed) useSelection.setState({ asked: null });
}
