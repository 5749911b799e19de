import { join } from 'node:path';
import { isRecord } from '@openwop-inspector/base';
import { readJsonFile } from './json-file.ts';
import type { Log } from './log.ts';

/** One of the sample runs that come with the application. */
export interface Sample {
  readonly sampleId: string;
  readonly title: string;
  /** Absolute path. */
  readonly path: string;
}

/**
 * Reads `index.json` of the samples' folder: `[{ sampleId, file, title }]` in display order, the first being what
 * opens by default. Entries that are not of that form, or whose file is not directly in the folder, are left out.
 * A missing folder has no samples.
 */
export async function listSamples(folder: string, log: Log): Promise<readonly Sample[]> {
  const reading = await readJsonFile(join(folder, 'index.json'), 64 * 1024);
  if (reading.kind !== 'read') {
    log({ event: 'store-unusable', code: reading.kind === 'missing' ? 'no-samples' : reading.code });
    return [];
  }
  const entries: readonly unknown[] = Array.isArray(reading.value) ? reading.value : [];
  return entries.flatMap((entry) =>
    isRecord(entry) && isName(entry.sampleId) && isName(entry.file) && typeof entry.title === 'string'
      ? [{ sampleId: entry.sampleId, title: entry.title, path: join(folder, entry.file) }]
      : [],
  );
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^\w[\w.-]{0,99}$/.test(value);
}
