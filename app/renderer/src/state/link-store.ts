import { create } from 'zustand';
import type { LinkFacts } from '../model/link-facts.ts';

/** The link that the user must confirm, where the shell leaves the question to the window. */
export const useLinkStore = create<{ readonly asked: LinkFacts | null }>()(() => ({ asked: null }));

/** Asks before a link is opened; a question that is open already stays. */
export function askToOpen(link: LinkFacts): void {
  if (useLinkStore.getState().asked === null) useLinkStore.setState({ asked: link });
}

export function closeLinkQuestion(): void {
  useLinkStore.setState({ asked: null });
}
