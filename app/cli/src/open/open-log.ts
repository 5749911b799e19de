import type { Readable } from 'node:stream';
import { type OpenOptions, openRunLog, type RunLog } from '@openwop-inspector/run-log';
import { fileSpool } from '@openwop-inspector/run-log/node';
import { progressLine } from '../terminal/progress-line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { openSource } from './open-source.ts';

/** What a verb runs in. */
export interface Surroundings {
  readonly terminal: Terminal;
  readonly stdin: Readable;
  /** Aborted by Ctrl-C: a load stops, and what was read until then is shown. */
  readonly signal: AbortSignal;
  /** Bytes that a gzip file may unpack to, by `--unpack-limit`; null for what may be unpacked unasked. */
  readonly unpackLimit?: number | null;
}

export type OpenedLog =
  | { readonly kind: 'opened'; readonly log: RunLog }
  | { readonly kind: 'refused'; readonly message: string };

/** Opens and loads a log, with progress for who watches. The caller closes the log. */
export async function openLog(file: string, surroundings: Surroundings): Promise<OpenedLog> {
  const { terminal, stdin, signal, unpackLimit = null } = surroundings;
  const opened = await openSource(file, stdin, signal);
  if (opened.kind === 'refused') return opened;
  const log = openRunLog(opened.source, {
    signal,
    makeSpool: fileSpool,
    ...unpackingTo(unpackLimit),
    onProgress: (progress) => terminal.progress(progressLine(file, progress)),
  });
  await log.loaded;
  terminal.progress(null);
  return { kind: 'opened', log };
}

/** Compares every payload with its schema and looks for credentials, with progress as `openLog` has. */
export async function checkLog(log: RunLog, { terminal, signal }: Surroundings): Promise<void> {
  if (!signal.aborted) await log.runChecks(signal);
  terminal.progress(null);
}

/** A command asks nobody: it goes as far as it was told to. */
export function unpackingTo(limit: number | null): Pick<OpenOptions, 'mayUnpack'> {
  return limit === null ? {} : { mayUnpack: async () => limit };
}

/** Why a load that was stopped at once shows nothing. */
export const STOPPED = 'Stopped before the first event was read';

/** Why a source gives nothing to list, in words; null when it holds events, or is a shape that may hold none. */
export function whyNoLog(log: RunLog): string | null {
  if (log.order.length > 0 || log.format !== 'unknown') return null;
  if (log.cancelled) return STOPPED;
  return (
    log.results.map((result) => result.explanation).find((text) => text !== null) ??
    'No event was found in it'
  );
}
