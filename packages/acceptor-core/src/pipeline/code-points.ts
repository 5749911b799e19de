/** Lengths as JSON Schema counts them. */

/** Code points of a text; a lone surrogate counts as one. */
export function codePointCount(text: string): number {
  let count = 0;
  for (const _point of text) count++;
  return count;
}
