/** Which byte a character of a displayed text represents, when characters have several bytes and secrets are masked. */
import { firstThat, type MaskedStretch } from '@openwop-inspector/base';
import type { Stretch } from '../filter/syntax.ts';
import { stringText } from './json-members.ts';

const FIELDS = 3;

/**
 * Runs of one kind, three numbers each, ascending: the first UTF-16 unit of the run in the text, its first byte, and
 * the bytes of a unit. A run of 0 bytes a unit (a mask, a stretch of broken UTF-8) is one place: its units and its
 * bytes belong together as a whole. The last run has no units and marks the end.
 */
export type TextPlaces = Uint32Array;

/** Places of the text that a UTF-8 decoder makes of `bytes`; broken sequences become one U+FFFD each. O(bytes). */
export function decodedPlaces(bytes: Uint8Array): TextPlaces {
  const fields: number[] = [];
  let unit = 0;
  let at = 0;
  let before = 0;
  while (at < bytes.length) {
    const { length, whole } = characterAt(bytes, at);
    // Four bytes make two units, so a unit has two of them.
    const width = whole ? (length === 4 ? 2 : length) : 0;
    if (width === 0 || width !== before) fields.push(unit, at, width);
    before = width;
    unit += whole && length === 4 ? 2 : 1;
    at += length;
  }
  fields.push(unit, at, 0);
  return Uint32Array.from(fields);
}

/** The character at a place; of a broken one, as many bytes as a decoder replaces by one U+FFFD. */
function characterAt(bytes: Uint8Array, at: number) {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return { length: 1, whole: true };
  if (lead < 0xc2 || lead > 0xf4) return { length: 1, whole: false };
  const second = bytes[at + 1] ?? 0;
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return { length: 1, whole: false };
  if (lead < 0xe0) return { length: 2, whole: true };
  if (!isContinuation(bytes[at + 2])) return { length: 2, whole: false };
  if (lead < 0xf0) return { length: 3, whole: true };
  return isContinuation(bytes[at + 3]) ? { length: 4, whole: true } : { length: 3, whole: false };
}

/** True for a byte of a character of UTF-8 behind its first. */
export const isContinuation = (byte: number | undefined): boolean =>
  byte !== undefined && (byte & 0xc0) === 0x80;

/**
 * Places of a text after its masks were put in. `markLengths` has the length of what represents each stretch; the
 * stretches are ascending, cut to the text, and do not overlap.
 */
export function maskedPlaces(
  places: TextPlaces,
  stretches: readonly MaskedStretch[],
  displayedLengths: readonly number[],
): TextPlaces {
  if (stretches.length === 0) return places;
  const fields: number[] = [];
  let moved = 0;
  let run = 0;
  const copyTo = (end: number): void => {
    while (run < places.length - FIELDS && (places[run] as number) < end) {
      fields.push((places[run] as number) + moved, places[run + 1] as number, places[run + 2] as number);
      run += FIELDS;
    }
  };
  stretches.forEach((stretch, i) => {
    copyTo(stretch.start);
    fields.push(stretch.start + moved, byteOfUnit(places, stretch.start), 0);
    moved += (displayedLengths[i] ?? 0) - (stretch.end - stretch.start);
    while (run < places.length && (places[run] as number) <= stretch.end) run += FIELDS;
    const width = places[run - 1] as number;
    // What is left of the run that the stretch ends in.
    fields.push(stretch.end + moved, byteOfUnit(places, stretch.end), width);
  });
  copyTo(Number.POSITIVE_INFINITY);
  const last = places.length - FIELDS;
  fields.push((places[last] as number) + moved, places[last + 1] as number, 0);
  return Uint32Array.from(fields);
}

