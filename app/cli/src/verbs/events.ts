import { countOf, formatCount, joinMasked, jsonOf, words } from '@openwop-inspector/base';
import { reasonsWords } from '@openwop-inspector/protocol';
import {
  type EventRow,
  isFilterError,
  parseFilter,
  type RunLog,
  runFilter,
} from '@openwop-inspector/run-log';
import type { ExitStatus } from '../exit-status.ts';
import type { Surroundings } from '../open/open-log.ts';
import { blank, dim, line } from '../terminal/line.ts';
import { FILE, FILTER, flag, JSON_OPTION, number, type OptionsOf, verb } from '../verb.ts';
import { ANSWERED, answerFromLog } from './answer-from-log.ts';
import { complain, remark } from './complain.ts';
import { EventTable } from './event-table.ts';
import { filterErrorLines, filterErrorMessage } from './filter-error.ts';

const OPTIONS = {
  filter: FILTER,
  /** Rows at most; null is no limit. */
  limit: number(null, '-n, --limit <number>', 'at most so many'),
  offset: number(0, '--offset <number>', 'leave out so many at the start'),
  /** False: `problem:` sees the problems of the file and its order alone, not those of payloads. */
  checks: flag('--no-checks', 'do not check payloads for a filter by problem'),
  json: JSON_OPTION,
};

export type EventsOptions = OptionsOf<typeof OPTIONS>;

/** Rows read and written at a time. */
const BATCH = 200;

/** `events FILE`: lists rows in display order, all or those a filter selects, written while they are read. */
export function events(
  file: string,
  options: EventsOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  // Only a filter by problems needs the payloads looked at.
  const checks = options.checks && asksForProblems(options);
  return answerFromLog(file, { checks }, surroundings, async (log) => {
    const selected = await select(log, options.filter ?? '', surroundings);
    if (selected === null) return { kind: 'said' };
    if (asksForProblems(options) && !log.checked.known) {
      const why = reasonsWords(log.checked.reasons);
      remark(surroundings.terminal, `not everything was checked, so events may be missing: ${why}`);
    }
    if (options.json) await printJson(log, selected, options, surroundings);
    else await printTable(log, selected, options, surroundings);
    return ANSWERED;
  });
}

function asksForProblems({ filter }: EventsOptions): boolean {
  return /\bproblem:/.test(filter ?? '');
}

/** Ordinals by place in the list. */
interface Selection {
  readonly total: number;
  ordinalAt(place: number): number;
}

/** What the filter selects; null when it is wrong, which has been said. */
async function select(
  log: RunLog,
  filterText: string,
  { terminal, signal }: Surroundings,
): Promise<Selection | null> {
  if (filterText.trim() === '') {
    return { total: log.order.length, ordinalAt: (place) => log.order.ordinalAt(place) };
  }
  const filter = parseFilter(filterText, log);
  if (isFilterError(filter)) {
    complain(terminal, filterErrorMessage(filter), filterErrorLines(filterText, filter));
    return null;
  }
  const rows = (await runFilter(filter, log, { isCancelled: () => signal.aborted })) ?? new Int32Array(0);
  return { total: rows.length, ordinalAt: (place) => rows[place] ?? -1 };
}

/** The rows asked for, in batches; ends early when nobody takes them any more. */
async function* batches(
  log: RunLog,
  selected: Selection,
  { offset, limit }: EventsOptions,
  { terminal, signal }: Surroundings,
): AsyncGenerator<readonly EventRow[]> {
  const end = limit === null ? selected.total : Math.min(selected.total, offset + limit);
  // A load that was stopped shows what it read; stopping again while it is printed ends that too.
  const wasStopped = signal.aborted;
  for (let from = offset; from < end; from += BATCH) {
    if (terminal.isClosed || (signal.aborted && !wasStopped)) return;
    const ordinals = [];
    for (let place = from; place < Math.min(end, from + BATCH); place++)
      ordinals.push(selected.ordinalAt(place));
    yield await log.rows(ordinals);
  }
}

async function printJson(
  log: RunLog,
  selected: Selection,
  options: EventsOptions,
  surroundings: Surroundings,
): Promise<void> {
  const { terminal } = surroundings;
  await terminal.printJson(words`{"total":${selected.total},"rows":[`);
  let separator = words``;
  for await (const rows of batches(log, selected, options, surroundings)) {
    const listed = joinMasked(
      rows.map((row) => jsonOf(listedEvent(row))),
      ',',
    );
    await terminal.printJson(words`${separator}${listed}`);
    separator = words`,`;
  }
  await terminal.printJson(words`]}\n`);
}

/** A row by the names of the contract; `problem` is extra. */
function listedEvent(row: EventRow) {
  const {
    index,
    sequence,
    type,
    runId,
    nodeId,
    timestamp,
    eventId,
    causationId,
    contentTrust,
    summary,
    problem,
  } = row;
  return {
    index,
    sequence,
    type,
    runId,
    nodeId,
    timestamp,
    eventId,
    ...(causationId === null ? {} : { causationId }),
    ...(contentTrust === null ? {} : { contentTrust }),
    summary,
    ...(problem === null ? {} : { problem }),
  };
}

async function printTable(
  log: RunLog,
  selected: Selection,
  options: EventsOptions,
  surroundings: Surroundings,
): Promise<void> {
  const { terminal } = surroundings;
  const [first] = log.order.length === 0 ? [] : await log.rows([log.order.ordinalAt(0)]);
  const withRun = log.index.runs.size > 2;
  const eventTable = new EventTable({ withRun, startMs: first?.timeMs ?? null }, terminal.width);
  let shown = 0;
  for await (const rows of batches(log, selected, options, surroundings)) {
    await terminal.print(eventTable.lines(rows));
    shown += rows.length;
  }
  await terminal.print(closing(log, selected.total, shown, options));
}

function closing(log: RunLog, total: number, shown: number, { filter, limit, offset }: EventsOptions) {
  const isFiltered = (filter ?? '').trim() !== '';
  const of = isFiltered
    ? `${countOf(total, 'event')} of ${formatCount(log.order.length)} match`
    : countOf(total, 'event');
  const range =
    shown === total || shown === 0
      ? ''
      : `, shown are ${formatCount(offset + 1)} to ${formatCount(offset + shown)}`;
  const next = offset + shown;
  const more = limit !== null && shown > 0 && next < total ? `; --offset ${next} goes on` : '';
  const lines = [line(dim(`${of}${range}${more}`))];
  return shown === 0 ? lines : [blank, ...lines];
}

const EXAMPLES = `
Filters stand side by side and must all hold:
  word  "several words"                  anywhere in the event, upper and lower case alike
  type:node.*  node:plan  run:r1         whole values, * stands for anything
  seq:42  seq:>=100  seq:100..200        time:<2s  time:1.5s..3s  since the first event
  trust:untrusted                        problem:error|warning|note|any|none, is:failed
  -type:log.appended                     not

Examples:
  openwop-inspector events run.json --filter 'type:node.* -type:node.started'
  openwop-inspector events run.json --filter 'node:draft seq:>=100' --limit 20
  openwop-inspector events run.json --json | jq '.rows[].type'
`;

export const eventsVerb = verb({
  name: 'events',
  description: 'list events in order',
  arguments: [['<file>', FILE]],
  options: OPTIONS,
  examples: EXAMPLES,
  readsLogs: true,
  run: ([file], options, means) => events(file, options, means),
});
