import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { type ByteSource, SourceError } from '@openwop-inspector/run-log';
import { fileSpool, openFile } from '@openwop-inspector/run-log/node';

/** The name that stands for standard input. */
export const STANDARD_INPUT = '-';

/** A source that can be read at any place, or why there is none, in words that name the file as it was given. */
export type OpenedSource =
  | { readonly kind: 'opened'; readonly source: ByteSource }
  | { readonly kind: 'refused'; readonly message: string };

/** Pipes that the shell made and named by a descriptor: `<(command)`. */
const DESCRIPTOR = /^\/(?:dev|proc\/self)\/fd\/\d+$/;

/**
 * Opens a file, or standard input for `-`. Streams (standard input, pipes of the shell) are written to a temporary file
 * first, since the engine reads events again when they are requested; an aborted `signal` ends that early. A named pipe
 * is refused, since it may never end.
 */
export async function openSource(file: string, stdin: Readable, signal: AbortSignal): Promise<OpenedSource> {
  try {
    if (file === STANDARD_INPUT) return opened(await spooled('standard input', stdin, signal));
    // A path that cannot be looked at is refused by the engine's own words.
    const facts = await stat(file).catch(() => null);
    if (facts?.isFIFO() === true && !DESCRIPTOR.test(file))
      return {
        kind: 'refused',
        message: `${file}: it is a named pipe. Write it to standard input and use "-"`,
      };
    const source =
      facts?.isFIFO() === true
        ? await spooled(basename(file), createReadStream(file), signal)
        : await openFile(file);
    return opened(source);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { kind: 'refused', message: withGivenName(error.message, file) };
  }
}

function opened(source: ByteSource): OpenedSource {
  return { kind: 'opened', source };
}

/** Messages of the engine name a file without its folder; here a person may have given several of one name. */
function withGivenName(message: string, file: string): string {
  const short = basename(file);
  return message.startsWith(short) ? file + message.slice(short.length) : message;
}

async function spooled(name: string, stream: Readable, signal: AbortSignal): Promise<ByteSource> {
  const spool = await fileSpool();
  const stop = (): void => {
    stream.destroy();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
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
      throw new SourceError(
        'source_unreadable',
        `${name}: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return {
    name,
    origin: 'spool',
    sizeBytes,
    read: (offset, length) => spool.read(offset, length),
    close: async () => spool.close?.(),
  };
}