/** Byte of the page that a unit of its text represents; inside a mask the first of the mask. O(log runs). */
export function byteOfUnit(places: TextPlaces, unit: number): number {
  const run = lastRun(places, 0, unit);
  if (run < 0) return 0;
  const inside = (unit - (places[run] as number)) * (places[run + 2] as number);
  const next = places[run + FIELDS + 1];
  const byte = (places[run + 1] as number) + inside;
  return next === undefined ? (places[run + 1] as number) : Math.min(byte, next);
}

/** Unit of the text that a byte of its page is in; inside a mask the first of the mask, or its end. O(log runs). */
export function unitOfByte(places: TextPlaces, byte: number, side: 'start' | 'end' = 'start'): number {
  const run = lastRun(places, 1, byte);
  if (run < 0) return 0;
  const first = places[run] as number;
  const width = places[run + 2] as number;
  const next = places[run + FIELDS] ?? first;
  const inside = byte - (places[run + 1] as number);
  if (inside === 0) return first;
  if (width === 0) return side === 'start' ? first : next;
  const units = side === 'start' ? Math.floor(inside / width) : Math.ceil(inside / width);
  return Math.min(first + units, next);
}

/** The last run whose `field` is at most `value`, -1 when there is none. */
function lastRun(places: TextPlaces, field: 0 | 1, value: number): number {
  const next = firstThat(places.length / FIELDS, (run) => (places[run * FIELDS + field] as number) > value);
  return (next - 1) * FIELDS;
}

/* Looks for a text in strings as they are written, upper and lower case alike. */

const encoder = new TextEncoder();

/** Lower case of an ASCII byte. */
const LOWER = new Uint8Array(256);
for (let c = 0; c < 256; c++) LOWER[c] = c >= 0x41 && c <= 0x5a ? c + 32 : c;

/** A text to look for. */
export class TextFinder {
  private readonly text: string;
  private readonly bytes: Uint8Array;
  /** Bytes can be compared as they are when the text has neither case beyond ASCII nor what JSON escapes. */
  private readonly isAscii: boolean;

  constructor(text: string) {
    this.text = text.toLowerCase();
    this.bytes = encoder.encode(this.text);
    this.isAscii = /^[ !#-[\]-~]*$/.test(text);
  }

  isIn(text: string): boolean {
    return text.toLowerCase().includes(this.text);
  }

  /** Where it is in a text, from the first place on and as far as `reach` units behind that. O(text). */
  placesIn(text: string, reach: number): readonly Stretch[] {
    const { lower, unitOf } = loweredWithPlaces(text);
    const places: Stretch[] = [];
    const { length } = this.text;
    const first = lower.indexOf(this.text);
    for (let at = first; at >= 0 && at <= first + reach; at = lower.indexOf(this.text, at + length))
      places.push({ from: unitOf(at), to: Math.max(unitOf(at) + 1, unitOf(at + length)) });
    return places;
  }

  /** Whether the bytes of a string or a scalar hold the text. `hasEscapes` says that they are not what they represent. */
  isInBytes(bytes: Uint8Array, start: number, end: number, hasEscapes: boolean): boolean {
    if (!this.isAscii || hasEscapes) return this.isIn(stringText(bytes, start, end));
    const wanted = this.bytes;
    const first = wanted[0];
    const last = end - wanted.length;
    for (let i = start; i <= last; i++) {
      if (LOWER[bytes[i] as number] !== first) continue;
      let k = 1;
      while (k < wanted.length && LOWER[bytes[i + k] as number] === wanted[k]) k++;
      if (k === wanted.length) return true;
    }
    return false;
  }
}

/** A text in lower case, and for each unit of that the one that it was made of: some letters become longer. */
function loweredWithPlaces(text: string): {
  readonly lower: string;
  readonly unitOf: (unit: number) => number;
} {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return { lower, unitOf: (unit) => unit };
  const units: number[] = [];
  let at = 0;
  for (const character of text) {
    for (let i = 0; i < character.toLowerCase().length; i++) units.push(at);
    at += character.length;
  }
  return { lower, unitOf: (unit) => units[unit] ?? text.length };
}
