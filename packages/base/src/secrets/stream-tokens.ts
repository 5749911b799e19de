import { secretsIn } from './find-secrets.ts';
import type { SecretSpan } from './span.ts';
import { type CutToken, cutTokenOf, restOfToken } from './token-shapes.ts';
import { addTornPiece } from './torn-pieces.ts';

/** A token that the text of a stream ended inside of, and its pieces so far. */
interface OpenToken {
  readonly token: CutToken;
  readonly pieces: readonly string[];
  readonly missing: number;
}

/** The texts of one stream, in order. Pieces of a token that is divided over several are masked from then on. */
export class StreamTokens {
  private open: OpenToken | null = null;

  /** Takes the next text; true while a token may go on in the one after it. O(1). */
  take(text: string): boolean {
    const { open } = this;
    const length = open === null ? 0 : restOfToken(text, open.missing);
    if (open !== null && length > 0) {
      const pieces = [...open.pieces, text.slice(0, length)];
      maskPieces(pieces);
      if (length === text.length && length < open.missing) {
        this.open = { ...open, pieces, missing: open.missing - length };
        return true;
      }
    }
    const token = cutTokenOf(text);
    this.open = token === null ? null : { token, pieces: [text.slice(token.start)], missing: token.missing };
    return token !== null;
  }

  /** Masks what is there of a token whose rest has not come, unless it looks like words. */
  maskOpen(): void {
    const { open } = this;
    if (open === null || open.pieces.length > 1 || !open.token.isPlain) return;
    const [piece = ''] = open.pieces;
    const { kind, rule } = open.token;
    addTornPiece(piece, { start: 0, end: piece.length, kind, rule });
  }
}

/** Masks the pieces when they are a token together, and the last is needed for it. */
function maskPieces(pieces: readonly string[]): void {
  const token = pieces.join('');
  const before = token.length - (pieces.at(-1) ?? '').length;
  const span: SecretSpan | undefined = secretsIn(token).find(({ start, end }) => start === 0 && end > before);
  if (span !== undefined) for (const piece of pieces) addTornPiece(piece, span);
}
