/**
 * Secrets that are known by their text: the token of a session, live interrupt tokens, the canaries of a person. They are
 * found in every spelling in which a host may write them back.
 */
import type { SecretSpan } from './find-secrets.ts';

/** Known secrets of a session. They are added as they become known, and only ever leave it as places in a text. */
export interface KnownSecrets {
  /** `rule` is what a mark says: `session-token`, `interrupt-token`, `canary`. */
  add(secret: string, rule: string): void;
  forget(): void;
  /** Places of known secrets in a text, in order, not overlapping. O(text) for each. */
  spansIn(text: string): readonly SecretSpan[];
}
