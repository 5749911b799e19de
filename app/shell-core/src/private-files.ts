import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';

/** Whoever is not the owner: group and others. */
const notTheOwner = 0o077;

/** Makes a folder that its owner alone can look into; one that is there is closed to others. Throws the system's error. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  closeFolderToOthers(folder);
}

/**
 * Closes a folder to everybody but its owner; one that is not there is fine. Windows keeps the folders of the user to
 * that person by itself. Throws the system's error.
 */
export function closeFolderToOthers(folder: string): void {
  if (process.platform === 'win32') return;
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found !== undefined && (found.mode & notTheOwner) !== 0) chmodSync(folder, found.mode & 0o700);
}

interface WriteOptions {
  /** Permissions of the new file, before the system's mask. */
  readonly mode: number;
  /** Marks the file as one from outside, in the way of Windows: its programs then ask before they act on it. */
  readonly isFromOutside?: boolean;
}

const zoneOfInternet = '[ZoneTransfer]\r\nZoneId=3\r\n';

/**
 * Writes bytes, a text as UTF-8, or a stream of such, into a new file next to `path` that then takes its place, so a
 * crash or a full disk leaves the old or the new content, never half of one. What was at `path` is replaced. Rejects
 * with the system's error, after taking away what it had begun.
 */
export async function writeInOneStep(
  path: string,
  content: string | Uint8Array | AsyncIterable<string | Uint8Array>,
  { mode, isFromOutside = false }: WriteOptions,
): Promise<void> {
  const fresh = `${path}.${randomBytes(6).toString('hex')}.new`;
  const handle = await open(fresh, 'wx', mode);
  try {
    try {
      await writeFile(handle, content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // The mark is a stream of the file and moves with it; a file system without streams has no marks.
    if (isFromOutside) await writeFile(`${fresh}:Zone.Identifier`, zoneOfInternet).catch(() => undefined);
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}
