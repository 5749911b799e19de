/** What the user keeps for all logs: the texts that the shell holds, and what both sides say of their size. */

/** The texts there are. */
export const KEPT_NAMES = ['filters', 'colours', 'compare-rules', 'hosts'] as const;
export type StoredName = (typeof KEPT_NAMES)[number];

/** Longest text of one, in bytes of UTF-8. */
export const MAX_KEPT_BYTES = 2 * 1024 * 1024;

/** A text as the window wrote it last. `unusable`: there is one, and it cannot be read. */
export type StoredText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unusable' };
