import { closeSync, openSync, renameSync, writeSync } from 'node:fs';
import { type LogOrder, type LogSize, writeLog } from './write-log.ts';

/**
 * Writes a log to a file. The file appears under its name only when it is whole: it grows as `<file>.part`. Throws
 * what the file system throws (no such folder, no room, no permission).
 */
export function writeLogFile(order: LogOrder, file: string, onProgress?: (size: LogSize) => void): LogSize {
  const part = `${file}.part`;
  const descriptor = openSync(part, 'w');
  let size: LogSize;
  try {
    size = writeLog(order, (bytes) => writeWhole(descriptor, bytes), onProgress);
  } finally {
    closeSync(descriptor);
  }
  renameSync(part, file);
  return size;
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
}
