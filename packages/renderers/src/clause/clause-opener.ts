import type { ClauseTarget } from '@openwop-inspector/protocol';
import { createContext, useContext } from 'react';

/** Shows a clause in its page. */
export type OpenClause = (target: ClauseTarget) => void;

const ClauseOpenerContext = createContext<OpenClause | null>(null);

/** Provides the opener for all citations; without it they are text, as in the gallery. */
export const ClauseOpenerProvider = ClauseOpenerContext.Provider;

export const useClauseOpener = (): OpenClause | null => useContext(ClauseOpenerContext);
