import { closingQuote } from './json-text.ts';
import { pointerOf } from './pointer.ts';
import { unescaped } from './unescape.ts';

/** An object or array that is open at a place: the name or index of its member there. */
interface Open {
  readonly isArray: boolean;
  key: string | number;
}

/**
 * Returns the RFC 6901 pointer of the value or name at a place of JSON text. Names are raw, with their escapes.
 * O(place).
 */
export function pointerAt(text: string, place: number): string {
  const open: Open[] = [];
  for (let at = 0; at < text.length && at <= place; at++) {
    const sign = text[at];
    const top = open.at(-1);
    if (sign === '{' || sign === '[') open.push({ isArray: sign === '[', key: sign === '[' ? 0 : '' });
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ',' && top?.isArray === true) top.key = Number(top.key) + 1;
    else if (sign === '"') {
      const end = closingQuote(text, at + 1);
      if (top?.isArray === false && isName(text, end)) top.key = unescaped(text, at + 1, end).text;
      at = end;
    }
  }
  return pointerOf(open.map(({ key }) => key));
}

function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  return text[at] === ':';
}
