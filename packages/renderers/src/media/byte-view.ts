/** Bytes in memory, in the form that the model's readers of headers take. */
import type { ByteView } from '../model/choose/base64-bytes.ts';

/** Nothing is copied. */
export function byteView(bytes: Uint8Array): ByteView {
  return { length: bytes.length, at: (offset) => bytes[offset] ?? -1 };
}
