import { access, copyFile, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CaptureSink } from '@openwop-inspector/host-client';
import type { ByteSource } from '@openwop-inspector/run-log';

/** The capture of a session as a file of its own: written from one side, read as a log from the other. */
export interface KeptCapture {
  readonly sink: CaptureSink;
  readonly source: ByteSource;
  /** Bytes written so far. */
  size(): number;
  /** Copies the file; rejects as the system does. */
  saveAs(path: string): Promise<void>;
  readonly path: string;
  /** Removes the file unless told to leave it. */
  close(removes?: boolean): Promise<void>;
}

/** Makes an empty capture in a temporary folder that only this person can read. */
export async function keptCapture(name: string): Promise<KeptCapture> {
  const folder = await mkdtemp(join(tmpdir(), 'openwop-inspector-'));
  const path = join(folder, 'run.capture.ndjson');
  const handle = await open(path, 'w+', 0o600);
  let size = 0;
  const source: ByteSource = {
    name,
    origin: 'spool',
    get sizeBytes() {
      return size;
    },
    async read(offset, length) {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      let done = 0;
      while (done < bytes.length) {
        const { bytesRead } = await handle.read(bytes, done, bytes.length - done, offset + done);
        if (bytesRead === 0) break;
        done += bytesRead;
      }
      return bytes.subarray(0, done);
    },
  };
  return {
    source,
    sink: {
      async write(text) {
        const bytes = Buffer.from(text);
        let done = 0;
        while (done < bytes.length) {
          const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, size + done);
          done += bytesWritten;
        }
        size += bytes.length;
        return size;
      },
    },
    path,
    size: () => size,
    saveAs: (target) => copyFile(path, target),
    async close(removes = true) {
      await handle.close();
      if (removes) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Why a file cannot be written, in the words of the system; null when it can. What is there is not touched. */
export async function whyNotWritable(path: string): Promise<string | null> {
  try {
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    await (await open(path, 'a', 0o600)).close();
    if (!isThere) await rm(path);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
