import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../private-folder.ts';
import { type CaptureFile, createCaptureFile } from './capture-file.ts';

/** Where captures lie while they are not saved: one file a session, under names that say nothing. */
export interface CaptureFolder {
  create(): Promise<CaptureFile>;
  /** A name for one more file of the folder, which goes the same way as the captures do. */
  freePath(): Promise<string>;
  /** Deletes a file of this folder; one that is gone is fine. */
  remove(path: string): Promise<void>;
  /** Deletes what a crash or a quit left behind, when it is older than seven days. Says how many. */
  removeStale(nowMs: number): Promise<number>;
}

/** A capture that nobody saved stays so long after a quit or a crash, for whoever still wants it. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

const ending = '.capture.ndjson';
const ourName = /^[\w-]{16,}\.capture\.ndjson$/;

/** The folder itself is made when the first capture is. */
export function createCaptureFolder(folder: string): CaptureFolder {
  const freePath = async () => {
    makePrivateFolder(folder);
    return join(folder, `${randomBytes(16).toString('base64url')}${ending}`);
  };
  return {
    freePath,
    create: async () => createCaptureFile(await freePath()),
    remove: (path) => rm(path, { force: true }).catch(() => undefined),
    async removeStale(nowMs) {
      let removed = 0;
      for (const name of await namesIn(folder)) {
        const path = join(folder, name);
        if (!ourName.test(name) || !(await isStale(path, nowMs))) continue;
        await rm(path, { force: true }).catch(() => undefined);
        removed++;
      }
      return removed;
    },
  };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

async function isStale(path: string, nowMs: number): Promise<boolean> {
  try {
    return nowMs - (await stat(path)).mtimeMs > keptMs;
  } catch {
    return false;
  }
}
