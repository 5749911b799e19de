import { isRecord } from '@openwop-inspector/base';

/** A larger event, in bytes, is not a piece of a text. */
export const MAX_PIECE = 64 * 1024;

/** The text of a piece of a stream, and the channel of its node that it is of (run-events 3.2.4); null for another. */
export function pieceOf(payload: unknown): { readonly text: string; readonly channel: unknown } | null {
  if (!isRecord(payload)) return null;
  const text = [payload.chunk, payload.delta, payload.text].find((value) => typeof value === 'string');
  return typeof text === 'string' ? { text, channel: payload.channel } : null;
}

/** True for a type whose events carry pieces of one text or one surface, one after the other. */
export function isPieceType(type: string): boolean {
  return /[._](?:chunk|delta)$/.test(type);
}
