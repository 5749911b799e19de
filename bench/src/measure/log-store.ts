import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { formatCount } from '@openwop-inspector/base';
import { type LogOrder, writeLogFile } from '../generator/write-log.ts';

/** Raise it when the generator's output changes, so that logs made before are not used any more. */
export const GENERATION = 1;

/** A log that lies ready. */
export interface StoredLog {
  readonly file: string;
  readonly bytes: number;
}

/** The log of that size and seed, made now if it is not in the folder yet. */
export function storedLog(folder: string, order: LogOrder, say: (line: string) => void): StoredLog {
  const { events, seed, format } = order;
  const file = path.join(folder, `g${GENERATION}-seed${seed}-${events}.${format}`);
  if (!existsSync(file)) {
    say(`writing ${formatCount(events)} events as ${format}`);
    mkdirSync(folder, { recursive: true });
    writeLogFile(order, file);
  }
  return { file, bytes: statSync(file).size };
}
