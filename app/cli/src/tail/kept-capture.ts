import { access, copyFile, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCaptureFile } from '@openwop-inspector/host-client/node';
import type { ByteSource } from '@openwop-inspector/run-log';

/** The capture of a session as a file of its own, which the session writes and which is read here as a log. */
export interface KeptCapture {
  readonly source: ByteSource;
  readonly path: string;
  /** Says how far it is written. */
  grownTo(sizeBytes: number): void;
  /** Bytes written so far. */
  size(): number;
  /** Copies the file; rejects as the system does. */
  saveAs(path: string): Promise<void>;
  /** Removes the file unless told to leave it. */
  close(removes?: boolean): Promise<void>;
}

/** Makes an empty capture in a temporary folder that only this person can read. */
export async function keptCapture(name: string): Promise<KeptCapture> {
  const folder = await mkdtemp(join(tmpdir(), 'openwop-inspector-'));
  const path = join(folder, 'run.capture.ndjson');
  await (await createCaptureFile(path)).close();
  const handle = await open(path, 'r');
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
    path,
    grownTo(sizeBytes) {
      size = Math.max(size, sizeBytes);
    },
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
