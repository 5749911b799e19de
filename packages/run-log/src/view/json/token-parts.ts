/** What a JSON Web Token says about itself, for a person who may not see the token (security S-20). */

import {
  cutMasked,
  literal,
  type MaskedText,
  masker,
  partOf,
  type TokenParts,
} from '@openwop-inspector/base';
import { stringText } from './json-strings.ts';

const TOKEN = /^(?:bearer[ \t]{1,9})?(eyJ[\w-]{2,8192})\.([\w-]{2,65536})\.([\w-]{0,8192})$/i;
const TIMES = ['iat', 'nbf', 'exp', 'auth_time'] as const;
/** Header members and claims that are shown, and the length of a header value. */
const HEADER_MEMBERS = 16;
const CLAIMS = 64;
const VALUE_UNITS = 200;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Parts of a text that is one token and nothing else; null for any other, and when a part is no JSON object. */
export function tokenParts(text: string): TokenParts | null {
  const match = TOKEN.exec(text);
  if (match === null) return null;
  const [, first = '', second = '', signature = ''] = match;
  const header = objectIn(first);
  const claims = objectIn(second);
  if (header === null || claims === null) return null;
  return {
    header: Object.entries(header)
      .slice(0, HEADER_MEMBERS)
      .map(([name, value]) => [nameOf(name), displayedValue(name, value)] as const),
    claims: Object.keys(claims).slice(0, CLAIMS).map(nameOf),
    times: TIMES.flatMap((name) => {
      const seconds = Object.hasOwn(claims, name) ? claims[name] : undefined;
      return typeof seconds === 'number' ? [[literal(name), seconds] as const] : [];
    }),
    signatureLength: signature.length,
  };
}

const nameOf = (name: string): MaskedText => partOf(masker.text(name), 0, VALUE_UNITS);

function displayedValue(name: string, value: unknown): MaskedText {
  return cutMasked(masker.json(JSON.stringify(value), name).text, VALUE_UNITS);
}

function objectIn(base64url: string): Record<string, unknown> | null {
  try {
    const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
    const text = decoder.decode(Uint8Array.from(binary, (unit) => unit.charCodeAt(0)));
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null; // just checked
  } catch {
    // No base64, no UTF-8, no JSON: then it only looks like a token.
    return null;
  }
}

/** Parts of the string content in `bytes[start, end)`, which begins like one. */
export function tokenPartsIn(bytes: Uint8Array, start: number, end: number): TokenParts | null {
  // The shortest and the longest that are looked at; most strings are ruled out by their first bytes.
  const length = end - start;
  if (length < 20 || length > MAX_BYTES || !mayBegin(bytes[start])) return null;
  return tokenParts(stringText(bytes, start, end));
}

const MAX_BYTES = 64 * 1024;

/** `e` of `eyJ`, `B` or `b` of Bearer. */
function mayBegin(byte: number | undefined): boolean {
  return byte === 0x65 || byte === 0x42 || byte === 0x62;
}
