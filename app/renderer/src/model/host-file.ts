/** A context from a file: a context file, a declaration of a host, or a discovery document (envelope 9). */

import { type AcceptContext, readAcceptContext, readHostDeclaration } from '@openwop-inspector/acceptor-core';
import { isRecord } from '@openwop-inspector/base';

export type ReadHostFile =
  | { readonly ok: true; readonly context: AcceptContext }
  | { readonly ok: false; readonly why: string };

/** Reads a file's text. What is wrong is named with its place and what is allowed there. */
export function readHostFile(text: string): ReadHostFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return {
      ok: false,
      why: `This is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`,
    };
  }
  if (isDiscovery(value)) {
    const host = readHostDeclaration(value);
    return host === null
      ? { ok: false, why: 'This discovery document says nothing of envelopes.' }
      : { ok: true, context: { host } };
  }
  return checked(value);
}

function checked(value: unknown): ReadHostFile {
  const read = readAcceptContext(value);
  if (read.ok) return read;
  const [first] = read.problems;
  const place = first === undefined || first.pointer === '' ? '' : `${first.pointer}: `;
  return { ok: false, why: `${place}${first?.message ?? 'This is not a context.'}` };
}

/** A discovery document says what it speaks; a context never has such a member. */
function isDiscovery(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return ['protocolVersion', 'capabilities', 'supportedEnvelopes'].some((name) => Object.hasOwn(value, name));
}
