/** What a search in payloads answers. */
import type { MaskedText } from '@openwop-inspector/base';

/** A stretch of a shown text: UTF-16 units, half-open. */
export interface ShownStretch {
  readonly from: number;
  readonly to: number;
}

/** A member of a payload that holds what is searched for. */
export interface PayloadHit {
  /** From the root of the document. */
  readonly pointer: string;
  readonly part: 'name' | 'value';
  /** A piece of the name or of the value, masked, around the first place. */
  readonly text: MaskedText;
  /** Of a hit by name the beginning of its value, masked; null for an object or a list, and for a hit by value. */
  readonly value: MaskedText | null;
  /** Where in the piece it stands. Empty where that is masked, and where it is not known. */
  readonly places: readonly ShownStretch[];
  /** It stands in what is masked: the piece does not show it. */
  readonly isMasked: boolean;
  /** More text stands before the piece, and behind it. */
  readonly isCut: readonly [before: boolean, behind: boolean];
}

/** An event whose payload holds what is searched for. */
export interface EventHits {
  readonly ordinal: number;
  /** Its place in display order. */
  readonly place: number;
  readonly sequence: number | null;
  readonly type: MaskedText;
  readonly nodeId: MaskedText | null;
  /** Members that hold it. */
  readonly total: number;
  /** The first of them, in document order. */
  readonly hits: readonly PayloadHit[];
}
