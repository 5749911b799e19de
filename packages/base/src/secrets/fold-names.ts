/** Letters that look like ASCII ones, and invisible characters, so that a name is compared by its look. */

const LOOKALIKES: ReadonlyMap<number, number> = new Map(
  [
    ['a', 'а', 'А', 'α'],
    ['b', 'В'],
    ['c', 'с', 'С'],
    ['d', 'ԁ'],
    ['e', 'е', 'Е', 'Ε'],
    ['g', 'ɡ'],
    ['h', 'һ', 'Н'],
    ['i', 'і', 'І', 'ı'],
    ['j', 'ј'],
    ['k', 'к', 'К', 'κ', 'Κ', 'K'],
    ['m', 'М'],
    ['n', 'ո', 'Ν'],
    ['o', 'о', 'О', 'ο', 'Ο'],
    ['p', 'р', 'Р', 'ρ'],
    ['s', 'ѕ', 'Ѕ', 'ſ'],
    ['t', 'т', 'Т', 'τ', 'Τ'],
    ['v', 'ν'],
    ['w', 'ѡ'],
    ['x', 'х', 'Х'],
    ['y', 'у', 'У'],
  ].flatMap(([letter = '', ...looks]) =>
    looks.map((look) => [look.charCodeAt(0), letter.charCodeAt(0)] as const),
  ),
);

/**
 * The lower-case letter or digit that a character of a name is read as; 0 for one that is passed over (separators, and
 * what shows nothing); -1 for one that no name of a secret has.
 */
export function foldedLetter(code: number): number {
  if (code >= 97 && code <= 122) return code;
  if (code >= 65 && code <= 90) return code + 32;
  if (code >= 48 && code <= 57) return code;
  if (code < 128) return 0;
  const letter = LOOKALIKES.get(code);
  if (letter !== undefined) return letter;
  if (code >= 0xff21 && code <= 0xff3a) return code - 0xff21 + 97;
  if (code >= 0xff41 && code <= 0xff5a) return code - 0xff41 + 97;
  return isUnseen(code) ? 0 : -1;
}

/**
 * Controls of terminals, soft hyphens, joiners, direction marks, fillers, variation selectors, combining marks: the
 * characters of `flattened` that show nothing, and the one that begins a terminal code.
 */
function isUnseen(code: number): boolean {
  if (code < 0x7f) return false;
  if (code < 0x300) return code === 0x7f || code === 0x9b || code === 0xad;
  if (code <= 0x36f || code === 0x61c || code === 0x115f || code === 0x1160) return true;
  if (code < 0x200b) return code === 0x17b4 || code === 0x17b5 || (code >= 0x180b && code <= 0x180e);
  if (code <= 0x206f) return code <= 0x200f || (code >= 0x202a && code <= 0x202e) || code >= 0x2060;
  return code === 0x3164 || (code >= 0xfe00 && code <= 0xfe0f) || code === 0xfeff || code === 0xffa0;
}

/** Names longer than this are judged by their end. */
export const MAX_NAME_LENGTH = 64;

/** A name as it is compared: its end, in lower-case letters and digits. O(1). */
export function foldedName(name: string): string {
  let folded = '';
  for (let at = Math.max(0, name.length - MAX_NAME_LENGTH); at < name.length; at++) {
    const letter = foldedLetter(name.charCodeAt(at));
    if (letter > 0) folded += String.fromCharCode(letter);
    else if (letter < 0) folded += ' ';
  }
  return folded;
}
