/** The one place where a token becomes part of a request. */
import { createKnownSecrets, withoutKnown } from '@openwop-inspector/base';

/** What a header can carry: visible ASCII without blanks. */
const SENDABLE = /^[\x21-\x7e]+$/;

/** Value of the `Authorization` header; null for a token that no header can carry. */
export function bearer(token: string): string | null {
  const bare = token.trim().replace(/^bearer\s+/i, '');
  return SENDABLE.test(bare) ? `Bearer ${bare}` : null;
}

/** Whether a token can go along with a request. Blanks around it and the word Bearer before it do no harm. */
export function isSendableToken(token: string): boolean {
  return bearer(token) !== null;
}

/** Hides the secrets of a connection: every token it was ever given, since an answer may repeat one, and live tokens. */
export interface TokenMask {
  note(token: string): void;
  /** Hides one more text; `rule` is what its mark says. */
  hide(secret: string, rule: string): void;
  /** The text, JSON or not, with a mark for each secret in any of its spellings. O(length) for each secret. */
  mask(text: string): string;
}

export function createTokenMask(): TokenMask {
  const known = createKnownSecrets();
  return {
    note: (token) => known.add(token.trim().replace(/^bearer\s{1,99}/i, ''), 'session-token'),
    hide: known.add,
    mask: (text) => withoutKnown(known, text),
  };
}
