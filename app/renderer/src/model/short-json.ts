/** Maximum length of one value in a line, in UTF-16 units. */
const LONGEST = 160;

/** A value as one line of JSON, truncated when it is long. */
export function shortJson(value: unknown): string {
  if (value === undefined) return '';
  const text = JSON.stringify(value) ?? '';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
