import { type LogText, WORDS_OF_RUNS } from '@openwop-inspector/run-log';
import { createContext, use } from 'react';

/** Labels for the parts of the visible log; provided by the component that knows the log. */
export const LogTextContext = createContext<LogText>(WORDS_OF_RUNS);

export const useLogText = (): LogText => use(LogTextContext);
