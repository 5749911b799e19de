/** How many columns text takes on a terminal, and text cut or broken to fit. For text that `safeText` has passed. */

const MARK = /^[\p{Mn}\p{Me}]$/u;
const EMOJI = /^\p{Emoji_Presentation}$/u;

/** First and last code point of ranges two columns wide (East Asian wide and full width). Sorted. */
const WIDE: readonly (readonly [from: number, to: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
];

function columnsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x300) return 1;
  if (MARK.test(character)) return 0;
  if (EMOJI.test(character)) return 2;
  return WIDE.some(([from, to]) => point >= from && point <= to) ? 2 : 1;
}

/** Columns a text takes. O(length). */
export function textWidth(text: string): number {
  // Most text is printable ASCII, one column a character.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += columnsOf(character);
  return width;
}

/** The text cut to a width, with an ellipsis inside it; as it is when it fits. O(width). */
export function cutToWidth(text: string, width: number): string {
  if (width <= 0) return '';
  let used = 0;
  let kept = '';
  let atEllipsis = '';
  for (const character of text) {
    const columns = columnsOf(character);
    if (used + columns > width) return `${atEllipsis}…`;
    used += columns;
    kept += character;
    if (used <= width - 1) atEllipsis = kept;
  }
  return kept;
}

/** The text filled with spaces to a width. */
export function padToWidth(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const room = ' '.repeat(Math.max(0, width - textWidth(text)));
  return align === 'left' ? text + room : room + text;
}
