import type { ClauseTarget } from '@openwop-inspector/protocol';
import { createContext, useContext } from 'react';

/** Shows a clause in its page. */
export type OpenClause = (target: ClauseTarget) => void;

const ClauseOpenerContext = createContext<OpenClause | null>(null);

/** Put once around everything that cites; citations stand as text without it, as in the gallery. */
export const ClauseOpenerProvider = ClauseOpenerContext.Provider;

export const useClauseOpener = (): OpenClause | null => useContext(ClauseOpenerContext);
