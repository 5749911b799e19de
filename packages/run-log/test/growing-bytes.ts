import type { ByteSource } from '../src/index.ts';

/** Bytes of which more and more may be read. */
export function growingBytes(
  bytes: Uint8Array,
  sizeBytes: number,
): ByteSource & { growTo(size: number): void } {
  let size = sizeBytes;
  return {
    name: 'run.capture.ndjson',
    origin: 'memory',
    get sizeBytes() {
      return size;
    },
    growTo(next) {
      size = Math.max(size, next);
    },
    read: (offset, length) => Promise.resolve(bytes.subarray(offset, Math.min(size, offset + length))),
  };
}
