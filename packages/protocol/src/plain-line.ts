/**
 * Characters that a screen would hide or obey: controls (C0 and C1), what turns the direction of text, joiners and other
 * format characters, line and paragraph separators, unpaired surrogates, private use, blank letters and variation
 * selectors that alter text. Joiners inside emoji count as hidden too.
 */
export const HIDDEN_CHARACTERS =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|\u034f|[\u115f\u1160]|[\u17b4\u17b5]|[\u180b-\u180f]|[\u3164\uffa0]|[\ufe00-\ufe0d]|[\u{e0100}-\u{e01ef}]/gu;

/**
 * One line of plain text, for names where the system or the browser draws them and nothing can be marked: titles of
 * windows, tabs, menus, lists of recent files. White space is one space, a hidden character shows as U+FFFD. O(length).
 */
export function plainLine(text: string): string {
  return text
    .replace(/[\s\u0085]+/g, ' ')
    .replace(HIDDEN_CHARACTERS, '\ufffd')
    .trim();
}
