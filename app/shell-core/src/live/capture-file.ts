import { type FileHandle, open } from 'node:fs/promises';
import type { CaptureSink } from '@openwop-inspector/host-client';
import { fileErrorCode } from '../file-problem.ts';

/** A capture on disk: whole lines, appended one after the other, readable by its owner alone. */
export interface CaptureFile extends Required<CaptureSink> {
  readonly path: string;
  /** Bytes that may be read back; always the end of a line. */
  readonly sizeBytes: number;
  /** Resolves when all that was written is on the disk; nothing is written afterwards. */
  close(): Promise<void>;
}

/** The capture could not be written any further: the disk is full, or it is gone. */
export class CaptureNotWritten extends Error {
  override readonly name = 'CaptureNotWritten';
  readonly code: string;

  constructor(code: string) {
    super(`The capture cannot be written (${code}).`);
    this.code = code;
  }
}

/**
 * Creates the file, which must not be there. A write that fails takes back what it had begun and rejects with
 * `CaptureNotWritten`, as do all after it: a capture with a hole in its lines would lie about the session.
 */
export async function createCaptureFile(path: string): Promise<CaptureFile> {
  const handle = await open(path, 'wx', 0o600);
  let sizeBytes = 0;
  let broken: CaptureNotWritten | null = null;
  let last: Promise<void> = Promise.resolve();

  async function append(bytes: Uint8Array): Promise<void> {
    if (broken !== null) throw broken;
    try {
      await writeWhole(handle, bytes, sizeBytes);
      sizeBytes += bytes.length;
    } catch (error) {
      broken = new CaptureNotWritten(fileErrorCode(error) ?? 'unwritable');
      await handle.truncate(sizeBytes).catch(() => undefined);
      throw broken;
    }
  }

  function writeBytes(bytes: Uint8Array): Promise<number> {
    const written = last.then(() => append(bytes));
    last = written.catch(() => undefined);
    return written.then(() => sizeBytes);
  }

  return {
    path,
    get sizeBytes() {
      return sizeBytes;
    },
    write: (text) => writeBytes(Buffer.from(text)),
    writeBytes,
    async close() {
      await last;
      broken ??= new CaptureNotWritten('closed');
      await handle.close();
    },
  };
}

async function writeWhole(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const part = await handle.write(bytes, written, bytes.length - written, at + written);
    written += part.bytesWritten;
  }
}
