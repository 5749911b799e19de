/** The first line of a session file: what the user stored with a log. After it comes the log itself, in any form. */
import { BAD, isRecord, NEED_MORE } from '@openwop-inspector/base';
import type { EntryScanner } from '../scan/entry-scanner.ts';
import { MAX_HEADER_BYTES, type ReadContext, type SessionHead } from './read-context.ts';

/** What the head of a session file begins with; the number of its form follows. */
export const SESSION_FORM = 'openwop-inspector-session/';

const HEAD = new RegExp(`^\\{\\s*"form"\\s*:\\s*"${SESSION_FORM}`);

/** True for the first bytes of a session file. */
export function isSessionHead(bytes: Uint8Array): boolean {
  return HEAD.test(new TextDecoder().decode(bytes.subarray(0, 80)));
}

/**
 * Reads the head at `start` of the window, which grows until it is whole; null when it is not JSON, or longer than
 * 16 MiB. Answers the place in the window behind its line as well. O(bytes of the head).
 */
export async function readSessionHead({ window, entry }: ReadContext, start: number) {
  let from = start;
  for (;;) {
    const end = entry.json.skipValue(from);
    if (end === BAD || entry.json.end - from > MAX_HEADER_BYTES) return null;
    if (end !== NEED_MORE) {
      const value = entry.parse(from, end);
      const at = behindLine(entry, end);
      return isRecord(value) ? { head: { value, logAt: window.base + at }, at } : null;
    }
    if (!(await window.more(from))) return null;
    from = window.start;
  }
}

/** Behind the line break that ends the head. */
function behindLine({ json }: EntryScanner, end: number): number {
  let at = end;
  if (at < json.end && json.bytes[at] === 0x0d) at++;
  return at < json.end && json.bytes[at] === 0x0a ? at + 1 : at;
}

/** The name of the log that a session file was saved from; null where it says none. */
export function nameOfLog({ value }: SessionHead): string | null {
  return isRecord(value.log) && typeof value.log.name === 'string' ? value.log.name : null;
}

/** What there is to say of a session file that holds no log. */
export function sessionWithoutLog(head: SessionHead): string {
  return `This session file holds no log: it was saved from ${nameOfLog(head) ?? 'one'}, which has to be opened`;
}
