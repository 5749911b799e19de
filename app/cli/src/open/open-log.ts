import { totalmem } from 'node:os';
import type { Readable } from 'node:stream';
import { countOf } from '@openwop-inspector/base';
import {
  type ByteSource,
  type OpenOptions,
  openRunLog,
  type RunLog,
  SourceError,
} from '@openwop-inspector/run-log';
import { fileSpool, startLookThread } from '@openwop-inspector/run-log/node';
import type { Terminal } from '../terminal/terminal.ts';
import { progressLine } from '../terminal/terminal.ts';
import { openSource } from './open-source.ts';

/** What a verb runs in. */
export interface Surroundings {
  readonly terminal: Terminal;
  readonly stdin: Readable;
  /** Aborted by Ctrl-C: a load stops, and what was read until then is shown. */
  readonly signal: AbortSignal;
  /** Bytes that a packed file may unpack to, by `--unpack-limit`; null for what may be unpacked unasked. */
  readonly unpackLimit?: number | null;
  /** Bytes of memory that a log may take, by `--memory`; null for a quarter of the machine's. */
  readonly memory?: number | null;
  /** Built program of the thread that looks for secrets beside the reading; without it, that is done behind it. */
  readonly lookProgram?: string;
}

export type OpenedLog =
  | { readonly kind: 'opened'; readonly log: RunLog }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * Opens and loads a log, of one file or of several that become one, with progress for who watches; with `checks` where
 * `checkLog` will follow. The caller closes the log.
 */
export async function openLog(
  given: string | readonly string[],
  surroundings: Surroundings,
  { checks = false }: { readonly checks?: boolean } = {},
): Promise<OpenedLog> {
  const { terminal, stdin, signal, lookProgram } = surroundings;
  const files = typeof given === 'string' ? [given] : given;
  const sources: ByteSource[] = [];
  for (const file of files) {
    const opened = await openSource(file, stdin, signal);
    if (opened.kind === 'opened') sources.push(opened.source);
    else {
      for (const source of sources) await source.close?.();
      return opened;
    }
  }
  const name = nameOfFiles(given);
  const log = openRunLog(sources, {
    signal,
    makeSpool: fileSpool,
    startJudge: async () => (await import('@openwop-inspector/acceptor-core')).createMessageJudge(),
    ...limitsOf(surroundings),
    ...(checks && lookProgram !== undefined ? { startLook: startLookThread(lookProgram) } : {}),
    onProgress: (progress) => terminal.progress(progressLine(name, progress)),
  });
  await log.loaded;
  terminal.progress(null);
  return { kind: 'opened', log };
}

/** A file by its name, several by their number. */
export function nameOfFiles(given: string | readonly string[]): string {
  if (typeof given === 'string') return given;
  return given.length === 1 ? (given[0] ?? '') : countOf(given.length, 'file');
}

/**
 * Opens a log for `work` and closes it behind that. `refuse` gets the reason, which names the file, when it cannot be opened,
 * or changes or vanishes while it is read.
 */
export async function withLog<T>(
  given: string | readonly string[],
  surroundings: Surroundings,
  work: (log: RunLog) => Promise<T>,
  refuse: (why: string) => T | Promise<T>,
  options: { readonly checks?: boolean } = {},
): Promise<T> {
  const opened = await openLog(given, surroundings, options);
  if (opened.kind === 'refused') return refuse(opened.message);
  try {
    return await work(opened.log);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return refuse(`${nameOfFiles(given)}: ${error.message}`);
  } finally {
    surroundings.terminal.progress(null);
    await opened.log.close();
  }
}

/** Compares every payload with its schema and looks for credentials, with progress as `openLog` has. */
export async function checkLog(log: RunLog, { terminal, signal }: Surroundings): Promise<void> {
  if (!signal.aborted) await log.runChecks(signal);
  terminal.progress(null);
}

/** How far a log is read. A command asks nobody: it goes as far as it was told to. */
export function limitsOf({
  unpackLimit = null,
  memory = null,
}: Pick<Surroundings, 'unpackLimit' | 'memory'>): Pick<OpenOptions, 'mayUnpack' | 'memoryBytes'> {
  return {
    memoryBytes: memory ?? totalmem() / 4,
    ...(unpackLimit === null ? {} : { mayUnpack: async () => unpackLimit }),
  };
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
