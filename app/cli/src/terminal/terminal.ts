/** Where output goes. Verbs get a `Terminal` and know no process, so that tests can look at what they said. */

import { formatBytes, formatCount, type MaskedText, masker } from '@openwop-inspector/base';
import {
  type Block,
  cutToWidth,
  fitted,
  type Line,
  paintLine,
  safeJson,
  safeText,
} from '@openwop-inspector/base/document';
import type { LoadProgress } from '@openwop-inspector/run-log';

/** Loads shorter than this show no progress: a line that only flashes up disturbs. */
const QUIET_MS = 300;

const PHASES: Readonly<Record<LoadProgress['phase'], string>> = {
  reading: 'reading',
  indexing: 'putting in order',
  graph: 'following causes',
  checks: 'checking payloads',
  done: 'done',
  cancelled: 'stopped',
};

/** Both output streams of a command. */
export interface Terminal {
  /** Columns that lines should keep to; null when nobody sees them (a pipe or a file). */
  readonly width: number | null;
  /** True when nobody takes standard output any more (`| head`, a full disk): there is no point in going on. */
  readonly isClosed: boolean;
  /** Why standard output could not be written, when it was not the reader who left. */
  readonly writeError: string | null;
  /**
   * Human output on standard output, fitted to the width. Resolves when the stream takes more. Bare lines are not cut: a
   * command to copy or a recorded text must stay whole.
   */
  print(report: readonly Block[]): Promise<void>;
  /** JSON on standard output, as it is but for hidden characters, which are escaped. */
  printJson(json: MaskedText): Promise<void>;
  /** A value on standard output as one line of JSON, its texts masked. */
  printDocument(value: unknown): Promise<void>;
  /** The same terminal without masks, for `--unmasked` alone: the user has requested to see what is recorded. */
  unmasked(): UnmaskedOutput;
  /** A message on standard error. */
  tell(lines: readonly Line[]): void;
  /** Shows a line of progress in place of the last one; null takes it away. Nothing unless the user watches. */
  progress(text: string | null): void;
}

/** Standard output that shows secrets, since the user requested them by name of the option. */
export interface UnmaskedOutput {
  print(report: readonly Block[]): Promise<void>;
  printJson(json: string): Promise<void>;
  printDocument(value: unknown): Promise<void>;
}

/** What is needed of a process's stream. */
export interface OutputStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): boolean;
  on(event: 'drain', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error & { code?: string }) => void): unknown;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Narrower than this, tables are of no use; the terminal may break lines. */
const MIN_WIDTH = 40;
/** Wider than this, lines are hard to follow. */
const MAX_WIDTH = 240;

/** Whether a stream gets colours: `NO_COLOR`, then `FORCE_COLOR`, then whether it is a terminal. */
export function hasColour(stream: Pick<OutputStream, 'isTTY'>, env: Environment): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

/** Columns to keep to: `COLUMNS` when set, else those of the terminal, else null. */
export function outputWidth(stream: Pick<OutputStream, 'isTTY' | 'columns'>, env: Environment) {
  const requested = /^\d{1,5}$/.test(env.COLUMNS ?? '') ? Number(env.COLUMNS) : 0;
  const width = requested > 0 ? requested : stream.isTTY === true ? columnsOf(stream) : null;
  return width === null ? null : Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width));
}

/** Columns of a terminal; some say 0 when they do not know. */
function columnsOf(stream: Pick<OutputStream, 'columns'>): number {
  return stream.columns === undefined || stream.columns === 0 ? 80 : stream.columns;
}

/** Whether a stream gets links: a terminal that the user watches, and not one of those that print what they do not know. */
export function hasLinks(stream: Pick<OutputStream, 'isTTY'>, env: Environment): boolean {
  return stream.isTTY === true && env.TERM !== 'dumb' && env.TERM !== 'linux' && (env.NO_COLOR ?? '') === '';
}

