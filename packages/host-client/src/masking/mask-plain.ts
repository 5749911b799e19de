import { isSecretKey, maskedForm, NAME_RULE, secretsIn } from '@openwop-inspector/base';

/** Masks the secrets in a text that is no JSON, or no whole one: frames that cannot be read, messages. O(length). */
export function maskPlain(text: string): string {
  const spans = secretsIn(text);
  if (spans.length === 0) return text;
  let masked = '';
  let from = 0;
  for (const { start, end, rule } of spans) {
    masked += text.slice(from, start) + maskedForm(text.slice(start, end), rule);
    from = end;
  }
  return masked + text.slice(from);
}

/** Masks a text that stands under a name: whole when the name is that of a secret. */
export function maskNamed(text: string, name: string | null): string {
  if (text === '') return text;
  return name !== null && isSecretKey(name) ? maskedForm(text, NAME_RULE) : maskPlain(text);
}
