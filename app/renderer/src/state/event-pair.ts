/** Two events that the user selects to compare: one is picked, then another. */
import { formatSequence } from '@openwop-inspector/base';
import { create } from 'zustand';
import { askWorker } from '../worker/client.ts';
import type { EventOfSession } from '../worker/compare-jobs.ts';
import { showHint } from './hint-store.ts';
import { openOverlay } from './overlay-store.ts';
import { sessionOf } from './sessions-store.ts';
import { viewOf } from './view-store.ts';

/** An event with the name that it is called by in a sentence. */
export interface PickedEvent extends EventOfSession {
  readonly words: string;
}

export interface EventPair {
  readonly a: PickedEvent | null;
  readonly b: PickedEvent | null;
}

export const useEventPair = create<EventPair>()(() => ({ a: null, b: null }));

/** The event that another is to be compared with; null when none is picked, and once its log is closed. */
export function pickedIn({ a, b }: EventPair): PickedEvent | null {
  return a === null || b !== null || sessionOf(a.sessionId) === null ? null : a;
}

/** Picks the selected event, or compares it with the picked one; the picked one itself is put back. */
export async function pickOrCompare(sessionId: string): Promise<void> {
  const ordinal = viewOf(sessionId).selected;
  if (ordinal === null) return showHint('Select an event first.');
  const [row] = await askWorker('rowsByOrdinal', { sessionId, ordinals: [ordinal] });
  if (row === undefined) return showHint('The event is not there any more.');
  const event: PickedEvent = { sessionId, ordinal, words: `${formatSequence(row.sequence)} ${row.type}` };
  const a = pickedIn(useEventPair.getState());
  if (a === null) {
    useEventPair.setState({ a: event, b: null });
    return showHint(
      `Picked ${event.words}. Select another event, of this log or another, and press = again.`,
    );
  }
  if (a.sessionId === sessionId && a.ordinal === ordinal) {
    useEventPair.setState({ a: null, b: null });
    return showHint('No event is picked any more.');
  }
  useEventPair.setState({ a, b: event });
  openOverlay('pair');
}
