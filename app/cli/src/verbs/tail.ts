import { createLiveRun, type LiveRun, type LiveStatus } from '@openwop-inspector/host-client';
import { openRunLog, type RunLog } from '@openwop-inspector/run-log';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import type { Surroundings } from '../open/open-log.ts';
import { type Asked, complainOfHost, greet, readAsked } from '../tail/asked.ts';
import { type KeptCapture, keptCapture, whyNotWritable } from '../tail/kept-capture.ts';
import { followRows } from '../tail/new-rows.ts';
import { Printer } from '../tail/printer.ts';
import { StateTeller } from '../tail/state-teller.ts';
import { complain, remark } from './complain.ts';
import { filterErrorLines, filterErrorMessage } from './filter-error.ts';

export interface TailOptions {
  /** One event document a line. */
  readonly json: boolean;
  readonly filter: string | null;
  /** `terminal`, or a type of events. */
  readonly until: string;
  /** Name of the environment variable that holds the token; null for none. */
  readonly tokenEnv: string | null;
  /** File that the capture is copied to at the end; null for none. */
  readonly keep: string | null;
  /** File with the certificate authority of the host; null for the public ones alone. */
  readonly ca: string | null;
}

/**
 * `tail HOST [RUN]`: follows a run of a live host, an event a line as it comes, until the run ends. Ends with 0 when the
 * run has completed and all of it is known to be here (or the event of `--until` came), 1 when it failed or was cancelled
 * or when something of it may be lost, 2 when it could not be followed.
 */
export async function tail(
  host: string,
  runId: string | null,
  options: TailOptions,
  readVariable: (name: string) => string | undefined,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { until, tokenEnv, ca } = options;
  const asked = await readAsked({ host, runId, until, tokenEnv, ca }, readVariable, surroundings.terminal);
  if (asked === null || !(await mayKeep(options.keep, surroundings))) return EXIT.failed;
  const capture = await keptCapture(asked.runId);
  let isKept = true;
  try {
    const status = await follow(asked, options, capture, surroundings);
    surroundings.terminal.progress(null);
    isKept = await keep(capture, options.keep, surroundings);
    return isKept ? status : EXIT.failed;
  } finally {
    surroundings.terminal.progress(null);
    await capture.close(isKept);
  }
}

async function follow(
  asked: Asked,
  { json, filter }: TailOptions,
  capture: KeptCapture,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { terminal, signal } = surroundings;
  const log = openRunLog(capture.source, { grows: true });
  const rows = followRows(log, filter ?? '');
  if ('column' in rows) {
    complain(terminal, filterErrorMessage(rows), filterErrorLines(filter ?? '', rows));
    return EXIT.failed;
  }
  const greeting = await greet(asked.host, surroundings);
  if (greeting === null) return EXIT.failed;
  const teller = new StateTeller(terminal);
  const news = new News();
  const run = createLiveRun({
    host: asked.host,
    runId: asked.runId,
    discovery: greeting.discovery,
    a2uiDelta: false,
    sink: capture.sink,
    onStatus: (status) => {
      teller.tell(status);
      news.tell();
    },
  });
  signal.addEventListener('abort', () => news.tell(), { once: true });
  run.start();
  const printer = new Printer({ log, rows, until: asked.until, json, terminal });
  const end = await readOn({ log, capture, run, printer, news }, surroundings);
  await run.detach();
  if (end !== 'stopped') {
    await unless(signal, log.grow(capture.size(), true));
    await printer.printNew(signal);
  }
  await log.close();
  return statusOf(end, printer, asked, run.status(), surroundings);
}

/** Why nothing more is printed: the event came, nobody reads any more, the person stopped it, the session ended. */
type TailEnd = 'matched' | 'closed' | 'stopped' | 'ended';

interface Reading {
  readonly log: RunLog;
  readonly capture: KeptCapture;
  readonly run: LiveRun;
  readonly printer: Printer;
  readonly news: News;
}

/** Prints what comes, until something ends it. */
async function readOn(
  { log, capture, run, printer, news }: Reading,
  { terminal, signal }: Surroundings,
): Promise<TailEnd> {
  for (;;) {
    await news.next();
    if (signal.aborted) return 'stopped';
    await unless(signal, log.grow(capture.size(), false));
    await printer.printNew(signal);
    if (signal.aborted) return 'stopped';
    if (printer.hasMatched) return 'matched';
    if (terminal.isClosed) return 'closed';
    if (run.status().state === 'ended') return 'ended';
  }
}

/** Resolves with the work, or when the signal aborts: reading a log that grows may rest for seconds. */
function unless(signal: AbortSignal, work: Promise<void>): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function statusOf(
  end: TailEnd,
  { hasMatched, terminalType }: Printer,
  { until }: Asked,
  status: LiveStatus,
  { terminal }: Surroundings,
): ExitStatus {
  if (end === 'closed' || hasMatched) return EXIT.fine;
  if (end === 'stopped') {
    remark(terminal, `stopped, ${status.ledger.words}`);
    return EXIT.interrupted;
  }
  if (status.end !== 'run-ended') {
    complainOfHost(terminal, status.lastError, status.words);
    return EXIT.failed;
  }
  // The event speaks before the snapshot, which some hosts change a moment later.
  const runStatus = terminalType?.replace(/^run\./, '') ?? status.runStatus ?? 'ended';
  remark(terminal, `run ${runStatus}, ${status.ledger.words}`);
  if (until.kind === 'type') {
    complain(terminal, `the run ended without an event of type ${until.pattern}`);
    return EXIT.findings;
  }
  return runStatus === 'completed' && status.ledger.completeness.known ? EXIT.fine : EXIT.findings;
}

/** Wakes one reader; what is told while it is busy is not lost. */
class News {
  private wake: () => void = () => undefined;
  private told = this.newTold();

  private newTold(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  tell(): void {
    this.wake();
  }

  /** Resolves when something was told since the last call. */
  async next(): Promise<void> {
    await this.told;
    this.told = this.newTold();
  }
}

/** Finds out at the start whether the capture can be written; a session of hours is not to be lost for it. */
async function mayKeep(path: string | null, { terminal }: Surroundings): Promise<boolean> {
  const why = path === null ? null : await whyNotWritable(path);
  if (why !== null) complain(terminal, `the capture cannot be written to ${path}: ${why}`);
  return why === null;
}

/** False when it was to be kept and cannot be. */
async function keep(capture: KeptCapture, path: string | null, { terminal }: Surroundings): Promise<boolean> {
  // Without a byte there was no session.
  if (path === null || capture.size() === 0) return true;
  try {
    await capture.saveAs(path);
    remark(terminal, `the capture is in ${path}`);
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    complain(terminal, `the capture cannot be written to ${path}: ${why}`);
    remark(terminal, `the capture is left in ${capture.path}`);
    return false;
  }
}
