/**
 * Pieces of tokens that were sent in pieces. They are known to the whole process, since a text is masked far from the
 * log whose stream it belongs to: what is found in one log is masked in all.
 */
import { ManyTexts } from './many-texts.ts';
import type { SecretSpan } from './span.ts';

/** Shorter pieces look like words and numbers; of such a token the longer piece is masked. */
const SHORTEST_PIECE = 8;
const NONE: readonly SecretSpan[] = [];

const pieces = new ManyTexts(SHORTEST_PIECE);
const found = new Map<string, SecretSpan>();

/** Masks a piece from now on, by the rule that finds its token; one below 8 UTF-16 units is ignored. O(length). */
export function addTornPiece(piece: string, token: SecretSpan): void {
  const { leftOut } = pieces;
  pieces.add(piece);
  if (piece.length >= SHORTEST_PIECE && pieces.leftOut === leftOut) found.set(piece, token);
}

/** True once a piece is known. */
export function hasTornPieces(): boolean {
  return !pieces.isEmpty;
}

/** Pieces in a text, by place. O(length), and O(1) while none is known. */
export function tornSpansIn(text: string): readonly SecretSpan[] {
  if (pieces.isEmpty) return NONE;
  return pieces.spansIn(text).map((span) => {
    const { kind, rule } = found.get(text.slice(span.start, span.end)) ?? span;
    return { ...span, kind, rule };
  });
}

/** False for raw JSON text in which no known piece is written, with or without escapes. O(length). */
export function mayHoldTorn(text: string): boolean {
  return !pieces.isEmpty && (text.includes('\\u') || pieces.mayBeIn(text));
}
