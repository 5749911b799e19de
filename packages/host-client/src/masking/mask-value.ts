import { masker } from '@openwop-inspector/base';

/**
 * A copy of a parsed JSON value with its secrets masked: what stands under the name of a credential or a live token
 * (security S-20), and what looks like one. Iterative, so that depth does not matter; O(text).
 */
export function maskValue(value: unknown): unknown {
  return masker.value(value).value;
}
