import { readJsonFile, writeJsonFile } from './json-file.ts';
import type { Log } from './log.ts';

/** One value kept in one JSON file. Two shells may share the file: it is read again each time, and never held open. */
export interface JsonStore<T> {
  read(): Promise<T>;
  /** Reads, changes and writes as one step with respect to other updates of this store. */
  update(change: (value: T) => T): Promise<void>;
}

export interface JsonStoreOptions<T> {
  readonly file: string;
  readonly maxBytes: number;
  /** Makes the best of whatever the file holds; `undefined` means that there is no file. Must not throw. */
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

  async function apply(change: (value: T) => T): Promise<void> {
    const writing = await writeJsonFile(file, change(await read()), maxBytes);
    if (writing.kind === 'failed') log({ event: 'store-not-written', code: writing.code });
  }

  return {
    read: () => lastUpdate.then(read),
    update(change) {
      lastUpdate = lastUpdate.then(() => apply(change));
      return lastUpdate;
    },
  };
}
