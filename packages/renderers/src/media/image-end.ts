/** Whether an image ends where its format says: a decoder draws what there is of one that is cut off, and keeps quiet. */
import {
  type ByteView,
  byteView,
  hasBytes,
  hasText,
  littleNumberAt,
  numberAt,
} from '../model/choose/base64-bytes.ts';

/** Chunks of a PNG looked at; a file with more is given the benefit of the doubt. */
const MAX_CHUNKS = 65_536;

/** True when the end is missing; false too where the format does not tell. `type` is sniffed. Never decodes. */
export function isImageCutOff(bytes: Uint8Array, type: string): boolean {
  const view = byteView(bytes);
  switch (type) {
    case 'image/png':
      return isPngCutOff(view);
    case 'image/jpeg':
      return !hasEndMarker(bytes);
    case 'image/webp':
      return littleNumberAt(view, 4, 4) + 8 > bytes.length;
    case 'image/bmp':
      return littleNumberAt(view, 2, 4) > bytes.length;
    default:
      return false;
  }
}

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

/** The end of the image, or of a thumbnail within: only its lack is told for sure. */
function hasEndMarker(bytes: Uint8Array): boolean {
  const view = byteView(bytes);
  for (let at = bytes.lastIndexOf(0xd9); at > 0; at = bytes.lastIndexOf(0xd9, at - 1)) {
    if (hasBytes(view, at - 1, [0xff, 0xd9])) return true;
  }
  return false;
}
