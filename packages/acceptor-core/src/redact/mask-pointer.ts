/** Masking of JSON pointers. */
import { escapedToken, unescapedToken } from '@openwop-inspector/base';

/**
 * A pointer with each segment masked as the key it stands for, and then as a whole: a key with a slash in it is
 * escaped in the pointer, where its plain form would not be found.
 */
export function maskPointer(pointer: string, mask: (text: string) => string): string {
  const segments = pointer.split('/').map((segment) => {
    const key = unescapedToken(segment);
    const masked = mask(key);
    return masked === key ? segment : escapedToken(masked);
  });
  return mask(segments.join('/'));
}
