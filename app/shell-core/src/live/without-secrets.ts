import { maskMark } from '@openwop-inspector/base';

/**
 * An answer on its way to the window, with texts hidden that are known to be secret, wherever a host has put them: in a
 * name, in the middle of a sentence, in its own error code. The last of the doors; those before it go by names and
 * shapes. `answer` is JSON and so is what comes back. O(answer).
 */
export function withoutSecrets<T>(answer: T, mask: (text: string) => string): T {
  const text = JSON.stringify(answer);
  const masked = mask(text);
  return masked === text ? answer : (JSON.parse(masked) as T); // the same form: masking changes texts alone
}

/** Hides one more secret than `mask` does; a text too short to be one is left alone. */
export function alsoHiding(secret: string | null, mask: (text: string) => string): (text: string) => string {
  if (secret === null || secret.length < 6) return mask;
  const inJson = JSON.stringify(secret).slice(1, -1);
  const forms = [...new Set([secret, inJson, encodeURIComponent(secret)])];
  return (text) =>
    forms.reduce((shown, form) => shown.replaceAll(form, maskMark('interrupt-token')), mask(text));
}
