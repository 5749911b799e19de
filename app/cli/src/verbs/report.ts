import { countOf, masker } from '@openwop-inspector/base';
import { line } from '@openwop-inspector/base/document';
import { logReport } from '@openwop-inspector/export';
import { OneRun, type RunLog, runFilter } from '@openwop-inspector/run-log';
import { version } from '../../../../package.json';
import type { Options } from '../grammar/options.ts';
import type { Surroundings } from '../open/open-log.ts';
import { requestedEvent } from '../refer/find-event.ts';
import { answerFromLog, answering, readFilter } from './answer-from-log.ts';
import { EXIT, type ExitStatus, NotInLog, Refusal, remark } from './complain.ts';
import { type ExportTarget, exportTarget, intoTarget, isSource, STANDARD_OUTPUT } from './export-target.ts';

/**
 * `report FILE --out FILE`: the log as one HTML file, written next to its place and moved there when it is whole. Ends with 0
 * when it was written, 1 when it was and the log has errors, 2 when nothing was written.
 */
export const report = answering<string, Options<'report'>>(async (file, options, surroundings) => {
  const { terminal } = surroundings;
  const { out, force } = options;
  if (out === null || out === STANDARD_OUTPUT)
    throw new Refusal('a report is a file: give it a name with --out FILE');
  if (await isSource(file, out)) throw new Refusal(`${out} is the log itself, which is not written over`);
  const target = await exportTarget(out, force, terminal);
  let status: ExitStatus = EXIT.failed;
  await intoTarget(out, target, async () => {
    status = await answerFromLog(file, { checks: true }, surroundings, async (log) => {
      await writeReport(log, options, target, surroundings);
      return EXIT.fine;
    });
    return status !== EXIT.failed;
  });
  if (status !== EXIT.failed) await terminal.print([line(`${out} written`)]);
  return status;
});

async function writeReport(
  log: RunLog,
  options: Options<'report'>,
  target: ExportTarget,
  { terminal, signal }: Surroundings,
): Promise<void> {
  const filterText = (options.filter ?? '').trim();
  const { run, limit } = options;
  if (run !== null && log.index.runs.find(run) < 0)
    throw new NotInLog(`it holds no run ${masker.text(run)}; "runs" lists those that it has`);
  const scope = run === null ? log : new OneRun(log, run);
  const loaded = scope instanceof OneRun ? scope.log : scope;
  const filter = await readFilter(filterText, loaded);
  const chosen = (await runFilter(filter, loaded, { isCancelled: () => signal.aborted })) ?? [];
  const ordinals: number[] = [];
  for (const reference of options.event)
    ordinals.push((await requestedEvent(log, reference, terminal)).ordinal);
  const end = await logReport(log, {
    scope,
    chosen,
    limit,
    filter: filterText,
    events: ordinals,
    writtenBy: `openwop-inspector ${version}`,
  });
  if (end.kind === 'leak') throw new NotInLog(`nothing is written: ${end.message}`);
  await target.write(end.text);
  if (chosen.length > limit)
    remark(terminal, `${countOf(chosen.length, 'event')}, of which the first ${limit} are listed`);
}
