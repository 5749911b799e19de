/** Runs of many files as a table: what a person looks through, the failed ones first. Pure. */
import { countOf, formatCount, formatDuration, formatMoment, formatSequence } from '@openwop-inspector/base';
import type { RunSummary, RunTimes } from '@openwop-inspector/run-log';
import { dim, type Line, line, name, plain, type Span } from '../terminal/line.ts';
import { type Column, table } from '../terminal/table.ts';

/** A run, and the file it was found in. */
export interface FoundRun {
  readonly file: string;
  readonly run: RunSummary;
  /** Null when no event tells a time. */
  readonly times: RunTimes | null;
}

/** Failed runs first, and among equals the earliest; those without a time behind them. */
export function inReadingOrder(runs: readonly FoundRun[]): readonly FoundRun[] {
  const rank = ({ run }: FoundRun): number => (run.status === 'failed' ? 0 : 1);
  const start = ({ times }: FoundRun): number => times?.startMs ?? Number.MAX_VALUE;
  return [...runs].sort((a, b) => rank(a) - rank(b) || start(a) - start(b));
}

/** The table of runs that are in reading order. */
export function runsReport(runs: readonly FoundRun[], width: number | null): readonly Line[] {
  const failed = runs.some(({ run }) => run.firstFailure !== undefined);
  const columns = COLUMNS.filter(
    ({ title, from = 0 }) => (width === null || width >= from) && (title !== 'FAILURE' || failed),
  );
  const rows = runs.map((found) => columns.map(({ cell }) => cell(found)));
  return table(columns, rows, width);
}

/** "12 runs in 9 files: 10 completed, 2 failed". */
export function runsClosing(runs: readonly FoundRun[], files: number): Line {
  const counts = new Map<string, number>();
  for (const { run } of runs) counts.set(run.status, (counts.get(run.status) ?? 0) + 1);
  const parts = [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([status, count]) => `${formatCount(count)} ${status}`);
  const split = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
  return line(dim(`${countOf(runs.length, 'run')} in ${countOf(files, 'file')}${split}`));
}

interface RunColumn extends Column {
  /** Columns of the terminal from which there is room for it. */
  readonly from?: number;
  cell(found: FoundRun): Span;
}

const COLUMNS: readonly RunColumn[] = [
  {
    title: 'STATUS',
    shrinksTo: 9,
    cell: ({ run: { status } }) => ({
      text: status,
      style: status === 'failed' ? 'error' : status === 'completed' ? 'ok' : 'plain',
    }),
  },
  {
    title: 'RUN',
    shrinksTo: 12,
    cell: ({ run: { runId } }) => name(runId === '' ? '(no runId)' : runId),
  },
  {
    title: 'FAILURE',
    shrinksTo: 16,
    cell: ({ run: { firstFailure } }) => plain(firstFailure === undefined ? '' : failureWords(firstFailure)),
  },
  { title: 'FILE', shrinksTo: 16, cell: ({ file }) => plain(file) },
  {
    title: 'WORKFLOW',
    from: 140,
    shrinksTo: 10,
    cell: ({ run: { workflowId } }) => plain(workflowId ?? '–'),
  },
  { title: 'EVENTS', align: 'right', cell: ({ run: { events } }) => plain(formatCount(events)) },
  { title: 'START', from: 110, cell: ({ times }) => plain(times === null ? '–' : startOf(times)) },
  {
    title: 'TOOK',
    from: 90,
    align: 'right',
    cell: ({ times }) => plain(times === null ? '–' : formatDuration(times.endMs - times.startMs)),
  },
];

/** Without the day of the week, which nobody sorts by. */
function startOf({ startMs }: RunTimes): string {
  return (
    formatMoment(startMs)
      ?.replace(/^\w+, /, '')
      .replace(/ UTC$/, '') ?? '–'
  );
}

function failureWords({ sequence, isCoded, code, nodeId }: NonNullable<RunSummary['firstFailure']>): string {
  const where = nodeId === null || nodeId === undefined ? '' : ` ${nodeId}`;
  return `${formatSequence(sequence)}${where}${isCoded ? ` ${code}` : ''}`;
}

/** What `--json` prints of a run. */
export function runDocument({ file, run, times }: FoundRun) {
  const { runId, workflowId, status, events, firstFailure } = run;
  const failure =
    firstFailure === undefined
      ? {}
      : {
          firstFailure: {
            sequence: firstFailure.sequence,
            eventId: firstFailure.eventId,
            type: firstFailure.type,
            nodeId: firstFailure.nodeId,
            code: firstFailure.code,
            message: firstFailure.message,
          },
        };
  const seen = times === null ? {} : { startMs: times.startMs, tookMs: times.endMs - times.startMs };
  return { file, runId, workflowId, status, events, ...seen, ...failure };
}

/** Names of files in a sentence: the first few of them. */
export function someOf(names: readonly string[], most = 3): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(', ')} and ${formatCount(more)} more` : names.join(', ');
}
