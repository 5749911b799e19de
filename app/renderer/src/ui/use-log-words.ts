import { type LogWords, WORDS_OF_RUNS } from '@openwop-inspector/run-log';
import { createContext, use } from 'react';

/** What the parts of the log in sight are called; given by whoever knows the log. */
export const LogWordsContext = createContext<LogWords>(WORDS_OF_RUNS);

export const useLogWords = (): LogWords => use(LogWordsContext);
