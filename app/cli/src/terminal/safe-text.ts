/**
 * What may reach a terminal: content is hostile, and a terminal obeys escape sequences and direction marks. Nothing
 * here is undone by the reader, so a hidden character is spelled out instead of dropped: what is read is what is there.
 */

import { HIDDEN_CHARACTERS } from '@openwop-inspector/protocol';

/** `U+202E` of a character. */
function codeOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * One line of text that a terminal takes for text. Line ends become `↵`, tabs a space, every other character that
 * would not be seen `[U+202E]`. O(length).
 */
export function safeText(text: string): string {
  return text
    .replace(/\r\n|\r|\n/g, '↵')
    .replace(/\t/g, ' ')
    .replace(HIDDEN_CHARACTERS, (character) => `[${codeOf(character)}]`);
}

/** As `safeText`, but line ends stay: for texts of several lines that hold names a person typed. */
export function safeLines(text: string): string {
  return text.split('\n').map(safeText).join('\n');
}

/**
 * JSON text with every hidden character written as an escape. It stands for the same value, since outside of strings
 * such characters are no JSON; line ends and tabs between values stay.
 */
export function safeJson(json: string): string {
  return json.replace(HIDDEN_CHARACTERS, (character) =>
    /[\n\r\t]/.test(character) ? character : escapesOf(character),
  );
}

function escapesOf(character: string): string {
  let escapes = '';
  for (let i = 0; i < character.length; i++) {
    escapes += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  }
  return escapes;
}

/**
 * A text as one word of a POSIX shell, to be shown in a command that a person may copy. Null for text with characters
 * that are not shown as they are: a copied command would name something else.
 */
export function shellWord(text: string): string | null {
  if (safeText(text) !== text) return null;
  if (/^[\w./:@%+=,~-]+$/.test(text) && !text.startsWith('-') && !text.startsWith('~')) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
