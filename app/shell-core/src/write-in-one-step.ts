import { randomBytes } from 'node:crypto';
import { open, rename, rm, writeFile } from 'node:fs/promises';

export interface WriteOptions {
  /** Permissions of the new file, before the system's mask. */
  readonly mode: number;
  /** Marks the file as one from outside, in the way of Windows: its programs then ask before they act on it. */
  readonly isFromOutside?: boolean;
}

const zoneOfInternet = '[ZoneTransfer]\r\nZoneId=3\r\n';

/**
 * Writes bytes, a text as UTF-8, or a stream of such, into a new file beside `path` that then takes its place, so a
 * crash or a full disk leaves the old or the new content, never half of one. What was at `path` is replaced. Rejects
 * with the system's error, after taking away what it had begun.
 */
export async function writeInOneStep(
  path: string,
  content: string | Uint8Array | AsyncIterable<string | Uint8Array>,
  { mode, isFromOutside = false }: WriteOptions,
): Promise<void> {
  const beside = `${path}.${randomBytes(6).toString('hex')}.new`;
  const handle = await open(beside, 'wx', mode);
  try {
    try {
      await writeFile(handle, content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // The mark is a stream of the file and moves with it; a file system without streams has no marks.
    if (isFromOutside) await writeFile(`${beside}:Zone.Identifier`, zoneOfInternet).catch(() => undefined);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
