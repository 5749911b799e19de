/**
 * Makes characters visible that a screen would hide: controls, direction marks, zero-width and filler characters,
 * tag characters, unpaired surrogates. Joiners inside of words and emoji are text. A log is hostile text; what is read must be what is there.
 */

import { TEXT_JOINER } from '@openwop-inspector/base';

/** A stretch of text as it is, or one hidden character with the words for it. */
export type TextPiece =
  | { readonly kind: 'plain'; readonly text: string }
  | {
      readonly kind: 'hidden';
      /** The character itself; displayed is its code. */
      readonly text: string;
      /** `U+202E`. */
      readonly code: string;
      readonly name: string;
    };

/** First and last code point of a hidden range, with its name. Sorted. */
const HIDDEN: readonly (readonly [from: number, to: number, name: string])[] = [
  [0x00, 0x08, 'control character'],
  [0x0b, 0x0c, 'control character'],
  [0x0e, 0x1f, 'control character'],
  [0x7f, 0x9f, 'control character'],
  [0xad, 0xad, 'soft hyphen'],
  [0x34f, 0x34f, 'grapheme joiner'],
  [0x61c, 0x61c, 'direction mark'],
  [0x115f, 0x1160, 'blank letter'],
  [0x17b4, 0x17b5, 'invisible vowel'],
  [0x180b, 0x180f, 'invisible separator'],
  [0x200b, 0x200d, 'zero-width character'],
  [0x200e, 0x200f, 'direction mark'],
  [0x2028, 0x2029, 'line separator'],
  [0x202a, 0x202e, 'direction override'],
  [0x2060, 0x2065, 'invisible operator'],
  [0x2066, 0x2069, 'direction isolate'],
  [0x206a, 0x206f, 'invisible control'],
  [0x3164, 0x3164, 'blank letter'],
  [0xd800, 0xdfff, 'unpaired surrogate'],
  [0xfe00, 0xfe0d, 'variation selector'],
  [0xfeff, 0xfeff, 'zero-width no-break space'],
  [0xffa0, 0xffa0, 'blank letter'],
  [0xfff9, 0xfffb, 'annotation mark'],
  [0xe0000, 0xe007f, 'tag character'],
  [0xe0100, 0xe01ef, 'variation selector'],
];

/** Name of a character that would not be seen, or null for one that would. Tab and line ends count as seen. */
export function hiddenName(codePoint: number): string | null {
  for (const [from, to, name] of HIDDEN) {
    if (codePoint < from) return null;
    if (codePoint <= to) return name;
  }
  return null;
}

const JOINER_HERE = new RegExp(TEXT_JOINER, 'uy');

/** Whether a joiner at a place is part of a word or of an emoji. */
function isTextJoiner(text: string, at: number): boolean {
  JOINER_HERE.lastIndex = at;
  return JOINER_HERE.test(text);
}

/** Matches each hidden character, for views that draw text by themselves; `also` are further characters of a class. */
export function hiddenPattern(also = ''): RegExp {
  const code = (point: number) => `\\u{${point.toString(16)}}`;
  return new RegExp(
    `[${HIDDEN.map(([from, to]) => `${code(from)}-${code(to)}`).join('')}${also}](?<!${TEXT_JOINER})`,
    'gu',
  );
}

/** Splits text at its hidden characters; the pieces' `text` put together is the input. O(length). */
export function visiblePieces(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at) ?? 0;
    const units = codePoint > 0xffff ? 2 : 1;
    // Most text is printable ASCII; the table is for the rest.
    const named = codePoint >= 0x20 && codePoint < 0x7f ? null : hiddenName(codePoint);
    const name = named !== null && isTextJoiner(text, at) ? null : named;
    if (name !== null) {
      if (at > from) pieces.push({ kind: 'plain', text: text.slice(from, at) });
      const code = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
      pieces.push({ kind: 'hidden', text: text.slice(at, at + units), code, name });
      from = at + units;
    }
    at += units;
  }
  if (from < text.length) pieces.push({ kind: 'plain', text: text.slice(from) });
  return pieces;
}

/** Number of hidden characters in a text. */
export function hiddenCount(text: string): number {
  return visiblePieces(text).filter((piece) => piece.kind === 'hidden').length;
}

/** The pieces as one plain string with `[U+202E]` for what is hidden, for texts with too many boxes to draw. */
export function spelledOut(pieces: readonly TextPiece[]): string {
  return pieces.map((piece) => (piece.kind === 'plain' ? piece.text : `[${piece.code}]`)).join('');
}

/** The text as `VisibleText` shows it, codes in place of what is hidden: for names that must match the screen. */
export function displayText(text: string): string {
  return visiblePieces(text)
    .map((piece) => (piece.kind === 'plain' ? piece.text : piece.code))
    .join('');
}
