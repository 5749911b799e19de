import { masker } from '@openwop-inspector/base';
import { hostErrorText } from '@openwop-inspector/protocol';
import type { EntryPlace } from '../index/event-columns.ts';
import type { LogIndex } from '../index/log-index.ts';

/** Longest quote of a host, in UTF-16 units. */
const MAX_QUOTE = 500;

/**
 * Adds what a host says in an error frame, masked and cut, as a problem at `place`; returns the sentence. `text` is the
 * data of the frame: JSON in any form of section 5.1, or plain text. O(length of the text).
 */
export function noteHostError(index: LogIndex, text: string, place: EntryPlace): string {
  const quoted: string = masker.text(hostErrorText(text) ?? 'an error without a code or a message');
  const displayed = quoted.length > MAX_QUOTE ? `${quoted.slice(0, MAX_QUOTE)}…` : quoted;
  const sentence = `The host says: ${displayed}`;
  index.problemAt('host_error_frame', sentence, place);
  return sentence;
}
