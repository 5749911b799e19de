/** The recorded URL of content, for the one request that the user started with a click (security S-17). */
import type { ContentProblem } from '@openwop-inspector/renderers';
import { JsonTree, type RunLog } from '@openwop-inspector/run-log';
import type { SubjectPlace } from '../model/subject-place.ts';
import { documentsOf } from './subject-documents.ts';

export type ContentAddress = { readonly kind: 'address'; readonly address: string } | ContentProblem;

/** Longer than any URL a user could verify. In UTF-16 units. */
const LONGEST = 8_192;

/**
 * The string at a pointer of a document, without masks: a token in an address is what opens it, and everything shown or
 * copied has it masked (security S-20). Only from an event that has the document unchanged; what was put together
 * from pieces of text was masked with them.
 */
export async function contentAddress(
  log: RunLog,
  { place, pointer, ...target }: Omit<SubjectPlace, 'sessionId'> & { readonly pointer: string },
): Promise<ContentAddress> {
  if (place === null) return NOT_HELD;
  const found = (await documentsOf(log, target)).found[place];
  if (found === undefined || found.pointer === null || found.ordinal === null || found.foundIn === 'text') {
    return NOT_HELD;
  }
  // Of an envelope whose payload alone was recorded, the pointer of the envelope is that of the payload.
  const inside = found.payloadOnly ? pointer.replace(/^\/payload/, '') : pointer;
  const clear = new JsonTree(await log.read(found.ordinal)).reveal(found.pointer + inside);
  if (clear === null || clear.truncated || clear.text.length > LONGEST) return NOT_HELD;
  return { kind: 'address', address: clear.text };
}

const NOT_HELD: ContentProblem = {
  kind: 'problem',
  message: 'The recorded address is not in the log.',
};
