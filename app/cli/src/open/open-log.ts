import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { basename } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { countOf, errorText } from '@openwop-inspector/base';
import {
  type ByteSource,
  type OpenOptions,
  openRunLog,
  type RunLog,
  SourceError,
} from '@openwop-inspector/run-log';
import { fileSpool, openFile, startLookThread } from '@openwop-inspector/run-log/node';
import { progressLine, type Terminal } from '../terminal/terminal.ts';
import { Refusal } from '../verbs/complain.ts';

/** What a verb runs in. */
export interface Surroundings {
  readonly terminal: Terminal;
  readonly stdin: Readable;
  /** Aborted by Ctrl-C: a load stops, and what was read until then is displayed. */
  readonly signal: AbortSignal;
  /** Bytes that a packed file may unpack to, by `--unpack-limit`; null for what may be unpacked unasked. */
  readonly unpackLimit?: number | null;
  /** Bytes of memory that a log may take, by `--memory`; null for a quarter of the machine's. */
  readonly memory?: number | null;
  /** Built program of the thread that looks for secrets next to the reading; without it, that is done behind it. */
  readonly lookProgram?: string;
}

/**
 * Opens and loads a log, of one file or of several that become one, with progress for who watches; with `checks` where
 * `checkLog` will follow. The caller closes the log. Rejects with a `Refusal` when a file cannot be opened.
 */
export async function openLog(
  given: string | readonly string[],
  surroundings: Surroundings,
  { checks = false }: { readonly checks?: boolean } = {},
): Promise<RunLog> {
  const { terminal, stdin, signal, lookProgram } = surroundings;
  const files = typeof given === 'string' ? [given] : given;
  const sources: ByteSource[] = [];
  for (const file of files) {
    try {
      sources.push(await openSource(file, stdin, signal));
    } catch (error) {
      for (const source of sources) await source.close?.();
      throw error;
    }
  }
  const name = nameOfFiles(given);
  const log = openRunLog(sources, {
    signal,
    makeSpool: fileSpool,
    startJudge: async (dialect) =>
      (await import('@openwop-inspector/acceptor-core')).createMessageJudge(dialect),
    ...limitsOf(surroundings),
    ...(checks && lookProgram !== undefined ? { startLook: startLookThread(lookProgram) } : {}),
    onProgress: (progress) => terminal.progress(progressLine(name, progress)),
  });
  await log.loaded;
  terminal.progress(null);
  return log;
}

/** A file by its name, several by their number. */
export function nameOfFiles(given: string | readonly string[]): string {
  if (typeof given === 'string') return given;
  return given.length === 1 ? (given[0] ?? '') : countOf(given.length, 'file');
}

/**
 * Opens a log for `work` and closes it after that. Rejects with a `Refusal`, which names the file, when it cannot be
 * opened, or changes or vanishes while it is read.
 */
export async function withLog<T>(
  given: string | readonly string[],
  surroundings: Surroundings,
  work: (log: RunLog) => Promise<T>,
  options: { readonly checks?: boolean } = {},
): Promise<T> {
  const log = await openLog(given, surroundings, options);
  try {
    return await work(log);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new Refusal(`${nameOfFiles(given)}: ${error.message}`);
  } finally {
    surroundings.terminal.progress(null);
    await log.close();
  }
}

/** Says how far something has come; true when it is to stop. */
export function isStopped(said: string, { terminal, signal }: Surroundings): boolean {
  terminal.progress(said);
  return signal.aborted || terminal.isClosed;
}

/** Compares every payload with its schema and looks for credentials, with progress as `openLog` has. */
export async function checkLog(log: RunLog, { terminal, signal }: Surroundings): Promise<void> {
  if (!signal.aborted) await log.runChecks(signal);
  terminal.progress(null);
}

/** How far a log is read. A command asks nobody: it goes as far as the options say. */
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
  const mayBeEmpty = log.format !== 'unknown' && log.format !== 'session';
  if (log.order.length > 0 || mayBeEmpty) return null;
  if (log.cancelled) return STOPPED;
  return (
    log.results.map((result) => result.explanation).find((text) => text !== null) ??
    'No event was found in it'
  );
}

/** The name that represents standard input. */
export const STANDARD_INPUT = '-';

/** Pipes that the shell made and named by a descriptor: `<(command)`. */
const DESCRIPTOR = /^\/(?:dev|proc\/self)\/fd\/\d+$/;

/**
 * Opens a file, or standard input for `-`. Streams (standard input, pipes of the shell) are written to a temporary file
 * first, since the engine reads events again when they are requested; an aborted `signal` ends that early. A named pipe
 * is refused, since it may never end. Rejects with a `Refusal` that names the file as it was given.
 */
export async function openSource(file: string, stdin: Readable, signal: AbortSignal): Promise<ByteSource> {
  try {
    if (file === STANDARD_INPUT) return await spooled('standard input', stdin, signal);
    // A path that cannot be inspected is refused by the engine's own words.
    const facts = await stat(file).catch(() => null);
    if (facts?.isFIFO() === true && !DESCRIPTOR.test(file))
      throw new Refusal(`${file}: it is a named pipe. Write it to standard input and use "-"`);
    return facts?.isFIFO() === true
      ? await spooled(basename(file), createReadStream(file), signal)
      : await openFile(file);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    // Messages of the engine name a file without its folder; here the user may have given several of one name.
    const short = basename(file);
    throw new Refusal(
      error.message.startsWith(short) ? file + error.message.slice(short.length) : error.message,
    );
  }
}

async function spooled(name: string, stream: Readable, signal: AbortSignal): Promise<ByteSource> {
  const spool = await fileSpool();
  addAbortSignal(signal, stream);
  let sizeBytes = 0;
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk);
      await spool.append(bytes);
      sizeBytes += bytes.length;
    }
  } catch (error) {
    if (!signal.aborted) {
      await spool.close?.();
      if (error instanceof SourceError) throw error;
      throw new SourceError('source_unreadable', `${name}: ${errorText(error)}`);
    }
  }
  return {
    name,
    origin: 'spool',
    sizeBytes,
    read: (offset, length) => spool.read(offset, length),
    close: async () => spool.close?.(),
  };
}
