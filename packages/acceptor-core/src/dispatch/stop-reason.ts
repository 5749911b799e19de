import type { Profile } from '../accept-context.ts';
import type { ReadResponse } from './dispatch-input.ts';

/** Meaning of a stop reason. `unknown` is handled as clean, with a warning (acceptor R20). */
export type StopMeaning = 'refused' | 'truncated' | 'clean' | 'unknown';

const REFUSED: ReadonlySet<string> = new Set(['content_filter', 'refusal', 'safety']);
const TRUNCATED: ReadonlySet<string> = new Set(['length', 'max_tokens']);
/** Clean stops are written exactly as each vendor writes them; the other two sets are read in any case. */
const CLEAN: ReadonlySet<string> = new Set(['stop', 'end_turn', 'STOP']);

/** Checks refusal first, then truncation, then whether the stop is known to be clean (acceptor 5). */
export function stopMeaning({ stop, isRefusal }: ReadResponse, profile: Profile): StopMeaning {
  const word = stop?.toLowerCase() ?? '';
  // The reference host knows two reasons and takes every other one for a clean stop (R20).
  if (profile === 'reference') {
    if (isRefusal || word.replace('-', '_') === 'content_filter') return 'refused';
    return word === 'length' ? 'truncated' : 'clean';
  }
  if (isRefusal || REFUSED.has(word)) return 'refused';
  if (TRUNCATED.has(word)) return 'truncated';
  return stop !== null && CLEAN.has(stop) ? 'clean' : 'unknown';
}

/** The value of `stopReason` in `envelope.truncated` (run-events 3.2.7). */
export function truncationWord(stop: string | null): 'max_tokens' | 'length' | 'unknown' {
  const word = stop?.toLowerCase();
  return word === 'max_tokens' || word === 'length' ? word : 'unknown';
}
