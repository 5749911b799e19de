import { closeSync, openSync, readSync } from 'node:fs';

const LINE_FEED = 10;
const READ_BYTES = 1 << 20;

/** The bytes of a file in pieces; each piece is new, as those of a stream are. */
export function* chunksOf(file: string, chunkBytes: number): Generator<Buffer> {
  const descriptor = openSync(file, 'r');
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafeSlow(chunkBytes);
      const read = readSync(descriptor, chunk);
      if (read === 0) return;
      yield chunk.subarray(0, read);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Calls `onLine` with every line of a file, without its line feed. A line may be of any length. */
export function forEachLine(file: string, onLine: (line: string) => void): void {
  let rest: Buffer[] = [];
  for (const chunk of chunksOf(file, READ_BYTES)) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      if (rest.length === 0) onLine(chunk.toString('utf8', from, at));
      else onLine(Buffer.concat([...rest, chunk.subarray(from, at)]).toString('utf8'));
      rest = [];
      from = at + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  if (rest.length > 0) onLine(Buffer.concat(rest).toString('utf8'));
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
