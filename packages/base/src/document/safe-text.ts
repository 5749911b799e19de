/**
 * What may reach a terminal: content is hostile, and a terminal obeys escape sequences and direction marks. Nothing
 * here is undone by the reader, so a hidden character is spelled out instead of dropped: what is read is what is there.
 */

/** Scripts whose letters U+200C and U+200D join or keep apart (Unicode 23.2): cursive ones, and those of India and around. */
const JOINED_SCRIPTS = [
  'Arabic',
  'Syriac',
  'Mandaic',
  'Nko',
  'Mongolian',
  'Phags_Pa',
  'Adlam',
  'Hanifi_Rohingya',
  'Sogdian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Tibetan',
  'Myanmar',
  'Khmer',
  'Balinese',
  'Javanese',
  'Sundanese',
  'Chakma',
];
const JOINED = `[${JOINED_SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}]`;
const PICTURE = '\\p{Extended_Pictographic}';

/**
 * A joiner that is part of the text, as a source of a pattern with the flag `u`: between two letters of a script that
 * needs it, and between two pictures of one emoji. Anywhere else it hides something.
 */
export const TEXT_JOINER = `(?:(?<=${JOINED})[\\u200c\\u200d](?=${JOINED})|(?<=${PICTURE}[\\u{1f3fb}-\\u{1f3ff}\\ufe0f]?)\\u200d(?=${PICTURE}))`;

/**
 * Characters that a screen would hide or obey: controls (C0 and C1), what turns the direction of text, joiners and other
 * format characters, line and paragraph separators, unpaired surrogates, private use, blank letters and variation
 * selectors that alter text. A `TEXT_JOINER` is not one.
 */
export const HIDDEN_CHARACTERS = new RegExp(
  `(?:[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}]|\\u034f|[\\u115f\\u1160]|[\\u17b4\\u17b5]|[\\u180b-\\u180f]|[\\u3164\\uffa0]|[\\ufe00-\\ufe0d]|[\\u{e0100}-\\u{e01ef}])(?<!${TEXT_JOINER})`,
  'gu',
);

/**
 * One line of text that a terminal takes for text. Line ends become `↵`, tabs a space, every other character that
 * would not be seen `[U+202E]`. O(length).
 */
export function safeText(text: string): string {
  return text
    .replace(/\r\n|\r|\n/g, '↵')
    .replace(/\t/g, ' ')
    .replace(HIDDEN_CHARACTERS, (character) => {
      const point = character.codePointAt(0) ?? 0;
      return `[U+${point.toString(16).toUpperCase().padStart(4, '0')}]`;
    });
}

/** As `safeText`, but line ends stay: for texts of several lines that hold names the user typed. */
export function safeLines(text: string): string {
  return text.split('\n').map(safeText).join('\n');
}

/**
 * JSON text with every hidden character written as an escape. It represents the same value, since outside of strings
 * such characters are no JSON; line ends and tabs between values stay.
 */
export function safeJson(json: string): string {
  const escapeOf = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(HIDDEN_CHARACTERS, (character) =>
    /[\n\r\t]/.test(character) ? character : character.split('').map(escapeOf).join(''),
  );
}

/**
 * A text as one word of a POSIX shell, to be displayed in a command that the user may copy. Null for text with characters
 * that are not displayed as they are: a copied command would name something else.
 */
export function shellWord(text: string): string | null {
  if (safeText(text) !== text) return null;
  if (/^[\w./:@%+=,~-]+$/.test(text) && !text.startsWith('-') && !text.startsWith('~')) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

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
  let stored = '';
  let atEllipsis = '';
  for (const character of text) {
    const columns = columnsOf(character);
    if (used + columns > width) return `${atEllipsis}…`;
    used += columns;
    stored += character;
    if (used <= width - 1) atEllipsis = stored;
  }
  return stored;
}

/** The text filled with spaces to a width. */
export function padToWidth(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const room = ' '.repeat(Math.max(0, width - textWidth(text)));
  return align === 'left' ? text + room : room + text;
}
