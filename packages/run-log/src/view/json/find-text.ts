/** Looks for a text in strings as they are written, upper and lower case alike. */
import { stringText } from './json-strings.ts';

const encoder = new TextEncoder();

/** Lower case of an ASCII byte. */
const LOWER = new Uint8Array(256);
for (let c = 0; c < 256; c++) LOWER[c] = c >= 0x41 && c <= 0x5a ? c + 32 : c;

/** A text to look for. */
export class TextFinder {
  private readonly text: string;
  private readonly bytes: Uint8Array;
  /** Bytes can be compared as they stand when the text has neither case beyond ASCII nor what JSON escapes. */
  private readonly isAscii: boolean;

  constructor(text: string) {
    this.text = text.toLowerCase();
    this.bytes = encoder.encode(this.text);
    this.isAscii = /^[ !#-[\]-~]*$/.test(text);
  }

  isIn(text: string): boolean {
    return text.toLowerCase().includes(this.text);
  }

  /** Whether the bytes of a string or a scalar hold the text. `hasEscapes` says that they are not what they stand for. */
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
