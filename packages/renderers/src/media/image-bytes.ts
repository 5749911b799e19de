/** Reads by an image's bytes whether it moves and whether it is cut off. Never decodes. */
import {
  type ByteView,
  byteView,
  hasBytes,
  hasText,
  littleNumberAt,
  numberAt,
} from '../model/choose/content-source.ts';
import type { MediaFamily } from '../model/choose/envelope-view.ts';
import { ruleAgainstBytes, ruleAgainstTypes } from '../model/choose/media-content.ts';
import {
  canonicalMediaType,
  type ImageSize,
  imageSize,
  mediaTypeOf,
  sniffMediaType,
} from '../model/choose/media-type.ts';
import type { RenderRule } from '../model/choose/render-rules.ts';

/** Maximum number of blocks read; a file with more of them before a second frame counts as still. */
const MAX_STEPS = 4096;
/** Maximum number of PNG chunks read; a file with more counts as complete. */
const MAX_CHUNKS = 65_536;

/**
 * True for an animated GIF, PNG, WebP or AVIF, which the user can stop (WCAG 2.2.2) and which rests where motion is
 * unwanted. `type` is sniffed. Steps over blocks.
 */
export function isAnimated(bytes: Uint8Array, type: string): boolean {
  return ANIMATED.get(type)?.(byteView(bytes)) === true;
}

type ByteCheck = (bytes: ByteView) => boolean;

const ANIMATED: ReadonlyMap<string, ByteCheck> = new Map<string, ByteCheck>([
  ['image/gif', hasSecondFrame],
  ['image/png', hasAnimationChunk],
  ['image/webp', (bytes) => hasText(bytes, 12, 'VP8X') && (bytes.at(20) & 0x02) !== 0],
  ['image/avif', (bytes) => hasText(bytes, 8, 'avis')],
]);

function hasAnimationChunk(bytes: ByteView): boolean {
  let offset = 8;
  for (let step = 0; step < MAX_STEPS; step++) {
    if (hasText(bytes, offset + 4, 'acTL')) return true;
    const length = numberAt(bytes, offset, 4);
    if (!Number.isFinite(length) || hasText(bytes, offset + 4, 'IDAT')) return false;
    offset += length + 12;
  }
  return false;
}

function hasSecondFrame(bytes: ByteView): boolean {
  let frames = 0;
  let offset = 13 + tableSize(bytes.at(10));
  for (let step = 0; step < MAX_STEPS; step++) {
    const kind = bytes.at(offset);
    if (kind === 0x2c) {
      frames += 1;
      if (frames === 2) return true;
      offset = afterBlocks(bytes, offset + 11 + tableSize(bytes.at(offset + 9)));
    } else if (kind === 0x21) {
      offset = afterBlocks(bytes, offset + 2);
    } else return false;
  }
  return false;
}

function tableSize(packed: number): number {
  return packed >= 0 && (packed & 0x80) !== 0 ? 3 * 2 ** ((packed & 0x07) + 1) : 0;
}

/** Past the blocks of at most 255 bytes and the empty one that ends them. */
function afterBlocks(bytes: ByteView, start: number): number {
  let offset = start;
  for (let size = bytes.at(offset); size > 0; size = bytes.at(offset)) offset += size + 1;
  return offset + 1;
}

/**
 * True when the end of an image is missing: a decoder shows what there is of it and reports nothing. False also where
 * the format cannot say. `type` is sniffed.
 */
export function isImageCutOff(bytes: Uint8Array, type: string): boolean {
  return type === 'image/jpeg' ? !hasEndMarker(bytes) : CUT_OFF.get(type)?.(byteView(bytes)) === true;
}

const CUT_OFF: ReadonlyMap<string, ByteCheck> = new Map<string, ByteCheck>([
  ['image/png', isPngCutOff],
  ['image/webp', (bytes) => littleNumberAt(bytes, 4, 4) + 8 > bytes.length],
  ['image/bmp', (bytes) => littleNumberAt(bytes, 2, 4) > bytes.length],
]);

function isPngCutOff(bytes: ByteView): boolean {
  let offset = 8;
  for (let i = 0; i < MAX_CHUNKS; i++) {
    const end = offset + numberAt(bytes, offset, 4) + 12;
    if (!(end <= bytes.length)) return true;
    if (hasText(bytes, offset + 4, 'IEND')) return false;
    offset = end;
  }
  return false;
}

/** The end of the image, or of a thumbnail in it: only its absence is certain. */
function hasEndMarker(bytes: Uint8Array): boolean {
  const view = byteView(bytes);
  for (let at = bytes.lastIndexOf(0xd9); at > 0; at = bytes.lastIndexOf(0xd9, at - 1)) {
    if (hasBytes(view, at - 1, [0xff, 0xd9])) return true;
  }
  return false;
}

// What content that came from an address is displayed as: the rules for inline content, over the bytes (S-07, S-08).

/** What is known about content before it is here. */
interface ExpectedContent {
  readonly wanted: MediaFamily;
  /** Of the payload, else of the hint; canonical. */
  readonly declaredType: string | null;
  /** Of the answer, with or without parameters; null when it said nothing. */
  readonly answeredType: string | null;
}

export interface LoadedVerdict {
  readonly family: MediaFamily;
  /** Canonical, without parameters. */
  readonly answeredType: string | null;
  readonly sniffedType: string | null;
  /** Of an image by its header, in pixels. */
  readonly size: ImageSize | null;
  /** Why it is a file and not what was wanted; null when nothing was passed over. */
  readonly rule: RenderRule | null;
}

/** Decides. Reads a few bytes of the header; never throws. */
export function loadedVerdict(bytes: Uint8Array, expected: ExpectedContent): LoadedVerdict {
  const view = byteView(bytes);
  const sniffedType = sniffMediaType(view);
  const size = sniffedType === null ? null : imageSize(view, sniffedType);
  const answered = mediaTypeOf(expected.answeredType);
  const answeredType = answered === null ? null : canonicalMediaType(answered);
  const facts = { answeredType, sniffedType, size };
  const { wanted, declaredType } = expected;
  // Stores of assets answer with this for anything; it says nothing about the content.
  const isSaid = answeredType !== null && !/^(application|binary)\/octet-stream$/.test(answeredType);
  const types = [declaredType, isSaid ? answeredType : null].filter((type) => type !== null);
  const byType = ruleAgainstTypes(wanted, types);
  if (wanted === 'file' || byType !== null) return { family: 'file', ...facts, rule: byType };
  const rule = ruleAgainstBytes(wanted, { ...facts, length: bytes.length });
  return { family: rule === null ? wanted : 'file', ...facts, rule };
}
