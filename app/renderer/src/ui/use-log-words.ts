import { createContext, use } from 'react';
import { type LogWords, WORDS_OF_RUNS } from '../model/log-words.ts';

/** What the parts of the log in sight are called; given by whoever knows the log. */
export const LogWordsContext = createContext<LogWords>(WORDS_OF_RUNS);

export const useLogWords = (): LogWords => use(LogWordsContext);
