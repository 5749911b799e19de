/** What a `Range` header asks of a file. `end` is the last byte asked for, as in HTTP, not one past it. */
export type ByteRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

/**
 * Reads a `Range` header against a file's size (RFC 9110 section 14.2). A header that is absent, malformed, of another
 * unit, or names several ranges counts as absent, which the RFC allows; one that begins past the end cannot be
 * satisfied. A part is cut to the file's end.
 */
export function readByteRange(header: string | null, sizeBytes: number): ByteRange {
  const match = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '');
  const first = match?.[1] ?? '';
  const last = match?.[2] ?? '';
  if (match === null || (first === '' && last === '')) return { kind: 'whole' };

  const [start, end] =
    first === ''
      ? [Math.max(0, sizeBytes - Number(last)), sizeBytes - 1]
      : [Number(first), last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)];
  if (first !== '' && last !== '' && Number(last) < Number(first)) return { kind: 'whole' };
  if (start >= sizeBytes || end < start) return { kind: 'unsatisfiable' };
  return { kind: 'part', start, end };
}
