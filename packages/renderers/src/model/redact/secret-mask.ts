/** Masks the secrets of a run before anything is displayed (vectors FORMAT 3, envelope 7.4). */
import { createRedactor, type Secret } from '@openwop-inspector/base';

export type { Secret };

/** What masks the secrets of one run. */
export interface SecretMask {
  /** The text with each secret replaced by `[REDACTED:<secretId>]`: leftmost, then longest, in one pass. */
  readonly text: (text: string) => string;
  /** A copy with strings and keys masked; the value itself when nothing is. At most 64 levels: measure first. */
  readonly value: (value: unknown) => unknown;
}

/** A mask for the given secrets, which are literal, never patterns. Linear in the text. */
export function createSecretMask(secrets: readonly Secret[]): SecretMask {
  const redactor = createRedactor(secrets);
  return { text: redactor.text, value: (value) => redactor.value(value).value };
}
