import { applyEdits, format } from 'jsonc-parser';

/** A JSON text with two spaces a level; numbers keep their digits. Null for what is not JSON. */
export function formattedJson(text: string): string | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  return applyEdits(text, format(text, undefined, { tabSize: 2, insertSpaces: true, eol: '\n' }));
}
