/** Following a run: the session, what is printed of it, and how it ends. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type MaskedText, masker } from '@openwop-inspector/base';
import type { Ledger, LiveStatus } from '@openwop-inspector/host-client';
import { RunSupervisor, type StartSession } from '@openwop-inspector/host-client/node';
import { isTerminalType } from '@openwop-inspector/protocol';
import {
  type Filter,
  filterSelects,
  isFilterError,
  openRunLog,
  parseFilter,
  type RunLog,
  wildcard,
} from '@openwop-inspector/run-log';
import { limitsOf, type Surroundings } from '../open/open-log.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { readFilter } from '../verbs/answer-from-log.ts';
import { complain, EXIT, type ExitStatus, fail, remark } from '../verbs/complain.ts';
import { EventTable } from '../verbs/event-table.ts';
import { type CaptureFile, complainOfHost, greet, type TailRequest } from './tail-request.ts';

/** Rows between two turns for others. */
const SLICE = 500;

/** Prints what is new in a log that grows, up to the event that ends the tail. */
class Printer {
  /** The event of `--until` has come. */
  hasMatched = false;
  /** Type of the terminal event; null before it came. */
  terminalType: string | null = null;
  private readonly parts: PrinterParts;
  private table: EventTable | null = null;

  constructor(parts: PrinterParts) {
    this.parts = parts;
  }

  /**
   * Prints what has come since the last time; nothing once the tail is at its end, or when nobody reads. Leaves others
   * their turn, and stops when `signal` aborts.
   */
  async printNew(signal: AbortSignal): Promise<void> {
    const { takeNew, terminal } = this.parts;
    if (this.hasMatched || terminal.isClosed || signal.aborted) return;
    const { selected, all } = await takeNew(signal);
    const last = this.lastWanted(all);
    const printed = last === null ? selected : selected.filter((ordinal) => ordinal <= last);
    for (let from = 0; from < printed.length && !signal.aborted && !terminal.isClosed; from += SLICE) {
      await this.print(printed.slice(from, from + SLICE));
      await nextTurn();
    }
  }

  /** Ordinal of the first event that `--until` names; null when it has not come. */
  private lastWanted(ordinals: readonly number[]): number | null {
    const { until } = this.parts;
    const matches = wildcard(until);
    for (const ordinal of ordinals) {
      const type = this.typeOf(ordinal);
      if (isTerminalType(type)) this.terminalType = type;
      if (until === 'terminal' || !matches(type)) continue;
      this.hasMatched = true;
      return ordinal;
    }
    return null;
  }

  private typeOf(ordinal: number): string {
    const { columns, types } = this.parts.log.index;
    return types.textOf(columns.type[ordinal] ?? 0);
  }

  private async print(ordinals: readonly number[]): Promise<void> {
    const { log, json, terminal } = this.parts;
    if (ordinals.length === 0) return;
    if (json) {
      for (const ordinal of ordinals) await terminal.printJson(await this.jsonLine(ordinal));
      return;
    }
    const rows = await log.rows(ordinals);
    this.table ??= await this.newTable();
    await terminal.print(this.table.lines(rows));
  }

  /** Times count from the first event, whether it is displayed or not. */
  private async newTable(): Promise<EventTable> {
    const { log, terminal } = this.parts;
    const [first] = await log.rows([log.order.ordinalAt(0)]);
    return new EventTable({ withRun: false, startMs: first?.timeMs ?? null, isLive: true }, terminal.width);
  }

  /** Line breaks stand only between the tokens of a document. */
  private async jsonLine(ordinal: number): Promise<MaskedText> {
    const text = new TextDecoder().decode(await this.parts.log.read(ordinal));
    return masker.json(`${text.replaceAll(/[\r\n]/g, ' ')}\n`).text;
  }
}

/** How following a run ended. */
export interface Followed {
  readonly status: ExitStatus;
  /** The session was stopped by its supervisor, or its process ended by itself. */
  readonly wasStopped: boolean;
}

