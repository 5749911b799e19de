/** Following a run: the session, what is printed of it, and how it ends. */
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorText, masker } from '@openwop-inspector/base';
import { dim, line } from '@openwop-inspector/base/document';
import {
  getDiscovery,
  type HostConnection,
  type HostError,
  type Ledger,
  type LiveStatus,
  readDiscovery,
} from '@openwop-inspector/host-client';
import { createCaptureFile, RunSupervisor, type StartSession } from '@openwop-inspector/host-client/node';
import { isTerminalType } from '@openwop-inspector/protocol';
import {
  type ByteSource,
  type Filter,
  filterSelects,
  isFilterError,
  openRunLog,
  parseFilter,
  type RunLog,
  wildcard,
} from '@openwop-inspector/run-log';
import type { Options } from '../grammar/options.ts';
import type { HostOptions } from '../open/host-options.ts';
import { limitsOf, type Surroundings } from '../open/open-log.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { VerbMeans } from '../verb.ts';
import { readFilter } from '../verbs/answer-from-log.ts';
import { complain, EXIT, type ExitStatus, fail, Refusal, remark } from '../verbs/complain.ts';
import { eventTable } from '../verbs/event-table.ts';

/** A tail whose arguments make sense. */
export interface TailRequest extends HostOptions, Pick<Options<'tail'>, 'filter' | 'json' | 'until'> {
  readonly runId: string;
}

/** What a tail is given of the process it runs in. */
export type TailMeans = Surroundings &
  Pick<VerbMeans, 'readVariable'> & { readonly startSession: StartSession };

/** Errors of a first request that no later one would mend. */
const FINAL: readonly HostError['kind'][] = ['unreachable', 'certificate', 'redirect', 'out-of-time'];

/**
 * Asks the host for its discovery document, which a run can be followed without. Rejects with a `Refusal` only when
 * nothing can be followed there: nobody answers, or another major version of the protocol.
 */
async function greet(host: HostConnection, { terminal, signal }: Surroundings) {
  const answer = await getDiscovery(host, { withToken: false, signal });
  if (!answer.ok) {
    const { kind, message } = answer.error;
    // What is there and cannot be read is reported; that a host shows nothing to strangers is usual.
    if (kind === 'not-understood') remark(terminal, message);
    if (!FINAL.includes(kind) || signal.aborted) return null;
    throw new Refusal(message);
  }
  const discovery = readDiscovery(answer.value.json, host.baseUrl);
  if (discovery.versionVerdict !== 'stop') return discovery;
  const version = discovery.protocolVersion ?? 'unknown';
  throw new Refusal(`the host speaks version ${version} of the protocol. This inspector speaks 1.x and 2.x`);
}

/** The capture of a session as a file of its own, which the session writes and which is read here as a log. */
export type CaptureFile = Awaited<ReturnType<typeof storedCapture>>;

