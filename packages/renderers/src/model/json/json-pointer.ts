/** RFC 6901 pointers. */

/** The tokens of a pointer, unescaped; null when it is none: no leading slash, or an escape beside `~0` and `~1`. */
export function pointerTokens(pointer: string): readonly string[] | null {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return null;
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
