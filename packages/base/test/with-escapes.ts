/**
 * A text in which characters at some places are written as escapes of four digits, as hosts write it that send ASCII
 * alone. `places` says of each character whether it is one, and begins anew at its end. What is escaped stays so.
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
