import {
  countOf,
  formatCount,
  formatDuration,
  formatMoment,
  formatSequence,
  pick,
  someOf,
} from '@openwop-inspector/base';
import {
  type Block,
  blank,
  type CellColumn,
  counts,
  dim,
  type Line,
  line,
  name,
  tableOf,
} from '@openwop-inspector/base/document';
import { type RunSummary, type RunTimes, runTimes, statusSpan } from '@openwop-inspector/run-log';
import type { Options } from '../grammar/options.ts';
import { visitFiles } from '../open/found-files.ts';
import { type Surroundings, withLog } from '../open/open-log.ts';
import { printAnswer } from './answer-from-log.ts';
import { EXIT, remark, worse } from './complain.ts';
import { runSummary } from './inspect.ts';

const COLUMNS: readonly RunColumn[] = [
  { title: 'STATUS', shrinksTo: 9, cell: ({ run }) => statusSpan(run.status) },
  { title: 'RUN', shrinksTo: 12, cell: ({ run: { runId } }) => name(runId === '' ? '(no runId)' : runId) },
  { title: 'FAILURE', shrinksTo: 16, cell: ({ run }) => failureText(run.firstFailure) },
  { title: 'FILE', shrinksTo: 16, cell: ({ file }) => file },
  { title: 'WORKFLOW', from: 140, shrinksTo: 10, cell: ({ run }) => run.workflowId ?? '–' },
  counts('EVENTS', ({ run }) => run.events),
  { title: 'START', from: 110, cell: ({ times }) => (times === null ? '–' : startOf(times)) },
  {
    title: 'TOOK',
    from: 90,
    align: 'right',
    cell: ({ times }) => (times === null ? '–' : formatDuration(times.endMs - times.startMs)),
  },
];

/**
 * `runs PATH…`: the runs of files and folders as one table, the failed ones first. Payloads are not checked. A file that
 * was named and holds no run is complained of; those of a folder are named in one line.
 */
export async function runs(paths: readonly string[], options: Options<'runs'>, surroundings: Surroundings) {
  const { terminal } = surroundings;
  const found: FoundRun[] = [];
  const visited = await visitFiles(paths, surroundings, async ({ path }, at, files) => {
    const done = `${formatCount(at)} of ${countOf(files, 'file')}, ${countOf(found.length, 'run')}`;
    if (files > 1) terminal.progress(done);
    await withLog(path, surroundings, async (log) => {
      const summary = await runSummary(log, path);
      const times = runTimes(log);
      for (const run of summary.runs) found.push({ file: path, run, times: times.get(run.runId) ?? null });
    });
  });
  const { files, refused: others, visited: looked, status } = visited;
  const displayed = inReadingOrder(
    options.failed ? found.filter(({ run }) => run.status === 'failed') : found,
  );
  const json = () => ({ files: looked, runs: displayed.map(runJson), others });
  const table = displayed.length > 0 ? [runsTable(displayed, terminal.width), blank] : [];
  const document = () => [...table, runsClosing(displayed, looked)];
  await printAnswer(displayed, options, terminal, { json, document });
  if (others.length > 0)
    remark(terminal, `${countOf(others.length, 'of them holds', 'of them hold')} no run: ${someOf(others)}`);
  if (looked < files) remark(terminal, `stopped after ${formatCount(looked)} of ${formatCount(files)} files`);
  return found.length === 0 ? worse(status, EXIT.failed) : status;
}

/** A run, and the file it was found in. */
interface FoundRun {
  readonly file: string;
  readonly run: RunSummary;
  /** Null when no event has a time. */
  readonly times: RunTimes | null;
}

/** As the verdict takes them: failed runs first, those with a failure before others, and among equals the earliest. */
function inReadingOrder(runs: readonly FoundRun[]): readonly FoundRun[] {
  const rank = ({ run }: FoundRun): number =>
    run.status !== 'failed' ? 2 : run.firstFailure !== undefined ? 0 : 1;
  const start = ({ times }: FoundRun): number => times?.startMs ?? Number.MAX_VALUE;
  return [...runs].sort((a, b) => rank(a) - rank(b) || start(a) - start(b));
}

/** The table of runs that are in reading order. */
function runsTable(runs: readonly FoundRun[], width: number | null): Block {
  const failed = runs.some(({ run }) => run.firstFailure !== undefined);
  const columns = COLUMNS.filter(
    ({ title, from = 0 }) => (width === null || width >= from) && (title !== 'FAILURE' || failed),
  );
  return tableOf(runs, columns);
}

/** "12 runs in 9 files: 10 completed, 2 failed". */
function runsClosing(runs: readonly FoundRun[], files: number): Line {
  const counts = new Map<string, number>();
  for (const { run } of runs) counts.set(run.status, (counts.get(run.status) ?? 0) + 1);
  const parts = [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([status, count]) => `${formatCount(count)} ${status}`);
  const split = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
  return line(dim(`${countOf(runs.length, 'run')} in ${countOf(files, 'file')}${split}`));
}

interface RunColumn extends CellColumn<FoundRun> {
  /** Columns of the terminal from which there is room for it. */
  readonly from?: number;
}

/** Without the day of the week, which nobody sorts by. */
function startOf({ startMs }: RunTimes): string {
  return (
    formatMoment(startMs)
      ?.replace(/^\w+, /, '')
      .replace(/ UTC$/, '') ?? '–'
  );
}

function failureText(failure: RunSummary['firstFailure']): string {
  if (failure === undefined) return '';
  const { sequence, isCoded, code, nodeId } = failure;
  const where = nodeId === null || nodeId === undefined ? '' : ` ${nodeId}`;
  return `${formatSequence(sequence)}${where}${isCoded ? ` ${code}` : ''}`;
}

/** What `--json` prints of a run. */
function runJson({ file, run, times }: FoundRun) {
  const { runId, workflowId, status, events, firstFailure } = run;
  const seen = times === null ? {} : { startMs: times.startMs, tookMs: times.endMs - times.startMs };
  const failure =
    firstFailure && pick(firstFailure, ['sequence', 'eventId', 'type', 'nodeId', 'code', 'message']);
  return { file, runId, workflowId, status, events, ...seen, firstFailure: failure };
}
