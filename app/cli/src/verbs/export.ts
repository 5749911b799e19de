import { countOf, formatCount } from '@openwop-inspector/base';
import { type ExportLeak, OtlpExport, ParquetExport } from '@openwop-inspector/export';
import {
  asksForProblems,
  isFilterError,
  parseFilter,
  type RunLog,
  runFilter,
  SourceError,
} from '@openwop-inspector/run-log';
import { EXIT, type ExitStatus, worse } from '../exit-status.ts';
import { type FoundFile, foundFiles } from '../open/found-files.ts';
import { checkLog, openLog, type Surroundings, whyNoLog } from '../open/open-log.ts';
import { line } from '../terminal/line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { complain, remark } from './complain.ts';
import { type ExportTarget, exportTarget, STANDARD_OUTPUT, whyNotWritten } from './export-target.ts';
import { filterErrorLines, filterErrorMessage } from './filter-error.ts';
import { someOf } from './runs-report.ts';

export interface ExportOptions {
  readonly format: 'parquet' | 'otlp-json';
  /** File to write; null is none, which is complained of. */
  readonly out: string | null;
  readonly filter: string | null;
  /** Writes over a file that is there. */
  readonly force: boolean;
  readonly json: boolean;
}

/** What became of one file. */
type Added =
  | { readonly kind: 'added' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'not-read'; readonly why: string }
  /** Told already; nothing of the export is kept. */
  | { readonly kind: 'refused' };

/**
 * `export PATH… --out FILE`: the events of files and folders as one file. It is written beside its place and moved there
 * when it is whole. Ends with 0 when all was written, 1 when a file that was named could not be read, 2 when nothing was
 * written, 130 when it was stopped, which leaves nothing either.
 */
export async function exportEvents(
  paths: readonly string[],
  options: ExportOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { terminal } = surroundings;
  const { out, force } = options;
  const target =
    out === null ? { why: '--out FILE is missing' } : await targetOf(out, force, options, terminal);
  if (out === null || 'why' in target) {
    complain(terminal, 'why' in target ? target.why : '');
    return EXIT.failed;
  }
  let ended: Ended = { status: EXIT.failed, rows: 0, files: 0 };
  try {
    ended = await writeAll(paths, target, options, surroundings);
    if (isKept(ended)) await target.keep();
  } catch (error) {
    const why = whyNotWritten(out, error);
    await target.drop();
    if (why === null) throw error;
    complain(terminal, why);
    return EXIT.failed;
  } finally {
    terminal.progress(null);
  }
  if (isKept(ended)) await sayWritten(ended, out, options, terminal);
  else await target.drop();
  return ended.status;
}

const isKept = ({ status }: Ended): boolean => status === EXIT.fine || status === EXIT.findings;

async function targetOf(
  out: string,
  force: boolean,
  { format, filter }: ExportOptions,
  terminal: Terminal,
): Promise<ExportTarget | { readonly why: string }> {
  if (format === 'otlp-json' && filter !== null)
    return { why: 'spans are made of whole runs: otlp-json takes no filter' };
  if (format === 'parquet' && out === STANDARD_OUTPUT)
    return { why: 'Parquet is written to a file, not to standard output: give it a name' };
  return exportTarget(out, force, terminal);
}

async function sayWritten(
  { rows, files }: Ended,
  out: string,
  { format, json }: ExportOptions,
  terminal: Terminal,
): Promise<void> {
  const what = format === 'parquet' ? 'event' : 'span';
  const text = `${countOf(rows, what)} of ${countOf(files, 'file')} written`;
  if (out === STANDARD_OUTPUT) remark(terminal, text);
  else if (json) await terminal.printDocument({ out, format, [`${what}s`]: rows, files });
  else await terminal.print([line(`${text} to ${out}`)]);
}

interface Ended {
  readonly status: ExitStatus;
  readonly rows: number;
  readonly files: number;
}

