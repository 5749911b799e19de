/** What the parts of one document share: all of it on screen. Footnotes are found in it and nowhere else. */
import { createContext, type RefObject, useContext } from 'react';

const DocumentContext = createContext<RefObject<HTMLElement | null> | null>(null);

export const DocumentProvider = DocumentContext.Provider;

/** Moves to a footnote or back. The address of the page stays as it is: it belongs to the application. */
export function useGoTo(): (selector: string) => void {
  const root = useContext(DocumentContext);
  return (selector) => {
    const target = root?.current?.querySelector<HTMLElement>(selector);
    target?.focus({ preventScroll: true });
    target?.scrollIntoView?.({ block: 'nearest' });
  };
}