/** Follows a run until it ends, nobody reads, or the user stops it; prints each event once. */
export async function follow(
  requested: TailRequest,
  { json, filter }: { readonly json: boolean; readonly filter: string | null },
  capture: CaptureFile,
  startSession: StartSession,
  surroundings: Surroundings,
): Promise<Followed> {
  const { terminal, signal } = surroundings;
  const log = openRunLog(capture.source, { grows: true, ...limitsOf({}) });
  const first = await readFilter(filter ?? '', log);
  const greeting = await greet(requested.host, surroundings);
  const reporter = new StatusReporter(terminal);
  const changes = new Changes();
  const run = new RunSupervisor({
    host: requested.host,
    token: async () => requested.token,
    authorities: async () => requested.authorities,
    runId: requested.runId,
    discovery: greeting.discovery,
    a2uiDelta: false,
    startSession,
    capturePath: capture.path,
    onGrown: () => {
      capture.grownTo(run.sizeBytes);
      changes.notify();
    },
    onStatus: (status) => {
      reporter.report(status);
      changes.notify();
    },
  });
  signal.addEventListener('abort', () => changes.notify(), { once: true });
  run.start();
  const printer = new Printer({
    log,
    takeNew: followRows(log, filter ?? '', first),
    until: requested.until,
    json,
    terminal,
  });
  const end = await readOn({ log, capture, run, printer, changes }, surroundings);
  await run.leave();
  capture.grownTo(run.sizeBytes);
  if (end !== 'stopped') {
    await unless(signal, log.grow(capture.size(), true));
    await printer.printNew(signal);
  }
  await log.close();
  const status = run.status();
  const wasStopped = status.end === 'stopped';
  return { status: statusOf(end, printer, requested, status, surroundings), wasStopped };
}

/** Why nothing more is printed: the event came, nobody reads any more, the person stopped it, the session ended. */
type TailEnd = 'matched' | 'closed' | 'stopped' | 'ended';

interface Reading {
  readonly log: RunLog;
  readonly capture: CaptureFile;
  readonly run: RunSupervisor;
  readonly printer: Printer;
  readonly changes: Changes;
}

/** Prints what comes, until something ends it. */
async function readOn(
  { log, capture, run, printer, changes }: Reading,
  { terminal, signal }: Surroundings,
): Promise<TailEnd> {
  for (;;) {
    await changes.next();
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
  { until }: TailRequest,
  status: LiveStatus,
  { terminal }: Surroundings,
): ExitStatus {
  if (end === 'closed' || hasMatched) return EXIT.fine;
  if (end === 'stopped') {
    remark(terminal, `stopped, ${status.ledger.words}`);
    return EXIT.interrupted;
  }
  if (status.end === 'stopped') return fail(terminal, status.words);
  if (status.end !== 'run-ended') {
    complainOfHost(terminal, status.lastError, status.words);
    return EXIT.failed;
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
class Changes {
  private wake: () => void = () => undefined;
  private changed = this.pending();

  private pending(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  notify(): void {
    this.wake();
  }

  /** Resolves when something has changed since the last call. */
  async next(): Promise<void> {
    await this.changed;
    this.changed = this.pending();
  }
}

/** What is reported of a status. */
export interface ReportedStatus extends Pick<LiveStatus, 'state' | 'words'> {
  readonly ledger: Pick<Ledger, 'missing' | 'words'>;
}

/** Says on standard error what became of the connection, each thing once; what is usual is displayed as progress alone. */
export class StatusReporter {
  private readonly terminal: Terminal;
  /** What is wrong and has been said; empty while all is well. */
  private said = '';

  constructor(terminal: Terminal) {
    this.terminal = terminal;
  }

  report({ state, words, ledger }: ReportedStatus): void {
    const isWrong = state === 'lost' || (state === 'backfilling' && ledger.missing > 0);
    if (isWrong) this.sayOnce(words);
    else if (state === 'live' && this.said !== '') {
      this.said = '';
      remark(this.terminal, `connected again, ${ledger.words}`);
    }
    this.terminal.progress(state === 'ended' ? null : `${words}; ${ledger.words}`);
  }

  private sayOnce(words: string): void {
    if (words !== this.said) remark(this.terminal, words);
    this.said = words;
  }
}

/** What a printer prints, and how. */
interface PrinterParts {
  readonly log: RunLog;
  readonly takeNew: (signal: AbortSignal) => Promise<NewRows>;
  readonly until: string;
  /** One event document a line in place of a table. */
  readonly json: boolean;
  readonly terminal: Terminal;
}

/** Events that have come since the last time, in order of arrival; fewer when `signal` aborts. */
interface NewRows {
  /** Ordinals of those that the filter selects. */
  readonly selected: readonly number[];
  readonly all: readonly number[];
}

/** Follows a log that grows; each event is returned once. */
function followRows(log: RunLog, filterText: string, first: Filter) {
  let next = 0;
  return async (signal: AbortSignal): Promise<NewRows> => {
    const end = log.settledRows;
    // Times count from the first event, which an empty log did not have.
    const current = await parseFilter(filterText, log);
    const filter = isFilterError(current) ? first : current;
    const all: number[] = [];
    for (; next < end; next++) if (log.order.indexOf(next) >= 0) all.push(next);
    const selected: number[] = [];
    for (const ordinal of all) {
      if (signal.aborted) break;
      const isSelected = filterSelects(filter, log, ordinal);
      if (typeof isSelected === 'boolean' ? isSelected : await isSelected) selected.push(ordinal);
    }
    return { selected, all };
  };
}
