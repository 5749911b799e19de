import { safeText } from './safe-text.ts';

/**
 * A text as one word of a POSIX shell, to be shown in a command that a person may copy. Null for text with characters
 * that are not shown as they are: a copied command would name something else.
 */
export function shellWord(text: string): string | null {
  if (safeText(text) !== text) return null;
  if (/^[\w./:@%+=,~-]+$/.test(text) && !text.startsWith('-') && !text.startsWith('~')) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
