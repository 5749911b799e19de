import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { formatCount } from '@openwop-inspector/base';
import { sseFormat } from '../../generator/formats.ts';
import { playLongRun } from '../../generator/long-run.ts';
import { GENERATION, type StoredLog } from '../log-store.ts';

/** Text gathered before it is written. */
const PIECE_UNITS = 1 << 20;

/**
 * The stream of one run as a host sends it, made now if it is not in the folder yet. A host streams the events of child
 * runs elsewhere, so they are left out: of `events` about one in twenty.
 */
export function storedStream(
  folder: string,
  { events, seed }: { readonly events: number; readonly seed: number },
  say: (line: string) => void,
): StoredLog {
  const file = path.join(folder, `g${GENERATION}-seed${seed}-${events}.one-run.sse`);
  if (!existsSync(file)) {
    say(`writing a stream of ${formatCount(events)} events`);
    mkdirSync(folder, { recursive: true });
    writeStream({ events, seed }, file);
  }
  return { file, bytes: statSync(file).size };
}

function writeStream(order: { readonly events: number; readonly seed: number }, file: string): void {
  const descriptor = openSync(`${file}.part`, 'w');
  let runId = '';
  let text = '';
  let events = 0;
  const flush = (): void => {
    const bytes = new TextEncoder().encode(text);
    for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
    text = '';
  };
  playLongRun(
    order,
    (head) => {
      runId = head.runId;
      text = ': open\n\n';
    },
    (event) => {
      if (event.runId !== runId) return;
      text += sseFormat.event(event, events++);
      if (text.length >= PIECE_UNITS) flush();
    },
  );
  flush();
  closeSync(descriptor);
  renameSync(`${file}.part`, file);
}
