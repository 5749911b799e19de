import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scalarText } from '@openwop-inspector/protocol';
import { SourceError } from '../source/byte-source.ts';
import type { Spool } from '../source/unpacked-source.ts';
import { readFully } from './file-source.ts';

/** Names of the folders of spools: the owner decides which are left over. */
const PREFIX = 'openwop-inspector-spool-';
let removed: Promise<void> | null = null;

/**
 * A spool in a temporary file that only its owner may read, removed when it is closed. Where the system lets a file be
 * read that has no name any more it loses its name at once, so that a crash leaves nothing; elsewhere the next start
 * removes what is left of processes that are gone.
 */
export async function fileSpool(): Promise<Spool> {
  removed ??= removeLeftSpools(tmpdir());
  await removed;
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const handle = await open(join(folder, 'spool'), 'w+', 0o600);
  if (process.platform !== 'win32') await rm(folder, { recursive: true, force: true });
  let size = 0;
  return {
    async append(bytes) {
      try {
        let done = 0;
        while (done < bytes.length) {
          const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, size + done);
          done += bytesWritten;
        }
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? scalarText(error.code) : 'unknown error';
        throw new SourceError('source_unreadable', `No room to unpack the file (${code})`);
      }
      size += bytes.length;
    },
    async read(offset, length) {
      const out = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      return out.subarray(0, await readFully(handle, out, 0, out.length, offset));
    },
    async close() {
      await handle.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Removes the spools of processes that have ended. What cannot be removed stays; somebody else may own it. */
export async function removeLeftSpools(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const [, pid] = /^openwop-inspector-spool-(\d{1,10})-\w+$/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // One of somebody else runs as well.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
