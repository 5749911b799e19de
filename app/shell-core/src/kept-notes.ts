import { createHash } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_NOTES_BYTES } from '@openwop-inspector/shell-contract';
import { fileErrorCode } from './file-problem.ts';
import type { Log } from './log.ts';
import { makePrivateFolder } from './private-folder.ts';
import { writeInOneStep } from './write-in-one-step.ts';

/** The notes that a person wrote on a log, one document a log. The window makes and reads the documents. */
export interface KeptNotes {
  /** The document under a key; null when there is none or it cannot be read. */
  read(key: string): Promise<string | null>;
  /** Replaces the document, or deletes it for a null text; false when that was not possible. */
  write(key: string, text: string | null): Promise<boolean>;
}

/** Keeps the documents in a folder that is made with the first of them. Names of files tell nothing of the key. */
export function createKeptNotes(folder: string, log: Log): KeptNotes {
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
    async read(key) {
      await lastWrite;
      try {
        const path = pathOf(key);
        return (await stat(path)).size > MAX_NOTES_BYTES ? null : await readFile(path, 'utf8');
      } catch (error) {
        const code = fileErrorCode(error);
        if (code !== 'ENOENT') log({ event: 'store-unusable', code: code ?? 'unreadable' });
        return null;
      }
    },
    write(key, text) {
      if (text !== null && Buffer.byteLength(text) > MAX_NOTES_BYTES) return Promise.resolve(false);
      const writing = lastWrite.then(() => write(key, text));
      lastWrite = writing;
      return writing;
    },
  };
}
