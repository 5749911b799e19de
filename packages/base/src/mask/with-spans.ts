import type { SecretSpan } from '../secrets/span.ts';

/** A text with a mark in place of each span; `form` makes it of the secret and its rule. O(length). */
export function withSpans(
  text: string,
  spans: readonly SecretSpan[],
  form: (secret: string, rule: string) => string,
): string {
  let value = '';
  let from = 0;
  for (const { start, end, rule } of spans) {
    value += text.slice(from, start) + form(text.slice(start, end), rule);
    from = end;
  }
  return value + text.slice(from);
}
