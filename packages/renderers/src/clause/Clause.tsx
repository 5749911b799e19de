import { type ClauseTarget, clausePlace, splitClause } from '@openwop-inspector/protocol';
import { layout } from '@openwop-inspector/ui';
import { createContext, Fragment, useContext, useMemo } from 'react';

/**
 * Words of ours that cite the protocol pages, or a citation alone: each clause opens its page at its place. What no page
 * has stays text. A quiet one is in the quietest colour, next to the sentence that it supports.
 */
export function Clause({ clause, isQuiet = false }: { readonly clause: string; readonly isQuiet?: boolean }) {
  const pieces = useMemo(() => splitClause(clause), [clause]);
  const texts = pieces.map(({ text, target }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
    <Fragment key={at}>{target === null ? text : <ClauseLink text={text} target={target} />}</Fragment>
  ));
  return isQuiet ? <span className={layout.third}>{texts}</span> : texts;
}

function ClauseLink({ text, target }: { readonly text: string; readonly target: ClauseTarget }) {
  const open = useClauseOpener();
  const place = clausePlace(target);
  if (open === null || place === null) return text;
  const words = place.section === '' ? place.title : `${place.pageTitle}, ${place.section} ${place.title}`;
  return (
    <button type="button" className={layout.link} title={words} onClick={() => open(target)}>
      {text}
    </button>
  );
}

/** Shows a clause in its page. */
export type OpenClause = (target: ClauseTarget) => void;

const ClauseOpenerContext = createContext<OpenClause | null>(null);

/** Provides the opener for all citations; without it they are text, as in the gallery. */
export const ClauseOpenerProvider = ClauseOpenerContext.Provider;

export const useClauseOpener = (): OpenClause | null => useContext(ClauseOpenerContext);
