import { mayHoldSecrets, type OnToken, textMasking } from '@openwop-inspector/base';

/**
 * One JSON document with its secrets masked and every other character as it came, so that it stays valid JSON. Masked
 * are values under names of credentials and live tokens (security S-20) and what looks like a credential; `onToken` is
 * told of live tokens. A text that is no whole JSON document is looked through as it is, too. O(length); never throws.
 */
export function maskText(json: string, onToken?: OnToken): string {
  return mayHoldSecrets(json) ? textMasking(json, onToken) : json;
}
