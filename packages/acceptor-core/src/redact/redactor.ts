/** Masks the secrets of a run in texts and values (acceptor 6, SR-1). */
import type { Secret } from '../accept-context.ts';
import { maskPointer } from './mask-pointer.ts';
import { maskValue } from './mask-value.ts';

/** Shorter values are not masked: they would take ordinary words with them (acceptor 6). */
const MIN_SECRET = 8;
/** UTF-16 units of an id. What goes on for longer before it is closed is no marker, and is looked through. */
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

/** What is sought, with the marker that stands for it. The first secret with a text names it. */
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

/** Markers come first in the alternation, so that neither an old nor a new one is ever looked into. */
function patternOf(markers: ReadonlyMap<string, string>): RegExp {
  const longestFirst = (one: string, other: string) => other.length - one.length;
  const own = [...new Set(markers.values())].sort(longestFirst).map(escaped);
  const sought = [...markers.keys()].sort(longestFirst).map(escaped);
  return new RegExp([...own, `\\[REDACTED:[^\\]]{0,${MAX_ID}}\\]`, ...sought].join('|'), 'g');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
