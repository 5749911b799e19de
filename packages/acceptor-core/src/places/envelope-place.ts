import type { Node } from 'jsonc-parser';
import type { AcceptResult } from '../accept-result.ts';
import { offsetOfByte, treeAt } from './json-places.ts';

/** Where one envelope of a text is. */
export interface EnvelopePlace {
  /** Its tree; offsets count from `shift`. */
  readonly node: Node;
  readonly shift: number;
  /** Offset of its first character in the text, and its length. */
  readonly start: number;
  readonly length: number;
}

/** The place of the envelope that a result is about; null when there is none, or it is nested too deep to look into. */
export function placeOfResult(
  text: string,
  results: readonly AcceptResult[],
  at: number,
): EnvelopePlace | null {
  const result = results[at];
  if (result === undefined || text.trim() === '') return null;
  const shift = offsetOfByte(text, result.recovery?.byteOffset ?? 0);
  const whole = treeAt(text, shift);
  if (whole === null) return null;
  const node = whole.type === 'array' ? (whole.children?.[nthOf(results, at)] ?? whole) : whole;
  return { node, shift, start: shift + node.offset, length: node.length };
}

/** Returns the number of an envelope within its JSON value. */
function nthOf(results: readonly AcceptResult[], at: number): number {
  const start = results[at]?.recovery?.byteOffset;
  return results.slice(0, at).filter(({ recovery }) => recovery?.byteOffset === start).length;
}
