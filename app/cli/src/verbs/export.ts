import { countOf, formatCount, masker, someOf } from '@openwop-inspector/base';
import { line, plain } from '@openwop-inspector/base/document';
import { type ExportForm, type ExportPart, formatOf, formOf } from '@openwop-inspector/export';
import { allRows, asksForProblems, type RunLog, runFilter } from '@openwop-inspector/run-log';
import type { Options } from '../grammar/options.ts';
import { type FoundFile, foundFiles } from '../open/found-files.ts';
import {
  checkLog,
  isStopped,
  STANDARD_INPUT,
  type Surroundings,
  whyNoLog,
  withLog,
} from '../open/open-log.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { answering, readFilter } from './answer-from-log.ts';
import { complain, EXIT, type ExitStatus, Refusal, remark, worse } from './complain.ts';
import { exportTarget, intoTarget, isSource, STANDARD_OUTPUT } from './export-target.ts';

/** What became of one file; a text says why it could not be read. */
type Visited = 'done' | 'stopped' | { readonly why: string };

/** Why nothing of an export is stored, whatever the other files hold. */
class ExportRefusal extends Refusal {}

/**
 * `export PATH… --out FILE`: the events of files and folders as one file. It is written next to its place and moved there
 * when it is whole. Ends with 0 when all was written, 1 when a file that was named could not be read, 2 when nothing was
 * written, 130 when it was stopped, which leaves nothing either.
 */
export const exportEvents = answering<readonly string[], Options<'export'>>(
  async (paths, given, surroundings) => {
    const { terminal } = surroundings;
    const { out } = given;
    const options = { ...given, format: given.format ?? formatOf(out ?? '') };
    const other = given.format === null ? /\.(?:csv|tsv|xlsx?)$/i.exec(out ?? '')?.[0] : undefined;
    if (other !== undefined)
      throw new Refusal(`no ${other} is written: give a FILE.parquet or FILE.ndjson, or name a --format`);
    if (out === null) throw new Refusal('--out FILE is missing');
    const target = await targetOf(out, options, terminal);
    const form = formOf(options.format, (part) => target.write(part), options.allowLeak);
    const made: Export = { form, options, surroundings, rows: 0, files: 0 };
    let status: ExitStatus = EXIT.failed;
    const isExported = (): boolean => status === EXIT.fine || status === EXIT.findings;
    await intoTarget(out, target, async () => {
      status = await writeAll(paths, made);
      return isExported();
    });
    if (isExported()) await sayWritten(made, out);
    return status;
  },
);

function targetOf(out: string, { format, filter, allowLeak, force }: Options<'export'>, terminal: Terminal) {
  if (format === 'otlp-json' && filter !== null)
    throw new Refusal('spans are made of whole runs: otlp-json takes no filter');
  if (format !== 'ndjson' && allowLeak.length > 0)
    throw new Refusal('--allow-leak is for NDJSON: no other form is written with a secret left');
  const noPlace = allowLeak.find((place) => !/^.+:(?:\/.*)?$/s.test(place));
  if (noPlace !== undefined)
    throw new Refusal(
      `--allow-leak takes EVENTID:POINTER, as e7:/payload/text; ${masker.text(noPlace)} is none`,
    );
  if (format === 'parquet' && out === STANDARD_OUTPUT)
    throw new Refusal('Parquet is written to a file, not to standard output: give it a name');
  return exportTarget(out, force, terminal);
}

async function sayWritten({ rows, files, options, surroundings }: Export, out: string): Promise<void> {
  const { format, json } = options;
  const { terminal } = surroundings;
  const what = format === 'otlp-json' ? 'span' : 'event';
  const text = `${countOf(rows, what)} of ${countOf(files, 'file')} written`;
  if (out === STANDARD_OUTPUT) remark(terminal, text);
  else if (json) await terminal.printDocument({ out, format, [`${what}s`]: rows, files });
  else await terminal.print([line(`${text} to ${out}`)]);
}

/** What is written into: the form, how it was requested, and how much there is by now. */
interface Export {
  readonly form: ExportForm;
  readonly options: Options<'export'>;
  readonly surroundings: Surroundings;
  rows: number;
  files: number;
}

