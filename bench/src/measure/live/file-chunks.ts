import { closeSync, openSync, readSync } from 'node:fs';

/** What a socket hands over at once. */
const CHUNK_BYTES = 64 * 1024;

/** The bytes of a file in pieces as a socket hands them over. Each piece is new, as those of a stream are. */
export function* chunksOf(file: string): Generator<Uint8Array> {
  const descriptor = openSync(file, 'r');
  try {
    for (;;) {
      const chunk = new Uint8Array(CHUNK_BYTES);
      const read = readSync(descriptor, chunk);
      if (read === 0) return;
      yield chunk.subarray(0, read);
    }
  } finally {
    closeSync(descriptor);
  }
}
