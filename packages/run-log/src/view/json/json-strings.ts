/** Strings of a document: their text, their length, and the names by which pointers address members. */
import { escapedToken, masker, pointerTokens, unescaped } from '@openwop-inspector/base';
import type { JsonBytes, Members } from './json-members.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();
const BACKSLASH = 0x5c;

/** Text of the string content in `bytes[start, end)`, which has no quotes. Lone surrogates are kept. */
export function stringText(bytes: Uint8Array, start: number, end: number): string {
  const raw = decoder.decode(bytes.subarray(start, end));
  if (!raw.includes('\\')) return raw;
  try {
    const text: unknown = JSON.parse(`"${raw}"`);
    if (typeof text === 'string') return text;
  } catch {
    // Cut or broken escapes are read as far as they go.
  }
  return unescaped(raw, 0, raw.length).text;
}

/** The first units of a string's text: at least `units` of them when there are so many. */
export function stringHead(bytes: Uint8Array, start: number, end: number, units: number): string {
  // A unit takes six bytes at most, as an escape.
  const to = Math.min(end, start + units * 6);
  return stringText(bytes, start, to === end ? end : withoutCutCharacter(bytes, start, to));
}

/** The last place at or before `to` that does not stand inside a character or an escape. */
function withoutCutCharacter(bytes: Uint8Array, start: number, to: number): number {
  let at = to;
  while (at > start && ((bytes[at] as number) & 0xc0) === 0x80) at--;
  for (let back = 1; back <= 5; back++) {
    if (bytes[at - back] !== BACKSLASH) continue;
    let slashes = 0;
    while (at - back - slashes >= start && bytes[at - back - slashes] === BACKSLASH) slashes++;
    const length = bytes[at - back + 1] === 0x75 ? 6 : 2;
    if (slashes % 2 === 1 && back < length) return at - back;
    break;
  }
  return at;
}

/** Length of a string in UTF-16 units, without making its text. O(bytes). */
export function stringUnits(bytes: Uint8Array, start: number, end: number): number {
  let units = 0;
  for (let i = start; i < end; ) {
    const c = bytes[i] as number;
    if (c === BACKSLASH) {
      i += bytes[i + 1] === 0x75 ? 6 : 2;
      units++;
      continue;
    }
    // Continuation bytes belong to the character before them; one of four bytes is a surrogate pair.
    if ((c & 0xc0) !== 0x80) units += c >= 0xf0 ? 2 : 1;
    i++;
  }
  return units;
}

/** A reference token of a pointer, ready to be compared with keys as they are written. */
export interface KeyToken {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** Reference tokens of a pointer, unescaped; null for a text that is no pointer. */
export function keyTokens(pointer: string): readonly KeyToken[] | null {
  return pointerTokens(pointer)?.map((text) => ({ text, bytes: encoder.encode(text) })) ?? null;
}

/** The step by which a pointer names a member. A key that is itself a secret is addressed by its masked form. */
export function stepOf(key: string): string {
  return escapedToken(masker.text(key));
}

/** Whether the current member of an object is the one that a token names. */
export function isNamed(json: JsonBytes, members: Members, token: KeyToken): boolean {
  const { bytes } = json;
  const length = members.keyEnd - members.keyStart;
  if (members.keyIsPlain && length === token.bytes.length) {
    let i = 0;
    while (i < length && bytes[members.keyStart + i] === token.bytes[i]) i++;
    if (i === length) return true;
  }
  if (members.keyIsPlain && !token.text.includes('…')) return false;
  const key = stringText(bytes, members.keyStart, members.keyEnd);
  return key === token.text || masker.text(key) === token.text;
}

/** Number that a token names in an array, -1 for anything but a plain number. */
export function arrayIndex(token: KeyToken): number {
  return /^(?:0|[1-9]\d{0,9})$/.test(token.text) ? Number(token.text) : -1;
}
