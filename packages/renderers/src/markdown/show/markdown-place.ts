/** What the parts of one document share. */
import { createContext, type RefObject, useContext } from 'react';

export interface MarkdownPlace {
  /** The whole document on screen: footnotes are found in it and nowhere else. */
  readonly root: RefObject<HTMLElement | null>;
}

const MarkdownPlaceContext = createContext<MarkdownPlace | null>(null);

export const MarkdownPlaceProvider = MarkdownPlaceContext.Provider;

export function useMarkdownPlace(): MarkdownPlace {
  const place = useContext(MarkdownPlaceContext);
  if (place === null) throw new Error('A part of a document is outside of it.');
  return place;
}

/** Moves to a footnote or back. The address of the page stays as it is: it belongs to the application. */
export function goTo(root: HTMLElement | null, selector: string): void {
  const target = root?.querySelector<HTMLElement>(selector);
  target?.focus({ preventScroll: true });
  target?.scrollIntoView?.({ block: 'nearest' });
}
