import type { Secret } from '@openwop-inspector/acceptor-core';
import { type MaskedText, masker } from '@openwop-inspector/base';

/** How often a text may have been put into a JSON string: as it is, in JSON, in JSON in JSON. */
const QUOTED_AT_MOST = 2;

/**
 * Replaces the values of secrets by their markers, the longest first, also as written inside JSON strings; then masks
 * what looks like a secret and is none of them.
 */
export function masked(text: string, secrets: readonly Secret[]): MaskedText {
  const longest = [...secrets]
    .filter(({ value }) => value !== '')
    .sort((one, other) => other.value.length - one.value.length);
  let safe = text;
  for (const { value, secretId } of longest) {
    for (const form of formsOf(value)) safe = safe.split(form).join(`[REDACTED:${secretId}]`);
  }
  return masker.json(safe).text;
}

/** The most quoted form first: it may hold the plain one. */
function formsOf(value: string): readonly string[] {
  const forms = [value];
  for (let times = 0; times < QUOTED_AT_MOST; times += 1) {
    forms.unshift(JSON.stringify(forms[0]).slice(1, -1));
  }
  return forms;
}
