/** Masking of JSON pointers. */

/**
 * A pointer with each segment masked as the key it stands for, and then as a whole: a key with a slash in it is
 * escaped in the pointer, where its plain form would not be found.
 */
export function maskPointer(pointer: string, mask: (text: string) => string): string {
  const segments = pointer.split('/').map((segment) => {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    const masked = mask(key);
    return masked === key ? segment : masked.replaceAll('~', '~0').replaceAll('/', '~1');
  });
  return mask(segments.join('/'));
}
