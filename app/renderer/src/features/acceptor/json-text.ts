import { type Emission, layOutJson, type Secret } from '@openwop-inspector/acceptor-core';
import { type MaskedText, masker, parsedJson } from '@openwop-inspector/base';

/** How often a text may have been quoted as a JSON string: not, in JSON, in JSON in JSON. */
const QUOTED_AT_MOST = 2;

/**
 * Replaces the values of secrets by their markers, the longest first, also as quoted in JSON strings; then masks other
 * text that looks like a secret.
 */
export function masked(text: string, secrets: readonly Secret[]): MaskedText {
  const longest = [...secrets]
    .filter(({ value }) => value !== '')
    .sort((one, other) => other.value.length - one.value.length);
  let safe = text;
  for (const { value, secretId } of longest) {
    // The most quoted form first: it may contain the plain one.
    const forms = [value];
    for (let times = 0; times < QUOTED_AT_MOST; times += 1)
      forms.unshift(JSON.stringify(forms[0]).slice(1, -1));
    for (const form of forms) safe = safe.split(form).join(`[REDACTED:${secretId}]`);
  }
  return masker.json(safe).text;
}

/** A JSON text indented by two spaces; numbers retain their digits. Null for invalid JSON. O(length). */
export const formattedJson = (text: string): string | null =>
  parsedJson(text) === undefined ? null : layOutJson(text);

/** Maximum number of envelopes in a text (envelope 10); an array with more goes in as a value, which has no such limit. */
const MAX_IN_TEXT = 256;

/** How a text of the bench goes into an acceptor. */
export function emissionOf(text: string): Extract<Emission, { text: string } | { envelope: unknown }> {
  const trimmed = text.trimStart();
  if (!trimmed.startsWith('[')) return { text };
  const value = parsedJson(trimmed);
  return Array.isArray(value) && value.length > MAX_IN_TEXT ? { envelope: value } : { text };
}
