import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredText } from '@openwop-inspector/shell-contract';
import { readSmallFile } from './json-store.ts';
import type { Log } from './log.ts';
import { fileErrorCode } from './open-files.ts';
import { makePrivateFolder, writeInOneStep } from './private-files.ts';

/**
 * Texts that the window makes and reads, each in a file of its own: notes on a log, what is stored for all logs. Keeps
 * texts of at most `maxBytes` in a folder that is made with the first of them. Names of files tell nothing of the key.
 * Two shells may share the folder: a file is read again each time, and written in one step.
 */
export function createTextStore(folder: string, maxBytes: number, log: Log) {
  const pathOf = (key: string): string =>
    join(folder, `${createHash('sha256').update(key).digest('hex')}.json`);
  let lastWrite: Promise<unknown> = Promise.resolve();

  async function write(key: string, text: string | null): Promise<boolean> {
    try {
      if (text === null) await rm(pathOf(key), { force: true });
      else {
        makePrivateFolder(folder);
        await writeInOneStep(pathOf(key), text, { mode: 0o600 });
      }
      return true;
    } catch (error) {
      log({ event: 'store-not-written', code: fileErrorCode(error) ?? 'unwritable' });
      return false;
    }
  }

  return {
    async read(key: string): Promise<StoredText> {
      await lastWrite;
      const reading = await readSmallFile(pathOf(key), maxBytes);
      if (reading.kind === 'read') return { kind: 'text', text: reading.text };
      if (reading.kind === 'missing') return { kind: 'none' };
      log({ event: 'store-unusable', code: reading.code });
      return { kind: 'unusable' };
    },
    /** Replaces the text, or deletes it for a null one; false when that was not possible. */
    write(key: string, text: string | null): Promise<boolean> {
      if (text !== null && Buffer.byteLength(text) > maxBytes) return Promise.resolve(false);
      const writing = lastWrite.then(() => write(key, text));
      lastWrite = writing;
      return writing;
    },
  };
}
