/** Looks for a text in strings as they are written, upper and lower case alike. */
import { stringText } from './json-members.ts';

const encoder = new TextEncoder();

/** Lower case of an ASCII byte. */
const LOWER = new Uint8Array(256);
for (let c = 0; c < 256; c++) LOWER[c] = c >= 0x41 && c <= 0x5a ? c + 32 : c;

/** Where something is in a text: UTF-16 units, half-open. */
export interface TextStretch {
  readonly from: number;
  readonly to: number;
}

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
  placesIn(text: string, reach: number): readonly TextStretch[] {
    const { lower, unitOf } = loweredWithPlaces(text);
    const places: TextStretch[] = [];
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
