import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, parsedJson } from '@openwop-inspector/base';
import { createCaptureFile, fileErrorCode } from '@openwop-inspector/host-client/node';
import type { LeftCapture } from '@openwop-inspector/shell-contract';
import { makePrivateFolder } from '../private-files.ts';

/** What the first line of a capture says, as a host named itself: nothing is relied on. */
type CaptureHead = Pick<LeftCapture, 'hostName' | 'runId' | 'startedAtMs'>;

const noHead: CaptureHead = { hostName: null, runId: null, startedAtMs: null };

/** What is before the discovery document is short; names that are longer than this are those of nobody. */
const headBytes = 8192;

const maxDisplayLength = 200;

/** A capture that nobody holds any more: its shell ended, or crashed, before somebody saved or closed it. */
export interface StoredCapture extends LeftCapture {
  readonly path: string;
}

/** Where captures lie while they are not saved: one file a session, under names that say nothing. */
export type CaptureFolder = ReturnType<typeof createCaptureFolder>;

const ending = '.capture.ndjson';

/** The number is that of the process whose shell made it, so that another one leaves it alone while that one runs. */
const ourName = /^([\w-]{16,})(?:\.(\d{1,10}))?\.capture\.ndjson$/;

/** The folder itself is made when the first capture is. */
export function createCaptureFolder(folder: string) {
  const busy = new Set<string>();
  const freePath = async () => {
    makePrivateFolder(folder);
    const path = join(folder, `${randomBytes(16).toString('base64url')}.${process.pid}${ending}`);
    busy.add(path);
    return path;
  };
  return {
    /** A name for one more file of the folder, which goes the same way as the captures do. */
    freePath,
    /** Makes an empty capture for its owner alone, and answers its path. */
    async create(): Promise<string> {
      const path = await freePath();
      await (await createCaptureFile(path)).close();
      return path;
    },
    /** Says that nobody writes a capture any more; it is left then. */
    letGo: (path: string): void => void busy.delete(path),
    /** Deletes a file of this folder; one that is gone is fine. */
    async remove(path: string): Promise<void> {
      await rm(path, { force: true }).catch(() => undefined);
      busy.delete(path);
    },
    /** The captures that were left, newest first. Reads 8 KiB of each. */
    async left(): Promise<readonly StoredCapture[]> {
      const names = await readdir(folder).catch(() => []);
      const found = await Promise.all(names.map((name) => leftAt(folder, name, busy)));
      return found.filter((one) => one !== null).sort((a, b) => b.endedAtMs - a.endedAtMs);
    },
  };
}

async function leftAt(folder: string, name: string, busy: ReadonlySet<string>) {
  const [, captureId, pid] = ourName.exec(name) ?? [];
  const path = join(folder, name);
  if (captureId === undefined || busy.has(path) || (pid !== undefined && isAnother(Number(pid)))) return null;
  try {
    const handle = await open(path, 'r');
    try {
      const { size, mtimeMs } = await handle.stat();
      return { captureId, path, sizeBytes: size, endedAtMs: mtimeMs, ...(await readCaptureHead(handle)) };
    } finally {
      await handle.close();
    }
  } catch {
    // Deleted meanwhile, or not to be read: nothing that could be offered.
    return null;
  }
}

/** True for a process that runs and is not this one. */
function isAnother(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // One of another person runs all the same.
    return fileErrorCode(error) === 'EPERM';
  }
}

/** Reads the head; that of a file that does not begin as a capture says nothing. */
async function readCaptureHead(handle: FileHandle): Promise<CaptureHead> {
  const bytes = Buffer.alloc(headBytes);
  const { bytesRead } = await handle.read(bytes, 0, headBytes, 0);
  const [line = ''] = bytes.subarray(0, bytesRead).toString('utf8').split('\n', 1);
  const discovery = line.indexOf(',"discovery":');
  const value = parsedJson(discovery === -1 ? line : `${line.slice(0, discovery)}}`);
  if (!isRecord(value) || typeof value.capture !== 'string') return noHead;
  if (!value.capture.startsWith('openwop-inspector/')) return noHead;
  const startedAtMs = typeof value.startedAt === 'string' ? Date.parse(value.startedAt) : Number.NaN;
  return {
    hostName: displayed(value.hostName),
    runId: displayed(value.runId),
    startedAtMs: Number.isNaN(startedAtMs) ? null : startedAtMs,
  };
}

const displayed = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? value.slice(0, maxDisplayLength) : 'not named';
