import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { built, inRepository } from './places.ts';

/** Events in the large log; about 267 MB. */
export const LARGE_LOG_EVENTS = 300_000;

/** A log that takes seconds to read, written by the generator once for each build of it. */
export const largeLog = (): string =>
  writtenOnce('large.ndjson', (file) => generateLog(LARGE_LOG_EVENTS, file));

/** Rows of `manyRows`: of more than the event list can lay out, so that its scroll range is scaled. */
export const MANY_ROWS = 1_000_000;

/** A log of one run with very many small events, numbered from 0; about 90 MB. Written once. */
export const manyRows = (): string =>
  writtenOnce('many-rows.ndjson', (file) => {
    const handle = openSync(file, 'w');
    for (let at = 0; at < MANY_ROWS; at += 10_000)
      writeSync(handle, Array.from({ length: 10_000 }, (_, next) => smallEvent(at + next)).join(''));
    closeSync(handle);
  });

const smallEvent = (sequence: number): string =>
  `{"runId":"r","sequence":${sequence},"type":"log.appended","payload":{"level":"info","message":"m"}}\n`;

/** Events of `adverseLog`; some 800 runs. */
const ADVERSE_EVENTS = 290_000;

/** A log as the worst hosts write them: runs that take turns, disorder, odd spellings, broken lines, large values; 1.4 GB. */
export const adverseLog = (): string =>
  writtenOnce('large.adverse', (file) => generateLog(ADVERSE_EVENTS, file, 'adverse'));

/** Writes a log of any size, about 890 bytes an event where it is no adverse one. */
export function generateLog(events: number, file: string, format: 'ndjson' | 'adverse' = 'ndjson'): void {
  const options = ['--events', String(events), '--out', file, '--format', format];
  execFileSync(process.execPath, [built('bench.mjs'), 'generate', ...options], { stdio: 'ignore' });
}

/** A file of the generator, written again when that is newer. Never replaced by a second worker: a window may have it open. */
function writtenOnce(name: string, write: (file: string) => void): string {
  const folder = inRepository('.cache', 'e2e');
  const file = `${folder}/${name}`;
  const isWritten = () => existsSync(file) && statSync(file).mtimeMs > statSync(built('bench.mjs')).mtimeMs;
  if (isWritten()) return file;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  write(unfinished);
  if (isWritten()) rmSync(unfinished);
  else renameSync(unfinished, file);
  return file;
}
