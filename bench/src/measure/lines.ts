import { closeSync, openSync, readSync } from 'node:fs';

const LINE_FEED = 10;
const READ_BYTES = 1 << 20;

/**
 * Calls `onLine` with the bytes of every line of a file, without its line feed. `bytes` is reused: take what you need
 * before you return. A line may be of any length; the buffer grows with the longest. Returns the number of lines.
 */
export function forEachLine(file: string, onLine: (bytes: Buffer, from: number, to: number) => void): number {
  const descriptor = openSync(file, 'r');
  let buffer: Buffer = Buffer.allocUnsafe(READ_BYTES * 2);
  let held = 0;
  let lines = 0;
  try {
    for (;;) {
      if (buffer.length - held < READ_BYTES) buffer = grown(buffer, held);
      const read = readSync(descriptor, buffer, held, READ_BYTES, null);
      const end = held + read;
      let from = 0;
      for (let at = nextFeed(buffer, held, end); at !== -1; at = nextFeed(buffer, from, end)) {
        onLine(buffer, from, at);
        lines += 1;
        from = at + 1;
      }
      buffer.copyWithin(0, from, end);
      held = end - from;
      if (read > 0) continue;
      if (held === 0) return lines;
      onLine(buffer, 0, held);
      return lines + 1;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Counts line feeds and does nothing else: the floor for everything that reads a log. */
export function countLineFeeds(file: string): number {
  const descriptor = openSync(file, 'r');
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  let feeds = 0;
  try {
    for (let read = readSync(descriptor, buffer); read > 0; read = readSync(descriptor, buffer)) {
      const bytes = buffer.subarray(0, read);
      for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) feeds += 1;
    }
  } finally {
    closeSync(descriptor);
  }
  return feeds;
}

function nextFeed(buffer: Buffer, from: number, end: number): number {
  const at = buffer.indexOf(LINE_FEED, from);
  return at < end ? at : -1;
}

function grown(buffer: Buffer, held: number): Buffer {
  const larger = Buffer.allocUnsafe(buffer.length * 2);
  buffer.copy(larger, 0, 0, held);
  return larger;
}

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
