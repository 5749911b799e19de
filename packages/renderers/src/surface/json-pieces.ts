/** JSON text in pieces for colouring. */

export interface JsonPiece {
  readonly kind: 'plain' | 'key' | 'string' | 'number' | 'word';
  readonly text: string;
}

const TOKEN = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

/** The pieces put together are the text. A string before a colon is a key. */
export function jsonPieces(json: string): readonly JsonPiece[] {
  const pieces: JsonPiece[] = [];
  let from = 0;
  for (const match of json.matchAll(TOKEN)) {
    const [whole, string, colon, number] = match;
    if (match.index > from) pieces.push({ kind: 'plain', text: json.slice(from, match.index) });
    if (string === undefined) pieces.push({ kind: number === undefined ? 'word' : 'number', text: whole });
    else pieces.push({ kind: colon === undefined ? 'string' : 'key', text: string });
    if (colon !== undefined) pieces.push({ kind: 'plain', text: colon });
    from = match.index + whole.length;
  }
  if (from < json.length) pieces.push({ kind: 'plain', text: json.slice(from) });
  return pieces;
}
