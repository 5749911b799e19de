import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root, with a slash at its end. */
export const repository = fileURLToPath(new URL('../../../', import.meta.url));
/** Recordings of real hosts, next to the repository; they are never copied into it. */
export const recordings = join(repository, 'testing', 'recordings');

/** A sample run by its file name. */
export function sample(file: string): string {
  return join(repository, 'samples', file);
}

/** A folder of its own for a test file. */
export class ScratchFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'inspector-cli-'));

  /** Writes a file and answers its path. */
  write(name: string, content: string | Uint8Array): string {
    const path = join(this.path, name);
    writeFileSync(path, content);
    return path;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** An event document with what every event has; `fields` come on top. */
export function eventLine(sequence: number, fields: Readonly<Record<string, unknown>> = {}): string {
  const base = { eventId: `e${sequence}`, runId: 'r1', type: 'log.appended', sequence };
  const timestamp = new Date(Date.UTC(2026, 2, 2, 9, 0, 0, sequence)).toISOString();
  return JSON.stringify({ ...base, payload: { level: 'info', message: 'x' }, timestamp, ...fields });
}

/** A log of `count` events that follow from each other. */
export function chainOf(count: number): string {
  const lines = [];
  for (let i = 0; i < count; i++) lines.push(eventLine(i, i === 0 ? {} : { causationId: `e${i - 1}` }));
  return `${lines.join('\n')}\n`;
}
