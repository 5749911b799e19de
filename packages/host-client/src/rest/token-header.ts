/** The one place where a token becomes part of a request. */
import { literalMask } from '../masking/literal-mask.ts';

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

/** Hides every token that a connection was ever given, since an answer may repeat one that was replaced since. */
export interface TokenMask {
  note(token: string): void;
  mask(text: string): string;
}

/** Tokens that are remembered; the oldest goes first. */
const MOST_TOKENS = 16;

export function createTokenMask(): TokenMask {
  const masks = new Map<string, (text: string) => string>();
  return {
    note(token) {
      const bare = token.trim().replace(/^bearer\s+/i, '');
      if (bare === '' || masks.has(bare)) return;
      masks.set(bare, literalMask(bare));
      const oldest = masks.keys().next();
      if (masks.size > MOST_TOKENS && oldest.done !== true) masks.delete(oldest.value);
    },
    mask(text) {
      let masked = text;
      for (const mask of masks.values()) masked = mask(masked);
      return masked;
    },
  };
}