/** Makes an empty capture in a temporary folder that only this person can read. */
export async function storedCapture(name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'openwop-inspector-'));
  const path = join(folder, 'run.capture.ndjson');
  await (await createCaptureFile(path)).close();
  const handle = await open(path, 'r');
  let size = 0;
  const source: ByteSource = {
    name,
    origin: 'spool',
    get sizeBytes() {
      return size;
    },
    async read(offset, length) {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      let done = 0;
      while (done < bytes.length) {
        const { bytesRead } = await handle.read(bytes, done, bytes.length - done, offset + done);
        if (bytesRead === 0) break;
        done += bytesRead;
      }
      return bytes.subarray(0, done);
    },
  };
  return {
    source,
    path,
    /** Says how far it is written. */
    grownTo(sizeBytes: number) {
      size = Math.max(size, sizeBytes);
    },
    /** Bytes written so far. */
    size: () => size,
    /** Copies the file; rejects as the system does. */
    saveAs: (target: string) => copyFile(path, target),
    /** Removes the file unless it is to stay. */
    async close(removes = true) {
      await handle.close();
      if (removes) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Why a file cannot be written, in the words of the system; null when it can. What is there is not touched. */
export async function whyNotWritable(path: string): Promise<string | null> {
  try {
    const isThere = existsSync(path);
    await (await open(path, 'a', 0o600)).close();
    if (!isThere) await rm(path);
    return null;
  } catch (error) {
    return errorText(error);
  }
}

/** Rows between two turns for others. */
const SLICE = 500;

/** Prints what is new in a log that grows, each event once, up to the event that ends the tail. */
type Printer = ReturnType<typeof createPrinter>;

/** `first`: the filter as it was read before there was an event. */
function createPrinter(log: RunLog, first: Filter, requested: TailRequest, terminal: Terminal) {
  const { until, filter: text, json } = requested;
  const matches = wildcard(until);
  const print = createPrint(log, json, terminal);
  let next = 0;
  const isEnd = (ordinal: number): boolean => {
    const { columns, types } = log.index;
    const type = types.textOf(columns.type[ordinal] ?? 0);
    if (isTerminalType(type)) printer.terminalType = type;
    return until !== 'terminal' && matches(type);
  };
  const selectedOf = async (ordinals: readonly number[], signal: AbortSignal) => {
    // Times count from the first event, which an empty log did not have.
    const current = await parseFilter(text ?? '', log);
    const filter = isFilterError(current) ? first : current;
    const selected: number[] = [];
    for (const ordinal of ordinals) {
      if (signal.aborted) break;
      if (await filterSelects(filter, log, ordinal)) selected.push(ordinal);
    }
    return selected;
  };
  const printer = {
    /** The event of `--until` has come. */
    hasMatched: false,
    /** Type of the terminal event; null before it came. */
    terminalType: null as string | null,
    /**
     * Prints what has come since the last time; nothing once the tail is at its end, or when nobody reads. Leaves others
     * their turn, and stops when `signal` aborts.
     */
    async printNew(signal: AbortSignal): Promise<void> {
      if (printer.hasMatched || terminal.isClosed || signal.aborted) return;
      const end = log.settledRows;
      const arrived: number[] = [];
      for (; next < end; next++) if (log.order.indexOf(next) >= 0) arrived.push(next);
      const last = arrived.findIndex(isEnd);
      printer.hasMatched = last >= 0;
      const printed = await selectedOf(last < 0 ? arrived : arrived.slice(0, last + 1), signal);
      for (let from = 0; from < printed.length && !signal.aborted && !terminal.isClosed; from += SLICE) {
        await print(printed.slice(from, from + SLICE));
        await nextTurn();
      }
    },
  };
  return printer;
}

/** Prints events by their ordinals: as lines of one table, or as one document a line. */
function createPrint(log: RunLog, json: boolean, terminal: Terminal) {
  let linesOf: ReturnType<typeof eventTable> | null = null;
  return async (ordinals: readonly number[]): Promise<void> => {
    if (!json) {
      const rows = await log.rows(ordinals);
      // Times count from the first event, whether it is displayed or not.
      const [start] = linesOf === null ? await log.rows([log.order.ordinalAt(0)]) : [];
      const facts = { withRun: false, startMs: start?.timeMs ?? null, isLive: true };
      linesOf ??= eventTable(facts, terminal.width);
      return terminal.print(linesOf(rows));
    }
    for (const ordinal of ordinals) {
      const text = new TextDecoder().decode(await log.read(ordinal));
      // Line breaks stand only between the tokens of a document.
      await terminal.printJson(masker.json(`${text.replaceAll(/[\r\n]/g, ' ')}\n`).text);
    }
  };
}

/** Follows a run until it ends, nobody reads, or the user stops it; prints each event once. */
export async function follow(requested: TailRequest, capture: CaptureFile, means: TailMeans) {
  const { terminal, signal, startSession } = means;
  const { host, runId, until } = requested;
  const log = openRunLog(capture.source, { grows: true, ...limitsOf({}) });
  const first = await readFilter(requested.filter ?? '', log);
  const discovery = await greet(host, means);
  const report = statusReporter(terminal);
  const changes = createChanges();
  const run = new RunSupervisor({
    host,
    token: async () => requested.token,
    authorities: async () => requested.authorities,
    runId,
    discovery,
    a2uiDelta: false,
    startSession,
    capturePath: capture.path,
    onGrown: () => {
      capture.grownTo(run.sizeBytes);
      changes.notify();
    },
    onStatus: (status) => {
      report(status);
      changes.notify();
    },
  });
  signal.addEventListener('abort', () => changes.notify(), { once: true });
  run.start();
  const printer = createPrinter(log, first, requested, terminal);
  const read = async (isWhole: boolean): Promise<void> => {
    await unless(signal, log.grow(capture.size(), isWhole));
    await printer.printNew(signal);
  };
  let end: TailEnd | null = null;
  while (end === null) {
    await changes.next();
    if (!signal.aborted) await read(false);
    if (signal.aborted) end = 'stopped';
    else if (printer.hasMatched) end = 'matched';
    else if (terminal.isClosed) end = 'closed';
    else if (run.status().state === 'ended') end = 'ended';
  }
  await run.leave();
  capture.grownTo(run.sizeBytes);
  if (end !== 'stopped') await read(true);
  await log.close();
  const status = run.status();
  return {
    status: statusOf(end, printer, until, status, terminal),
    /** The session was stopped by its supervisor, or its process ended by itself. */
    wasStopped: status.end === 'stopped',
  };
}

/** Why nothing more is printed: the event came, nobody reads any more, the person stopped it, the session ended. */
type TailEnd = 'matched' | 'closed' | 'stopped' | 'ended';

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
  until: string,
  status: LiveStatus,
  terminal: Terminal,
): ExitStatus {
  if (end === 'closed' || hasMatched) return EXIT.fine;
  if (end === 'stopped') {
    remark(terminal, `stopped, ${status.ledger.words}`);
    return EXIT.interrupted;
  }
  if (status.end === 'stopped') return fail(terminal, status.words);
  if (status.end !== 'run-ended') {
    const { lastError, words } = status;
    const hint = line(dim('The token is read from an environment variable: --token-env NAME'));
    return fail(terminal, lastError?.message ?? words, lastError?.status === 401 ? [hint] : []);
  }
  // The event speaks before the snapshot, which some hosts change a moment later.
  const runStatus = terminalType?.replace(/^run\./, '') ?? status.runStatus ?? 'ended';
  remark(terminal, `run ${runStatus}, ${status.ledger.words}`);
  if (until !== 'terminal') {
    complain(terminal, `the run ended without an event of type ${until}`);
    return EXIT.findings;
  }
  return runStatus === 'completed' && status.ledger.completeness.known ? EXIT.fine : EXIT.findings;
}

/** Wakes one reader; a change while it is busy is not lost. */
function createChanges() {
  let wake = (): void => undefined;
  const pending = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  let changed = pending();
  return {
    notify: () => wake(),
    /** Resolves when something has changed since the last call. */
    async next() {
      await changed;
      changed = pending();
    },
  };
}

/** What is reported of a status. */
interface ReportedStatus extends Pick<LiveStatus, 'state' | 'words'> {
  readonly ledger: Pick<Ledger, 'missing' | 'words'>;
}

/** Says on standard error what became of the connection, each thing once; what is usual is displayed as progress alone. */
export function statusReporter(terminal: Terminal) {
  /** What is wrong and has been said; empty while all is well. */
  let said = '';
  return ({ state, words, ledger }: ReportedStatus): void => {
    if (state === 'lost' || (state === 'backfilling' && ledger.missing > 0)) {
      if (words !== said) remark(terminal, words);
      said = words;
    } else if (state === 'live' && said !== '') {
      said = '';
      remark(terminal, `connected again, ${ledger.words}`);
    }
    terminal.progress(state === 'ended' ? null : `${words}; ${ledger.words}`);
  };
}
