import type { Readable } from 'node:stream';
import { Readable as ReadableStream } from 'node:stream';
import type { Surroundings } from '../src/open/open-log.ts';
import { createTerminal, type OutputStream, type Terminal } from '../src/terminal/terminal.ts';

/** What a verb said, on both streams. */
export interface CapturedOutput {
  readonly surroundings: Surroundings;
  out(): string;
  err(): string;
}

export interface CaptureOptions {
  readonly columns?: string;
  readonly stdin?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /** Called on every progress of a load and of what follows it; null clears the last. */
  readonly onProgress?: (text: string | null) => void;
}

/** A terminal nobody sees, whose output can be inspected. */
export function captureTerminal(options: CaptureOptions = {}): CapturedOutput {
  const texts = { out: '', err: '' };
  const stream = (name: 'out' | 'err'): OutputStream => ({
    write(text) {
      texts[name] += text;
      return true;
    },
    on: () => undefined,
  });
  const written = createTerminal(stream('out'), stream('err'), { COLUMNS: options.columns });
  const terminal: Terminal = Object.create(written, {
    progress: { value: (text: string | null) => options.onProgress?.(text) },
  });
  const stdin: Readable = ReadableStream.from(
    options.stdin === undefined ? [] : [Buffer.from(options.stdin)],
  );
  const signal = options.signal ?? new AbortController().signal;
  return { surroundings: { terminal, stdin, signal }, out: () => texts.out, err: () => texts.err };
}
