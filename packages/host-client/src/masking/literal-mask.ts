/** Hides texts that are known to be secret, wherever they stand. */
import { maskMark } from '@openwop-inspector/base';

/** Shorter texts are common words; they are hidden only where they stand alone. */
const SHORTEST_ANYWHERE = 8;
/** Characters of a secret that its URL-encoded and JSON-encoded forms write differently are few; so are its forms. */
const MOST_FORMS = 4;

/**
 * A function that replaces every occurrence of `secret` by the mask, without any of its characters: as it is, as JSON
 * writes it and as a URL does. An empty secret hides nothing. O(length) a text.
 */
export function literalMask(secret: string): (text: string) => string {
  const forms = formsOf(secret);
  if (forms.length === 0) return (text) => text;
  const alternatives = forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|');
  const whole = secret.length < SHORTEST_ANYWHERE ? `(?<![\\w-])(?:${alternatives})(?![\\w-])` : alternatives;
  const pattern = new RegExp(whole, 'g');
  return (text) =>
    forms.some((form) => text.includes(form)) ? text.replace(pattern, maskMark('session-token')) : text;
}

function formsOf(secret: string): readonly string[] {
  if (secret === '') return [];
  const inJson = JSON.stringify(secret).slice(1, -1);
  const forms = new Set([secret, inJson, inJson.replaceAll('/', '\\/'), inUrl(secret)]);
  // Longest first: a form may be the beginning of another.
  return [...forms].sort((a, b) => b.length - a.length).slice(0, MOST_FORMS);
}

function inUrl(secret: string): string {
  return encodeURIComponent(secret.replace(/[\ud800-\udfff]/gu, '\ufffd'));
}
