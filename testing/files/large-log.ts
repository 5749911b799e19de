import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { built, inRepository } from './places.ts';

/** Events in the large log; about 267 MB. */
export const LARGE_LOG_EVENTS = 300_000;

/** A log that takes seconds to read, written by the generator once for each build of it. */
export function largeLog(): string {
  const folder = inRepository('.cache', 'e2e');
  const file = `${folder}/large.ndjson`;
  const generator = built('bench.mjs');
  if (existsSync(file) && statSync(file).mtimeMs > statSync(generator).mtimeMs) return file;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  generateLog(LARGE_LOG_EVENTS, unfinished);
  renameSync(unfinished, file);
  return file;
}

/** Writes a log of any size, about 890 bytes an event. */
export function generateLog(events: number, file: string): void {
  const args = [built('bench.mjs'), 'generate', '--events', String(events), '--out', file];
  execFileSync(process.execPath, args, { stdio: 'ignore' });
}
