/** What is masked in a document as a whole: a value may be told to be a secret by what stands beside it. */
import { type MaskedStretch, type MaskedText, masker, withMasks } from '@openwop-inspector/base';
import type { TextPlaces } from '../../payload-answers.ts';
import { decodedPlaces, unitOfByte } from '../text-places.ts';

/** Larger documents are looked through value by value. In bytes. */
const MAX_BYTES = 4 * 1024 * 1024;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The marks of one document, found once when the first value is asked for. O(document), in time and in memory. */
export class DocumentMarks {
  private readonly bytes: Uint8Array;
  private made: { text: string; stretches: readonly MaskedStretch[]; places: TextPlaces } | null = null;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** The bytes `[start, end)` with their masks, as written; null when nothing is masked there, or nobody knows. */
  textOf(start: number, end: number): MaskedText | null {
    if (this.bytes.length > MAX_BYTES) return null;
    const { text, stretches, places } = this.marks();
    if (stretches.length === 0) return null;
    const [from, to] = [unitOfByte(places, start), unitOfByte(places, end, 'end')];
    const own = stretches.filter((one) => one.end > from && one.start < to);
    return own.length === 0 ? null : withMasks(text, own, from, to);
  }

  private marks() {
    if (this.made === null) {
      const text = decoder.decode(this.bytes);
      const stretches = masker.stretches(text);
      const places = stretches.length === 0 ? new Uint32Array() : decodedPlaces(this.bytes);
      this.made = { text, stretches, places };
    }
    return this.made;
  }
}
