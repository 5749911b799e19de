import { type FileHandle, open } from 'node:fs/promises';
import type { CaptureSink } from '../live/live-run.ts';

/** A capture on disk: whole lines, appended one after the other, readable by its owner alone. */
export interface CaptureFile extends CaptureSink {
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
  return captureOn(path, await open(path, 'wx', 0o600), 0);
}

/** Opens a capture that is there and ends with a whole line, to write behind that. Rejects with the system's error. */
export async function openCaptureFile(path: string): Promise<CaptureFile> {
  const handle = await open(path, 'r+');
  return captureOn(path, handle, (await handle.stat()).size);
}

function captureOn(path: string, handle: FileHandle, startBytes: number): CaptureFile {
  let sizeBytes = startBytes;
  let broken: CaptureNotWritten | null = null;
  let last: Promise<void> = Promise.resolve();

  function write(text: string): Promise<number> {
    const bytes = Buffer.from(text);
    const written = last.then(async () => {
      if (broken !== null) throw broken;
      try {
        await writeWhole(handle, bytes, sizeBytes);
        sizeBytes += bytes.length;
      } catch (error) {
        broken = new CaptureNotWritten(fileErrorCode(error) ?? 'unwritable');
        await handle.truncate(sizeBytes).catch(() => undefined);
        throw broken;
      }
    });
    last = written.catch(() => undefined);
    return written.then(() => sizeBytes);
  }

  return {
    path,
    get sizeBytes() {
      return sizeBytes;
    },
    write,
    async close() {
      await last;
      broken ??= new CaptureNotWritten('closed');
      await handle.close();
    },
  };
}

/**
 * Cuts off a line that was only begun when its writer ended, and appends `lines`, each without its line break. Answers
 * the size. A disk that takes no more is left with whole lines.
 */
export async function closeOffCapture(path: string, lines: readonly string[]): Promise<number> {
  const handle = await open(path, 'r+');
  try {
    const whole = await endOfLines(handle, (await handle.stat()).size);
    await handle.truncate(whole);
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    try {
      await writeWhole(handle, bytes, whole);
      return whole + bytes.length;
    } catch {
      await handle.truncate(whole);
      return whole;
    }
  } finally {
    await handle.close();
  }
}

/** Offset behind the last line break, searched from the end. */
async function endOfLines(handle: FileHandle, size: number): Promise<number> {
  const block = Buffer.alloc(64 * 1024);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - block.length);
    const { bytesRead } = await handle.read(block, 0, end - start, start);
    const at = block.subarray(0, bytesRead).lastIndexOf(10);
    if (at !== -1) return start + at + 1;
    end = start;
  }
  return 0;
}

/** The code of a failed operation of the system (`ENOENT` and so on), or null when the error is of another kind. */
export function fileErrorCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}

async function writeWhole(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const part = await handle.write(bytes, written, bytes.length - written, at + written);
    written += part.bytesWritten;
  }
}
