/** The value of an event that was gone to, which its payload tree opens at. */
import { create } from 'zustand';

export interface WantedValue {
  readonly sessionId: string;
  readonly ordinal: number;
  /** From the whole event. */
  readonly pointer: string;
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
