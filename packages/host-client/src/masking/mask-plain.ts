import { masker } from '@openwop-inspector/base';

/** Masks the secrets in a text that is no JSON, or no whole one: frames that cannot be read, messages. O(length). */
export function maskPlain(text: string): string {
  return masker.text(text);
}