/** The terminal over the streams of a process. `linkBase` is the address of the folder that links are paths in. */
export function createTerminal(
  out: OutputStream,
  err: OutputStream,
  env: Environment,
  linkBase: string | null = null,
): Terminal {
  const sink = createSink(out);
  let displayed = '';
  // Messages that nobody takes are no reason to stop.
  err.on('error', () => undefined);
  const clear = (): void => {
    if (displayed !== '') err.write('\r\u001b[K');
    displayed = '';
  };
  const write = (text: string): Promise<void> => {
    clear();
    return sink.write(text);
  };
  const width = outputWidth(out, env);
  const links = hasLinks(out, env) ? linkBase : null;
  const colours = { out: hasColour(out, env), err: hasColour(err, env) };
  const outputOf = (masked: (line: Line) => Line, written: (value: unknown) => unknown): UnmaskedOutput => ({
    print: (report) => {
      const lines = fitted(report, width).map((line) => paintLine(masked(line), colours.out, links));
      return write(lines.join(''));
    },
    printJson: (json) => write(safeJson(json)),
    printDocument: (value) => write(`${safeJson(JSON.stringify(written(value)))}\n`),
  });
  const unmasked = outputOf(
    (line) => line,
    (value) => value,
  );
  return {
    width,
    get isClosed() {
      return sink.isClosed();
    },
    get writeError() {
      return sink.error();
    },
    ...outputOf(maskedLine, (value) => masker.value(value).value),
    unmasked: () => unmasked,
    tell(lines) {
      clear();
      err.write(lines.map((line) => paintLine(maskedLine(line), colours.err)).join(''));
    },
    progress(text) {
      if (err.isTTY !== true) return;
      const fitting = cutToWidth(safeText(masker.text(text ?? '')), columnsOf(err) - 1);
      if (fitting === displayed) return;
      clear();
      displayed = fitting;
      if (displayed !== '') err.write(displayed);
    },
  };
}

/** Writes at the pace of the reader, and lets go of whoever waits when the reader leaves. */
function createSink(out: OutputStream) {
  let isClosed = false;
  let error: string | null = null;
  let waiting: (() => void)[] = [];
  const release = (): void => {
    const released = waiting;
    waiting = [];
    for (const resolve of released) resolve();
  };
  out.on('drain', release);
  out.on('error', (failure) => {
    isClosed = true;
    // A closed pipe is how `head` says "enough".
    if (failure.code !== 'EPIPE') error ??= failure.code ?? failure.message;
    release();
  });
  return {
    write(text: string): Promise<void> {
      if (isClosed || out.write(text)) return Promise.resolve();
      return new Promise((resolve) => waiting.push(resolve));
    },
    isClosed: () => isClosed,
    error: (): string | null => error,
  };
}

/**
 * A line without secrets (security S-14): the last door before a terminal, whatever a verb has done before. A secret that
 * runs over several spans takes their styles with it. O(length), one look for most lines.
 */
function maskedLine(spans: Line): Line {
  if (masker.counted(textOf(spans)).masked === 0) return spans;
  const each = spans.map((span) => ({ ...span, text: masker.text(span.text) }));
  const whole = masker.counted(textOf(each));
  return whole.masked === 0 ? each : [{ text: whole.value, style: 'plain' }];
}

function textOf(spans: Line): string {
  let text = '';
  for (const span of spans) text += span.text;
  return text;
}

/** One line about a load, null while it is too short to report. */
export function progressLine(name: string, progress: LoadProgress): string | null {
  if (progress.elapsedMs < QUIET_MS) return null;
  const parts = [`${name}: ${PHASES[progress.phase]}`];
  if (progress.phase === 'reading') {
    const { bytesRead, bytesTotal } = progress;
    const known = bytesTotal !== null && bytesTotal > 0;
    parts.push(
      known ? `${Math.min(99, Math.floor((bytesRead / bytesTotal) * 100))} %` : formatBytes(bytesRead),
    );
  }
  parts.push(`${formatCount(progress.events)} events`, `${(progress.elapsedMs / 1000).toFixed(0)} s`);
  return parts.join(', ');
}
