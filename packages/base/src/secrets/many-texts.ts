import type { SecretSpan } from './span.ts';

/** Default suffix length by which a text is found; shorter texts are not taken. */
export const SHORTEST_OF_MANY = 12;
/** Units compared together. */
const BLOCK = 3;
/** Texts that end alike: more of them would make a look costly. */
const MAX_ALIKE = 16;
/** Units of all texts together. */
const MAX_UNITS = 16 * 1024 * 1024;
const MAX_LENGTH = 4096;
const RULE = 'repeated';
const NONE: readonly SecretSpan[] = [];

/**
 * Searches many texts at once (Wu and Manber, by the ends of the texts): at three characters that no end contains, up
 * to ten are skipped. The cost does not depend on the number of texts.
 */
export class ManyTexts {
  /** Texts that could not be taken: too long, too many. */
  leftOut = 0;
  private readonly shortest: number;
  private readonly steps: Uint8Array;
  private readonly byEnd = new Map<string, string[]>();
  private units = 0;

  /** `shortest`: suffix length in UTF-16 units, at least 3; the search is faster the longer it is. */
  constructor(shortest: number = SHORTEST_OF_MANY) {
    this.shortest = shortest;
    this.steps = new Uint8Array(65_536).fill(shortest - BLOCK + 1);
  }

  get isEmpty(): boolean {
    return this.byEnd.size === 0;
  }

  add(text: string): void {
    if (text.length < this.shortest) return;
    const end = text.slice(-this.shortest);
    const alike = this.byEnd.get(end) ?? [];
    if (alike.includes(text)) return;
    if (alike.length >= MAX_ALIKE || text.length > MAX_LENGTH || this.units + text.length > MAX_UNITS) {
      this.leftOut++;
      return;
    }
    this.units += text.length;
    // Longest first.
    this.byEnd.set(
      end,
      [...alike, text].sort((a, b) => b.length - a.length),
    );
    for (let at = BLOCK; at <= this.shortest; at++) {
      const block = blockAt(end, at - 1);
      this.steps[block] = Math.min(this.steps[block] as number, this.shortest - at);
    }
  }

  /** True when the text contains one of the texts. */
  mayBeIn(text: string): boolean {
    return this.byEnd.size > 0 && this.nextEnd(text, this.shortest - 1) >= 0;
  }

  /** Returns the positions of the texts, in order of their ends. O(length). */
  spansIn(text: string): readonly SecretSpan[] {
    if (this.byEnd.size === 0) return NONE;
    const spans: SecretSpan[] = [];
    for (let at = this.nextEnd(text, this.shortest - 1); at >= 0; at = this.nextEnd(text, at + 1)) {
      const end = at + 1;
      const found = this.endingAt(text, end);
      if (found !== undefined) spans.push({ start: end - found.length, end, kind: 'password', rule: RULE });
    }
    return spans;
  }

  /** Returns the last position of the next text that ends at `at` or later, or -1. */
  private nextEnd(text: string, from: number): number {
    const { steps } = this;
    for (let at = from; at < text.length; ) {
      const step = steps[blockAt(text, at)] as number;
      if (step > 0) at += step;
      else if (this.endingAt(text, at + 1) !== undefined) return at;
      else at++;
    }
    return -1;
  }

  private endingAt(text: string, end: number): string | undefined {
    return this.byEnd
      .get(text.slice(end - this.shortest, end))
      ?.find((one) => one.length <= end && text.startsWith(one, end - one.length));
  }
}

/** A number for the three units that end at a place. */
function blockAt(text: string, at: number): number {
  return ((text.charCodeAt(at) * 961) ^ (text.charCodeAt(at - 1) * 31) ^ text.charCodeAt(at - 2)) & 0xffff;
}

// Pieces of tokens that were sent in pieces. They are known to the whole process, since a text is masked far from the
// log whose stream it belongs to: what is found in one log is masked in all.

/** Shorter pieces look like words and numbers; of such a token the longer piece is masked. */
const SHORTEST_PIECE = 8;

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
