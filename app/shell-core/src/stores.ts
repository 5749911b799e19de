import { createHash } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parsedJson } from '@openwop-inspector/base';
import type { StoredText } from '@openwop-inspector/shell-contract';
import type { Log } from './log.ts';
import { fileErrorCode } from './open-files.ts';
import { makePrivateFolder, writeInOneStep } from './private-files.ts';

/** One value stored in one JSON file. Two shells may share the file: it is read again each time, and never left open. */
export interface JsonStore<T> {
  read(): Promise<T>;
  /** Reads, changes and writes as one step with respect to other updates of this store. */
  update(change: (value: T) => T): Promise<void>;
}

interface JsonStoreOptions<T> {
  readonly file: string;
  readonly maxBytes: number;
  /** Makes the best of whatever the file holds; `undefined` represents no file. Must not throw. */
  readonly accept: (value: unknown) => T;
  readonly log: Log;
}

/** Creates the store; the file is touched only when it is used. A file that cannot be used is logged and replaced. */
export function createJsonStore<T>({ file, maxBytes, accept, log }: JsonStoreOptions<T>): JsonStore<T> {
  let lastUpdate: Promise<void> = Promise.resolve();

  async function read(): Promise<T> {
    const reading = await readJsonFile(file, maxBytes);
    if (reading.kind === 'unusable') log({ event: 'store-unusable', code: reading.code });
    return accept(reading.kind === 'read' ? reading.value : undefined);
  }

  return {
    read: () => lastUpdate.then(read),
    update(change) {
      lastUpdate = lastUpdate.then(async () => {
        const text = `${JSON.stringify(change(await read()), null, 2)}\n`;
        const code = await writeSmallFile(file, text, maxBytes);
        if (code !== null) log({ event: 'store-not-written', code });
      });
      return lastUpdate;
    },
  };
}

/** A small JSON file of ours after reading. `unusable` says why by a code, never by content. */
type JsonReading =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unusable'; readonly code: string };

/** Reads a JSON file of at most `maxBytes`. Never throws for what is on the disk. */
export async function readJsonFile(path: string, maxBytes: number): Promise<JsonReading> {
  const reading = await readSmallFile(path, maxBytes);
  if (reading.kind !== 'read') return reading;
  const value = parsedJson(reading.text);
  return value === undefined ? { kind: 'unusable', code: 'not-json' } : { kind: 'read', value };
}

/** A small file of ours after reading. `unusable` says why by a code, never by content. */
type TextReading = Exclude<JsonReading, { kind: 'read' }> | { readonly kind: 'read'; readonly text: string };

/** Reads a file of at most `maxBytes` as UTF-8. Never throws for what is on the disk. */
async function readSmallFile(path: string, maxBytes: number): Promise<TextReading> {
  try {
    if ((await stat(path)).size > maxBytes) return { kind: 'unusable', code: 'too-large' };
    return { kind: 'read', text: await readFile(path, 'utf8') };
  } catch (error) {
    const code = fileErrorCode(error);
    return code === 'ENOENT' ? { kind: 'missing' } : { kind: 'unusable', code: code ?? 'unreadable' };
  }
}

/**
 * Writes a file in one step, and its folder where there is none; deletes it for a null text. Readable by its owner alone.
 * Returns why it was not written, by a code; a text too large for its file is refused before anything is touched.
 */
async function writeSmallFile(path: string, text: string | null, maxBytes: number): Promise<string | null> {
  if (text !== null && Buffer.byteLength(text) > maxBytes) return 'too-large';
  try {
    if (text === null) await rm(path, { force: true });
    else {
      makePrivateFolder(dirname(path));
      await writeInOneStep(path, text, { mode: 0o600 });
    }
    return null;
  } catch (error) {
    return fileErrorCode(error) ?? 'unwritable';
  }
}

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
    const code = await writeSmallFile(pathOf(key), text, maxBytes);
    if (code !== null) log({ event: 'store-not-written', code });
    return code === null;
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
