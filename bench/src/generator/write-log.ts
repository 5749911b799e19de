import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { formatCount } from '@openwop-inspector/base';
import type { RunEventDoc } from '@openwop-inspector/testing/samples';
import { ADVERSE, AdverseFormat, FORMAT_NAMES, FORMATS } from './formats.ts';
import { playLongRun, type RunHead } from './long-run.ts';

/** The forms of logs, by the names that the command line takes. */
export const LOG_FORMS = [...FORMAT_NAMES, ADVERSE] as const;

type LogForm = (typeof LOG_FORMS)[number];

/** True when the text names a form. */
export const isLogForm = (text: string): text is LogForm => (LOG_FORMS as readonly string[]).includes(text);

/** Which log to write. Equal orders give equal bytes. */
export interface LogOrder {
  readonly events: number;
  readonly seed: number;
  readonly format: LogForm;
  /** True to leave out child runs, whose events a host streams elsewhere: about one event in twenty. */
  readonly oneRun?: boolean;
}

/** Text gathered before it is handed on, in UTF-16 units. */
const CHUNK_UNITS = 1 << 20;

/** Writes a log piece by piece through `write`; never more than about a megabyte of it is in memory. Some 40 MB/s on one core. */
export function writeLog(order: LogOrder, write: (bytes: Uint8Array) => void) {
  const format = order.format === ADVERSE ? new AdverseFormat(order.seed) : FORMATS[order.format];
  const encoder = new TextEncoder();
  // Joined, as a text that has grown piece by piece takes longer to encode.
  let pieces: string[] = [];
  let units = 0;
  let bytes = 0;
  const flush = (): void => {
    const encoded = encoder.encode(pieces.join(''));
    pieces = [];
    units = 0;
    bytes += encoded.length;
    write(encoded);
  };
  const append = (text: string): void => {
    pieces.push(text);
    units += text.length;
    if (units >= CHUNK_UNITS) flush();
  };
  let head: RunHead | undefined;
  let last: RunEventDoc | undefined;
  let events = 0;
  playLongRun(
    order,
    (found) => {
      head = found;
      append(format.head(found));
    },
    (event) => {
      if (order.oneRun && event.runId !== head?.runId) return;
      append(format.event(event, events));
      events += 1;
      last = event;
    },
  );
  if (head === undefined || last === undefined) throw new Error('a run without head or events');
  append(format.tail(head, { events, lastSequence: last.sequence }));
  flush();
  return { events, bytes };
}

/**
 * Writes a log to a file. The file appears under its name only when it is whole: it grows as `<file>.part`. Throws
 * what the file system throws (no such folder, no room, no permission).
 */
export function writeLogFile(order: LogOrder, file: string): ReturnType<typeof writeLog> {
  const part = `${file}.part`;
  const descriptor = openSync(part, 'w');
  let size: ReturnType<typeof writeLog>;
  try {
    size = writeLog(order, (bytes) => {
      for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
    });
  } finally {
    closeSync(descriptor);
  }
  renameSync(part, file);
  return size;
}

/** Raise it when the generator's output changes, so that logs made before are not used any more. */
const GENERATION = 1;

/** The log of that size and seed, and its bytes; made now if it is not in the folder yet. */
export function storedLog(folder: string, order: LogOrder, say: (line: string) => void) {
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
