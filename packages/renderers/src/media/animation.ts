/** Whether an image moves, by its bytes: what moves can be stopped (WCAG 2.2.2), and rests where motion is unwanted. */
import { type ByteView, byteView, hasText, numberAt } from '../model/choose/base64-bytes.ts';

/** Blocks and chunks looked at; more frames or notes than this before a second frame are nobody's animation. */
const MAX_STEPS = 4096;

/** True for an animated GIF, PNG, WebP or AVIF. `type` is sniffed. Steps over blocks, never decodes. */
export function isAnimated(bytes: Uint8Array, type: string): boolean {
  const view = byteView(bytes);
  switch (type) {
    case 'image/gif':
      return hasSecondFrame(view);
    case 'image/png':
      return hasAnimationChunk(view);
    case 'image/webp':
      return hasText(view, 12, 'VP8X') && (view.at(20) & 0x02) !== 0;
    case 'image/avif':
      return hasText(view, 8, 'avis');
    default:
      return false;
  }
}

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
