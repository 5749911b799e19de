import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { formatCount } from '@openwop-inspector/base';
import { type LogOrder, writeLogFile } from './write-log.ts';

/** Raise it when the generator's output changes, so that logs made before are not used any more. */
const GENERATION = 1;

/** A log that is ready to be read. */
interface StoredLog {
  readonly file: string;
  readonly bytes: number;
}

/** The log of that size and seed, made now if it is not in the folder yet. */
export function storedLog(folder: string, order: LogOrder, say: (line: string) => void): StoredLog {
  const { events, seed, format, oneRun = false } = order;
  const kind = oneRun ? `one-run.${format}` : format;
  const file = path.join(folder, `g${GENERATION}-seed${seed}-${events}.${kind}`);
  if (!existsSync(file)) {
    say(`writing ${formatCount(events)} events as ${kind}`);
    mkdirSync(folder, { recursive: true });
    writeLogFile(order, file);
  }
  return { file, bytes: statSync(file).size };
}
