/**
 * Scans raw text, JSON included, quickly: false where nothing is to be masked, which is most events. It is made of the
 * same table as the finder, so that it is true wherever the masker would change anything.
 */
import { fastLook } from './fast-look.ts';
import { mayBeNameBefore } from './secret-names.ts';
import { mayHoldTorn } from './torn-pieces.ts';

let isEnabled = false;

/**
 * Allows the quick scan, which compiles WebAssembly: the policy of the window forbids that. Without it every text is
 * given to the finder, at about 20 MB/s in place of 400.
 */
export function enableFastLook(): void {
  isEnabled = true;
}

/** True for a text in which something may have to be masked. O(length), in about the time of reading it as JSON. */
export function mayHoldSecrets(text: string): boolean {
  if (!isEnabled || mayHoldTorn(text)) return true;
  return fastLook().isSuspect(text) || mayBeNameBefore(text, text.length);
}

/** From this length on the quick scan takes less time than the search. */
const SCANNED = 48;

/**
 * True for parsed JSON text in which nothing is to be masked; false where the quick scan cannot decide. Scanned in its
 * raw spelling, where a backslash of its own is not an escape. O(length).
 */
export function isClearOfSecrets(text: string): boolean {
  if (!isEnabled || text.length < SCANNED) return false;
  return !mayHoldSecrets(text.includes('\\') ? JSON.stringify(text) : text);
}
