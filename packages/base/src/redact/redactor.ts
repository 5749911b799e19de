/** Replaces the secrets that a run is said to hold by their names (acceptor 6, SR-1; vectors FORMAT 3). */
import { escapedToken, unescapedToken } from '../json/pointer.ts';

/** A value that must not be displayed, and the name that replaces it (acceptor 6). */
export interface Secret {
  readonly value: string;
  readonly secretId: string;
}

/** Shorter values are not masked: they would take ordinary words with them (acceptor 6). */
const MIN_SECRET = 8;
/** Maximum UTF-16 units of an id. Text that is longer before it is closed is not a marker, and is scanned. */
const MAX_ID = 128;

/** What masks the secrets of one run. */
export interface Redactor {
  /** False when there is nothing to mask; every method then returns what it was given. */
  readonly isActive: boolean;
  /** The text with each secret replaced by `[REDACTED:<secretId>]`: leftmost, then longest, in one pass. */
  text(text: string): string;
  /** An RFC 6901 pointer; a secret is also found where the pointer escapes it. */
  pointer(pointer: string): string;
  /** A copy with every string and key masked, and the number of substitutions; the value itself when there are none. */
  value(value: unknown): { readonly value: unknown; readonly count: number };
}

const idle: Redactor = Object.freeze({
  isActive: false,
  text: (text: string) => text,
  pointer: (pointer: string) => pointer,
  value: (value: unknown) => ({ value, count: 0 }),
});

/** A redactor for the given secrets. Time is linear in the text; the secrets are literal, never patterns. */
export function createRedactor(secrets: readonly Secret[]): Redactor {
  const markers = markersByText(secrets);
  if (markers.size === 0) return idle;
  const pattern = patternOf(markers);
  let count = 0;
  const text = (original: string) =>
    original.replace(pattern, (found) => {
      const marker = markers.get(found);
      if (marker === undefined) return found;
      count++;
      return marker;
    });
  return {
    isActive: true,
    text,
    pointer: (pointer) => maskPointer(pointer, text),
    value: (value) => {
      count = 0;
      const masked = maskValue(value, text);
      return { value: masked, count };
    },
  };
}

/** Maps each searched text to its marker. The first secret with a text names it. */
function markersByText(secrets: readonly Secret[]): ReadonlyMap<string, string> {
  const markers = new Map<string, string>();
  const add = (text: string, secretId: string) => {
    if (!markers.has(text)) markers.set(text, `[REDACTED:${secretId}]`);
  };
  for (const { value, secretId } of secrets) {
    if ([...value].length >= MIN_SECRET) add(value, secretId);
    if (secretId !== '') add(`secret:${secretId}`, secretId);
  }
  return markers;
}

/** Markers come first in the alternation, so that neither an old nor a new one is ever scanned. */
function patternOf(markers: ReadonlyMap<string, string>): RegExp {
  const longestFirst = (one: string, other: string) => other.length - one.length;
  const own = [...new Set(markers.values())].sort(longestFirst).map(escaped);
  const sought = [...markers.keys()].sort(longestFirst).map(escaped);
  return new RegExp([...own, `\\[REDACTED:[^\\]]{0,${MAX_ID}}\\]`, ...sought].join('|'), 'g');
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/**
 * Masks each segment of a pointer as its key, and then the whole: a key with a slash in it is escaped in the pointer,
 * where its plain form would not be found.
 */
function maskPointer(pointer: string, mask: (text: string) => string): string {
  const segments = pointer.split('/').map((segment) => {
    const key = unescapedToken(segment);
    const masked = mask(key);
    return masked === key ? segment : escapedToken(masked);
  });
  return mask(segments.join('/'));
}

type Mask = (text: string) => string;

/** A masked copy, sharing what needs no change; the value itself when nothing does. At most 64 levels deep. */
function maskValue(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return maskMembers(value, mask);
  const masked = value.map((item) => maskValue(item, mask));
  return masked.every((item, index) => Object.is(item, value[index])) ? value : masked;
}

function maskMembers(object: object, mask: Mask): object {
  let isChanged = false;
  const members = Object.entries(object).map(([key, value]): [string, unknown] => {
    const masked: [string, unknown] = [mask(key), maskValue(value, mask)];
    if (masked[0] !== key || !Object.is(masked[1], value)) isChanged = true;
    return masked;
  });
  return isChanged ? withDistinctKeys(members) : object;
}

/** Two keys may get one marker; the later one is numbered, so that no value is lost. */
function withDistinctKeys(members: readonly (readonly [string, unknown])[]): object {
  const distinct = new Map<string, unknown>();
  for (const [key, value] of members) {
    let name = key;
    for (let number = 2; distinct.has(name); number++) name = `${key} (${number})`;
    distinct.set(name, value);
  }
  return Object.fromEntries(distinct);
}
