import { countOf, masker } from '@openwop-inspector/base';
import { line } from '@openwop-inspector/base/document';
import { logReport } from '@openwop-inspector/export';
import { asksForProblems, OneRun, type RunLog, runFilter } from '@openwop-inspector/run-log';
import { version } from '../../../../package.json';
import type { ReportOptions } from '../grammar/options.ts';
import type { Surroundings } from '../open/open-log.ts';
import { findEvent } from '../refer/find-event.ts';
import { ANSWERED, type Answered, answerFromLog, readFilter, SAID } from './answer-from-log.ts';
import { type ExitStatus, fail, remark } from './complain.ts';
import { type ExportTarget, exportTarget, STANDARD_OUTPUT, whyNotWritten } from './export-target.ts';

/**
 * `report FILE --out FILE`: the log as one HTML file, written next to its place and moved there when it is whole. Ends with 0
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
  if (!isFile || 'why' in target) return fail(terminal, 'why' in target ? target.why : '');
  let isStored = false;
  try {
    const checks = asksForProblems(options.filter ?? '');
    const status = await answerFromLog(file, { checks }, surroundings, async (log) => {
      const answered = await writeReport(log, options, target, surroundings);
      isStored = answered.kind === 'answered';
      return answered;
    });
    if (isStored) {
      await target.keep();
      await terminal.print([line(`${out} written`)]);
    }
    return status;
  } catch (error) {
    const why = whyNotWritten(out, error);
    if (why === null) throw error;
    return fail(terminal, why);
  } finally {
    if (!isStored) await target.drop();
  }
}

async function writeReport(
  log: RunLog,
  options: ReportOptions,
  target: ExportTarget,
  { terminal, signal }: Surroundings,
): Promise<Answered> {
  const filterText = (options.filter ?? '').trim();
  const { run, limit } = options;
  if (run !== null && log.index.runs.find(run) < 0)
    return {
      kind: 'not-answered',
      message: `it holds no run ${masker.text(run)}; "runs" lists those that it has`,
    };
  const scope = run === null ? log : new OneRun(log, run);
  const loaded = scope instanceof OneRun ? scope.log : scope;
  const filter = readFilter(filterText, loaded, terminal);
  if (filter === null) return SAID;
  const chosen = (await runFilter(filter, loaded, { isCancelled: () => signal.aborted })) ?? [];
  const events = await wantedEvents(log, options.event);
  if ('message' in events) return { kind: 'not-answered', message: events.message };
  const end = await logReport(log, {
    scope,
    chosen,
    limit,
    filter: filterText,
    events: events.ordinals,
    writtenBy: `openwop-inspector ${version}`,
  });
  if (end.kind === 'leak') return { kind: 'not-answered', message: `nothing is written: ${end.message}` };
  await target.write(end.text);
  if (chosen.length > limit)
    remark(terminal, `${countOf(chosen.length, 'event')}, of which the first ${limit} are listed`);
  return ANSWERED;
}

async function wantedEvents(
  log: RunLog,
  references: readonly string[],
): Promise<{ readonly ordinals: readonly number[] } | { readonly message: string }> {
  const ordinals: number[] = [];
  for (const reference of references) {
    const found = await findEvent(log, reference);
    if (found.kind === 'none') return { message: found.message };
    ordinals.push(found.row.ordinal);
  }
  return { ordinals };
}
