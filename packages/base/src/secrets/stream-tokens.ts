import { secretsIn } from './find-secrets.ts';
import { addTornPiece } from './many-texts.ts';
import type { SecretSpan } from './span.ts';
import { cutTokenOf, restOfToken } from './token-shapes.ts';

/** Characters at the end of a text that are searched for a token, and most of a token that are joined. */
const TAIL = 256;
const MAX_MISSING = 100;

/** A token that the text of a stream ended inside of, or with, and its pieces so far. */
interface OpenToken {
  /** The text before it, which may name it. */
  readonly before: string;
  readonly pieces: readonly string[];
  readonly missing: number;
  /** The present part of it, when it is neither a word nor a token by itself. */
  readonly cut: SecretSpan | null;
}

/** The texts of one stream, in order. Pieces of a token that is divided over several are masked from then on. */
export class StreamTokens {
  private open: OpenToken | null = null;

  /** Takes the next text; true while a token may continue in the one after it. O(1). */
  take(text: string): boolean {
    const { open } = this;
    const length = open === null ? 0 : restOfToken(text, open.missing);
    if (open !== null && length > 0) {
      const pieces = [...open.pieces, text.slice(0, length)];
      maskPieces(open.before, pieces);
      if (length === text.length && length < open.missing) {
        this.open = { ...open, pieces, missing: open.missing - length };
        return true;
      }
    }
    this.open = openTokenOf(text.slice(-TAIL));
    return this.open !== null;
  }

  /** Masks what is there of a token whose rest has not come, unless it looks like words. */
  maskOpen(): void {
    const [piece, ...others] = this.open?.pieces ?? [];
    if (this.open?.cut && piece !== undefined && others.length === 0) addTornPiece(piece, this.open.cut);
  }
}

/** A token that has begun, or one that ends where the text does and may be longer. */
function openTokenOf(tail: string): OpenToken | null {
  const cut = cutTokenOf(tail);
  if (cut !== null) {
    const { start, missing, kind, rule, isPlain } = cut;
    const piece = tail.slice(start);
    const span = isPlain ? { start: 0, end: piece.length, kind, rule } : null;
    return { before: tail.slice(0, start), pieces: [piece], missing, cut: span };
  }
  const whole = secretsIn(tail).at(-1);
  if (whole === undefined || whole.end < tail.length) return null;
  const { start } = whole;
  return { before: tail.slice(0, start), pieces: [tail.slice(start)], missing: MAX_MISSING, cut: null };
}

/** Masks the pieces when they are a token together that the last belongs to. */
function maskPieces(before: string, pieces: readonly string[]): void {
  const text = before + pieces.join('');
  const last = text.length - (pieces.at(-1) ?? '').length;
  const span = secretsIn(text).find(({ start, end }) => start <= before.length && end > last);
  if (span !== undefined) for (const piece of pieces) addTornPiece(piece, span);
}
