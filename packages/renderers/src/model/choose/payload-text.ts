/** The text of a payload, which the specification leaves open (envelope 2.2). */

import { isRecord, ownString, writeJson } from '@openwop-inspector/base';
import { MAX_LEVELS, measureJson } from '../json/json-measure.ts';
import { TEXT_MEMBERS } from './hints.ts';

/** Payloads above this are shown in the tree alone; a second copy of them as text helps nobody. */
const MAX_JSON_BYTES = 1024 * 1024;

/** A text with the place it comes from. */
export interface PayloadText {
  /** Null when the payload has no text of its own and is too large to be written out. */
  readonly text: string | null;
  /** RFC 6901 pointer from the envelope; null for the payload written as JSON. */
  readonly pointer: string | null;
  readonly isTooLarge: boolean;
}

/** The string itself, else the first of `members` that is a text, else the payload as JSON with two blanks. */
export function payloadText(payload: unknown, members: readonly string[] = TEXT_MEMBERS): PayloadText {
  if (typeof payload === 'string') return { text: payload, pointer: '/payload', isTooLarge: false };
  const key = isRecord(payload) ? firstText(payload, members) : undefined;
  if (key !== undefined)
    return { text: ownString(payload, key), pointer: `/payload/${key}`, isTooLarge: false };
  const limits = { bytes: MAX_JSON_BYTES, levels: MAX_LEVELS };
  const isTooLarge = measureJson(payload, limits).kind === 'over';
  return { text: isTooLarge ? null : prettyJson(payload), pointer: null, isTooLarge };
}

function firstText(payload: unknown, order: readonly string[]): string | undefined {
  return order.find((key) => (ownString(payload, key) ?? '') !== '');
}

function prettyJson(payload: unknown): string | null {
  try {
    return payload === undefined ? null : writeJson(payload, 2);
  } catch {
    return null; // Not JSON at all: a bigint.
  }
}
