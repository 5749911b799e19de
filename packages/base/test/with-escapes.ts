/**
 * Writes the characters at some places of a text as escapes of four digits, as hosts do that send only ASCII. `places`
 * says of each character whether it is escaped, and repeats from its start. Existing escapes stay.
 */
export function withEscapes(text: string, places: readonly boolean[]): string {
  return text.replace(/\\u[0-9a-fA-F]{4}|\\.|[^\\]/gsu, (c, at: number) =>
    c.length === 1 && places[at % places.length] === true
      ? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`
      : c,
  );
}

/** The same of the texts within a JSON document, which stays one of the same value. */
export function withEscapesInTexts(json: string, places: readonly boolean[]): string {
  return json.replace(/"((?:[^"\\]|\\.)*)"/gs, (_, content: string) => `"${withEscapes(content, places)}"`);
}
