import { masker, mayHoldSecrets, type OnToken, textMasking } from '@openwop-inspector/base';

/**
 * One JSON document with its secrets masked and every other character as it came, so that it stays valid JSON. Masked
 * are values under names of credentials and live tokens (security S-20) and what looks like a credential; `onToken` is
 * called with live tokens. A text that is no whole JSON document is searched as it is, too. O(length); never throws.
 */
export function maskText(json: string, onToken?: OnToken): string {
  return mayHoldSecrets(json) ? textMasking(json, onToken) : json;
}

/** Masks the secrets in a text that is no JSON, or no whole one: frames that cannot be read, messages. O(length). */
export function maskPlain(text: string): string {
  return masker.text(text);
}

/**
 * A copy of a parsed JSON value with its secrets masked: what is under the name of a credential or a live token
 * (security S-20), and what looks like one. Iterative, so that depth does not matter; O(text).
 */
export function maskValue(value: unknown): unknown {
  return masker.value(value).value;
}