async function writeAll(
  paths: readonly string[],
  target: ExportTarget,
  options: ExportOptions,
  surroundings: Surroundings,
): Promise<Ended> {
  const { terminal } = surroundings;
  const { files, remarks } = await foundFiles(paths);
  for (const one of remarks) remark(terminal, one);
  const made = formOf(options.format, target);
  const written = { rows: 0, files: 0 };
  const others: string[] = [];
  let status: ExitStatus = EXIT.fine;
  for (const file of files) {
    const added = await addFile(made, file, written, options, surroundings);
    if (added.kind === 'refused') return { ...written, status: EXIT.failed };
    if (added.kind === 'stopped') {
      remark(terminal, 'stopped; nothing is kept of the export');
      return { ...written, status: EXIT.interrupted };
    }
    if (added.kind === 'added') written.files++;
    else if (file.isFromFolder) others.push(file.path);
    else {
      complain(terminal, added.why);
      status = worse(status, EXIT.findings);
    }
  }
  if (others.length > 0)
    remark(terminal, `${formatCount(others.length)} of them hold no run: ${someOf(others)}`);
  if (written.files === 0) return { ...written, status: EXIT.failed };
  await made.finish();
  return { ...written, status };
}

/** A form that is written. */
interface Form {
  /** What is counted. */
  readonly what: 'events' | 'spans';
  add(
    log: RunLog,
    file: string,
    ordinals: Iterable<number>,
    onProgress: (rows: number) => boolean,
  ): Promise<
    | { readonly kind: 'written' | 'stopped'; readonly rows: number; readonly remarks?: readonly string[] }
    | { readonly kind: 'leak'; readonly leak: ExportLeak }
  >;
  finish(): Promise<void>;
}

function formOf(format: ExportOptions['format'], target: ExportTarget): Form {
  if (format === 'parquet') {
    const made = new ParquetExport((bytes) => target.write(bytes));
    return {
      what: 'events',
      add: (log, file, ordinals, onProgress) => made.add(log, { file, ordinals, onProgress }),
      finish: () => made.finish(),
    };
  }
  const made = new OtlpExport((text) => target.write(text));
  return {
    what: 'spans',
    add: async (log, file, _, onProgress) => {
      const end = await made.add(log, { file, onProgress });
      return end.kind === 'leak' ? end : { kind: end.kind, rows: end.spans, remarks: end.remarks };
    },
    finish: () => Promise.resolve(),
  };
}

async function addFile(
  made: Form,
  { path }: FoundFile,
  written: { rows: number },
  { filter }: ExportOptions,
  surroundings: Surroundings,
): Promise<Added> {
  const { terminal, signal } = surroundings;
  const opened = await openLog(path, surroundings);
  if (opened.kind === 'refused') return { kind: 'not-read', why: opened.message };
  const { log } = opened;
  try {
    const why = whyNoLog(log);
    if (why !== null) return { kind: 'not-read', why: `${path}: ${why}` };
    if (asksForProblems(filter ?? '')) await checkLog(log, surroundings);
    const ordinals = await selected(log, filter ?? '', surroundings);
    if (ordinals === null) return { kind: 'refused' };
    const end = await made.add(log, path, ordinals, (rows) => {
      written.rows = rows;
      terminal.progress(`${path}: ${formatCount(rows)} ${made.what} written`);
      return signal.aborted || terminal.isClosed;
    });
    if (end.kind === 'leak') {
      complain(terminal, leakWords(path, end.leak));
      return { kind: 'refused' };
    }
    for (const one of end.remarks ?? []) remark(terminal, `${path}: ${one}`);
    written.rows = end.rows;
    return { kind: end.kind === 'stopped' || signal.aborted ? 'stopped' : 'added' };
  } catch (error) {
    // The file changed or vanished behind the load.
    if (!(error instanceof SourceError)) throw error;
    return { kind: 'not-read', why: `${path}: ${error.message}` };
  } finally {
    await log.close();
  }
}

function leakWords(path: string, { eventId, column }: ExportLeak): string {
  return `${path}: what looks like a secret is left in ${column} of event ${eventId}; nothing is kept of the export`;
}

/** The rows that a filter selects; null when it is wrong, which has been said. */
async function selected(
  log: RunLog,
  filterText: string,
  { terminal, signal }: Surroundings,
): Promise<Iterable<number> | null> {
  if (filterText.trim() === '') return allRows(log);
  const filter = parseFilter(filterText, log);
  if (isFilterError(filter)) {
    complain(terminal, filterErrorMessage(filter), filterErrorLines(filterText, filter));
    return null;
  }
  return (await runFilter(filter, log, { isCancelled: () => signal.aborted })) ?? [];
}

function* allRows({ order }: RunLog): Generator<number> {
  for (let place = 0; place < order.length; place++) yield order.ordinalAt(place);
}
