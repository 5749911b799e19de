/** Characters of content that a screen would hide or obey. */

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
