import type { MarkForm } from '../mask/mark.ts';

/** Kind of a piece of text. `token` is a live token of a run (security S-20), the others are credentials. */
export type SecretKind =
  | 'bearer'
  | 'basic'
  | 'apiKey'
  | 'jwt'
  | 'privateKey'
  | 'password'
  | 'canary'
  | 'token';

/** A secret inside a text, in UTF-16 units. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
  /** Id of the rule that found it, as in the table of secrets: `github`, `name`. */
  readonly rule: string;
}

/** Rule of a value under the name of a credential. */
export const NAME_RULE = 'name';

/** A text with a mark in place of each span; `form` makes it of the secret and its rule. O(length). */
export function withSpans(text: string, spans: readonly SecretSpan[], form: MarkForm): string {
  let value = '';
  let from = 0;
  for (const { start, end, rule } of spans) {
    value += text.slice(from, start) + form(text.slice(start, end), rule);
    from = end;
  }
  return value + text.slice(from);
}