async function writeAll(paths: readonly string[], made: Export): Promise<ExitStatus> {
  const { form, surroundings } = made;
  const { terminal } = surroundings;
  const files = await foundFiles(paths, terminal);
  const others: string[] = [];
  let status: ExitStatus = EXIT.fine;
  // A form that goes over its events twice goes over several files first; a single one twice while it is open.
  const gathered = form.gather === undefined || files.length === 1 ? [] : files;
  if (gathered.some(({ path }) => path === STANDARD_INPUT))
    throw new ExportRefusal(
      'NDJSON of several files is made in two rounds, and standard input has only one: give it alone',
    );
  for (const file of gathered)
    if ((await visit(file, made, (part) => gather(made, part))) === 'stopped') return stopped(made);
  for (const file of files) {
    const added = await visit(file, made, (part) => add(made, part, files.length === 1));
    if (added === 'stopped') return stopped(made);
    if (added === 'done') made.files++;
    else if (file.isFromFolder) others.push(file.path);
    else {
      complain(terminal, added.why);
      status = worse(status, EXIT.findings);
    }
  }
  if (others.length > 0)
    remark(terminal, `${countOf(others.length, 'of them holds', 'of them hold')} no run: ${someOf(others)}`);
  if (made.files === 0) return EXIT.failed;
  for (const one of await form.finish()) remark(terminal, one);
  return status;
}

function stopped({ surroundings: { terminal } }: Export): ExitStatus {
  remark(terminal, 'stopped; the export was removed');
  return EXIT.interrupted;
}

async function gather({ form, surroundings }: Export, part: ExportPart): Promise<Visited> {
  const onProgress = (rows: number): boolean =>
    isStopped(`${part.file}: ${formatCount(rows)} events scanned`, surroundings);
  return ((await form.gather?.({ ...part, onProgress })) ?? true) ? 'done' : 'stopped';
}

async function add(made: Export, part: ExportPart, gathersFirst: boolean): Promise<Visited> {
  const { form, surroundings } = made;
  const { terminal, signal } = surroundings;
  if (gathersFirst && (await gather(made, part)) === 'stopped') return 'stopped';
  const end = await form.add(part);
  if (end.kind === 'leak')
    throw new ExportRefusal(
      end.places.length === 0 ? end.message : `${end.message}. --allow-leak PLACE lets one of these stay:`,
      end.places.map((place) => line(plain(`  ${place}`))),
    );
  for (const one of end.remarks ?? []) remark(terminal, `${part.file}: ${one}`);
  made.rows = end.rows;
  return end.kind === 'stopped' || signal.aborted ? 'stopped' : 'done';
}

/** Opens a file, selects its events and hands them on. */
async function visit(
  { path }: FoundFile,
  { form, options: { filter, out }, surroundings }: Export,
  take: (part: ExportPart) => Promise<Visited>,
): Promise<Visited> {
  const handOn = async (log: RunLog): Promise<Visited> => {
    const why = whyNoLog(log);
    if (why !== null) throw new Refusal(`${path}: ${why}`);
    if (out !== null && (await isSource(path, out)))
      throw new ExportRefusal(`${out} is the log itself, which is not written over`);
    if (asksForProblems(filter ?? '')) await checkLog(log, surroundings);
    const ordinals = await selected(log, filter ?? '', surroundings);
    return take({
      log,
      file: path,
      ordinals,
      isWhole: (filter ?? '').trim() === '',
      onProgress: (rows) => isStopped(`${path}: ${formatCount(rows)} ${form.what}s written`, surroundings),
    });
  };
  try {
    return await withLog(path, surroundings, handOn);
  } catch (error) {
    if (!(error instanceof Refusal) || error instanceof ExportRefusal) throw error;
    return { why: error.message };
  }
}

/** The rows that a filter selects. */
async function selected(log: RunLog, filterText: string, { signal }: Surroundings) {
  if (filterText.trim() === '') return allRows(log);
  const filter = await readFilter(filterText, log).catch((error: unknown) => {
    throw error instanceof Refusal ? new ExportRefusal(error.message, error.more) : error;
  });
  return (await runFilter(filter, log, { isCancelled: () => signal.aborted })) ?? [];
}
