import { readSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { scalarText } from '@openwop-inspector/protocol';
import { type ByteSource, SourceError } from '../source/byte-source.ts';
import type { Spool } from '../source/unpacked-source.ts';

/** Why a path could not be opened, in words that name the file. */
const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a directory',
  EMFILE: 'too many files are open',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
};

/** The code of a system error, for messages. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? scalarText(error.code) : '';
  return REASONS[code] ?? (code === '' ? String(error) : code);
}

/** How long a read of the file's time stamp is valid, in ms: reads are many and small. */
const STAT_AGE_MS = 250;

/** Opens a file. Rejects with a `SourceError` that says why; so do reads once it was changed (time, size) or removed. */
export async function openFile(path: string): Promise<ByteSource> {
  const name = basename(path);
  const refuse = (error: unknown): SourceError =>
    new SourceError('source_unreadable', `${name}: ${reasonOf(error)}`);
  const failed = (error: unknown): never => {
    throw refuse(error);
  };
  // To open a named pipe waits for whoever writes to it, so it is refused before.
  const facts = await stat(path).catch(failed);
  if (!facts.isFile()) {
    const what = facts.isDirectory() ? 'a directory' : 'not a plain file';
    throw new SourceError('source_unreadable', `${name}: it is ${what}`);
  }
  const handle = await open(path, 'r').catch(failed);
  const first = await handle.stat();
  let checkedAt = performance.now();
  const check = async (): Promise<void> => {
    if (performance.now() - checkedAt < STAT_AGE_MS) return;
    checkedAt = performance.now();
    const now = await stat(path).catch(() => null);
    if (now === null) throw new SourceError('source_vanished', `${name} was removed while it was open`);
    if (now.mtimeMs !== first.mtimeMs || now.size !== first.size) {
      throw new SourceError('source_changed', `${name} was changed while it was open`);
    }
  };
  const readInto = async (
    target: Uint8Array,
    at: number,
    length: number,
    offset: number,
  ): Promise<number> => {
    await check();
    return readFully(handle, target, at, length, offset).catch(failed);
  };
  return {
    name,
    origin: 'file',
    path,
    sizeBytes: first.size,
    readInto,
    async read(offset, length) {
      await check();
      return readPart(handle, first.size, offset, length).catch(failed);
    },
    close: () => handle.close(),
  };
}

/**
 * Opens a file that something else is still writing. It may be read up to its size at opening, then up to what `growTo`
 * was given; bytes once written must not change. Rejects with a `SourceError` when it cannot be opened.
 */
export async function openGrowingFile(
  path: string,
): Promise<ByteSource & Required<Pick<ByteSource, 'growTo'>>> {
  const name = basename(path);
  const handle = await open(path, 'r').catch(() => {
    throw new SourceError('source_unreadable', `${name} could not be opened`);
  });
  let size = (await handle.stat()).size;
  return {
    name,
    origin: 'file',
    get sizeBytes() {
      return size;
    },
    growTo(next) {
      size = Math.max(size, next);
    },
    read: (offset, length) => readPart(handle, size, offset, length),
    close: () => handle.close(),
  };
}

/** The bytes of a file of that size from `offset` on, as far as it goes. */
async function readPart(handle: FileHandle, size: number, offset: number, length: number) {
  const out = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
  return out.subarray(0, await readFully(handle, out, 0, out.length, offset));
}

/** Bytes that are waited for here: the way through the threads that read costs ten times as much as such a read. */
const SMALL_READ = 256 * 1024;

/** Fills `target` from `at` with bytes of a file, as far as it goes; answers how many there were. */
export async function readFully(
  handle: FileHandle,
  target: Uint8Array,
  at: number,
  length: number,
  offset: number,
): Promise<number> {
  let done = 0;
  while (done < length) {
    const [to, left, from] = [at + done, length - done, offset + done];
    const bytesRead =
      length <= SMALL_READ
        ? readSync(handle.fd, target, to, left, from)
        : (await handle.read(target, to, left, from)).bytesRead;
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return done;
}

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
    read: (offset, length) => readPart(handle, size, offset, length),
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
