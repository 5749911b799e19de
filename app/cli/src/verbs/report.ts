import { countOf, type MaskedText, masker } from '@openwop-inspector/base';
import { htmlReport, type ReportContent } from '@openwop-inspector/export';
import {
  asksForProblems,
  type CausalChain,
  type EventRow,
  envelopePosition,
  isFilterError,
  type LogicalEnvelope,
  logicalEnvelopes,
  parseFilter,
  type RunLog,
  runFilter,
  sessionSummary,
} from '@openwop-inspector/run-log';
import { version } from '../../../../package.json';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import type { Surroundings } from '../open/open-log.ts';
import { findEvent } from '../refer/find-event.ts';
import { line } from '../terminal/line.ts';
import { ANSWERED, type Answered, answerFromLog } from './answer-from-log.ts';
import { complain, remark } from './complain.ts';
import { type ExportTarget, exportTarget, STANDARD_OUTPUT, whyNotWritten } from './export-target.ts';
import { filterErrorLines, filterErrorMessage } from './filter-error.ts';

export interface ReportOptions {
  /** File to write; null is none, which is complained of. */
  readonly out: string | null;
  readonly filter: string | null;
  /** References of events that the report holds whole. */
  readonly event: readonly string[];
  /** Events that are listed at most. */
  readonly limit: number;
  /** Writes over a file that is there. */
  readonly force: boolean;
}

/** Bytes of an event beyond which it is not told whole. */
const MAX_DOCUMENT = 64 * 1024;

/**
 * `report FILE --out FILE`: the log as one HTML file, written beside its place and moved there when it is whole. Ends with 0
 * when it was written, 1 when it was and the log has errors, 2 when nothing was written.
 */
export async function report(
  file: string,
  options: ReportOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { terminal } = surroundings;
  const { out, force } = options;
  const isFile = out !== null && out !== STANDARD_OUTPUT;
  const target = isFile
    ? await exportTarget(out, force, terminal)
    : { why: 'a report is a file: give it a name with --out FILE' };
  if (!isFile || 'why' in target) {
    complain(terminal, 'why' in target ? target.why : '');
    return EXIT.failed;
  }
  let isKept = false;
  try {
    const checks = asksForProblems(options.filter ?? '');
    const status = await answerFromLog(file, { checks }, surroundings, async (log) => {
      const answered = await writeReport(log, options, target, surroundings);
      isKept = answered.kind === 'answered';
      return answered;
    });
    if (isKept) {
      await target.keep();
      await terminal.print([line(`${out} written`)]);
    }
    return status;
  } catch (error) {
    const why = whyNotWritten(out, error);
    if (why === null) throw error;
    complain(terminal, why);
    return EXIT.failed;
  } finally {
    if (!isKept) await target.drop();
  }
}

async function writeReport(
  log: RunLog,
  options: ReportOptions,
  target: ExportTarget,
  { terminal, signal }: Surroundings,
): Promise<Answered> {
  const filterText = (options.filter ?? '').trim();
  const filter = parseFilter(filterText, log);
  if (isFilterError(filter)) {
    complain(terminal, filterErrorMessage(filter), filterErrorLines(filterText, filter));
    return { kind: 'said' };
  }
  const chosen = (await runFilter(filter, log, { isCancelled: () => signal.aborted })) ?? new Int32Array(0);
  const rows = await log.rows(chosen.subarray(0, options.limit));
  const summary = await sessionSummary(log);
  const failure = summary.verdict.landOn;
  const chain =
    failure === null ? null : await log.chain({ ordinal: failure }, { descendantLimit: 0, links: false });
  const wanted = await wantedEvents(log, options.event, chain, failure);
  if ('message' in wanted) return { kind: 'not-answered', message: wanted.message };
  const content: ReportContent = {
    ...{ summary, chain, rows, total: chosen.length, filter: filterText },
    envelope: failure === null ? null : await envelopeOf(log, failure),
    documents: await documentsOf(log, wanted.ordinals),
    writtenBy: `openwop-inspector ${version}`,
  };
  const end = htmlReport(content);
  if (end.kind === 'leak') return { kind: 'not-answered', message: `nothing is written: ${end.message}` };
  await target.write(end.text);
  if (chosen.length > rows.length)
    remark(terminal, `${countOf(chosen.length, 'event')}, of which the first ${rows.length} are listed`);
  return ANSWERED;
}

/** The failure, its cause, and what was asked for. */
async function wantedEvents(
  log: RunLog,
  references: readonly string[],
  chain: CausalChain | null,
  failure: number | null,
): Promise<{ readonly ordinals: readonly number[] } | { readonly message: string }> {
  const cause = chain?.cause?.node;
  const ordinals = new Set<number>();
  if (failure !== null) ordinals.add(failure);
  if (cause?.kind === 'event') ordinals.add(cause.row.ordinal);
  for (const reference of references) {
    const found = await findEvent(log, reference);
    if (found.kind === 'none') return { message: found.message };
    ordinals.add(found.row.ordinal);
  }
  return { ordinals: [...ordinals] };
}

async function envelopeOf(log: RunLog, ordinal: number): Promise<LogicalEnvelope | null> {
  const position = await envelopePosition(log, ordinal);
  if (position < 0) return null;
  const { rows } = await logicalEnvelopes(log, { offset: position, limit: 1 });
  return rows[0] ?? null;
}

async function documentsOf(log: RunLog, ordinals: readonly number[]): Promise<ReportContent['documents']> {
  const documents: { readonly row: EventRow; readonly text: MaskedText | null }[] = [];
  for (const row of await log.rows(ordinals)) {
    const recorded = row.byteLength > MAX_DOCUMENT ? null : await log.read(row.ordinal);
    documents.push({
      row,
      text: recorded === null ? null : masker.json(new TextDecoder().decode(recorded)).text,
    });
  }
  return documents;
}
