import type { ClauseTarget } from '@openwop-inspector/protocol';
import { create } from 'zustand';
import type { LinkFacts } from './link-facts.ts';

/**
 * Overlays of the window: the palette, the key sheet, what the inspector is made of, two events side by side, the session
 * that is to be saved, an export of a report or of events, the colouring rules, or nothing.
 */
type Overlay = 'palette' | 'keys' | 'about' | 'pair' | 'session' | 'export' | 'safe-log' | 'colours';

export const useOverlayStore = create<{ readonly overlay: Overlay | null }>()(() => ({ overlay: null }));

export const openOverlay = (overlay: Overlay): void => useOverlayStore.setState({ overlay });
export const closeOverlay = (): void => useOverlayStore.setState({ overlay: null });

/** Clauses that were opened one from another, the visible one last; empty while the reader is closed. */
export const useClauseStore = create<{ readonly trail: readonly ClauseTarget[] }>()(() => ({ trail: [] }));

/** Opens the reader at a clause, or continues to it. */
export function openClause(target: ClauseTarget): void {
  useClauseStore.setState(({ trail }) => ({ trail: [...trail, target] }));
}

/** Back to the clause from which this one was opened. */
export function backToClause(): void {
  useClauseStore.setState(({ trail }) => ({ trail: trail.length > 1 ? trail.slice(0, -1) : trail }));
}

export const closeClause = (): void => useClauseStore.setState({ trail: [] });

/** The link that the user must confirm, where the shell leaves the question to the window. */
export const useLinkStore = create<{ readonly pending: LinkFacts | null }>()(() => ({ pending: null }));

/** Asks before a link is opened; a question that is open already stays. */
export function askToOpen(link: LinkFacts): void {
  if (useLinkStore.getState().pending === null) useLinkStore.setState({ pending: link });
}

export const closeLinkQuestion = (): void => useLinkStore.setState({ pending: null });
