/** One run of a log, as a log: what answers ask of a log, they ask of it as well. */
import { isRecord } from '@openwop-inspector/base';
import type { EventOrder } from '../index/event-order.ts';
import { ProblemsOfEvents } from '../index/listed-problems.ts';
import { type RunState, runStates } from './fold.ts';
import { type LoadedLog, standingLog } from './loaded-log.ts';
import { runBounds } from './run-bounds.ts';

/** Members of a document that are about its own run, whichever that is. */
const ABOUT_ITS_RUN: ReadonlySet<string> = new Set([
  'run',
  'runId',
  'workflowId',
  'status',
  'runStatus',
  'error',
  'isComplete',
  'isTerminal',
  'interrupt',
  'interrupts',
  'snapshot',
]);

/**
 * The log with the rows, problems and documents of one run alone, by its id as recorded or as shown. Null for a run
 * without events, and as long as the causal graph does not stand: rows that arrive are not grouped by run yet. O(runs +
 * listed problems).
 */
export function ofOneRun(log: LoadedLog, asked: string): LoadedLog | null {
  const state = log.graph === null ? undefined : runStates(log).find(isRun(log, asked));
  if (state === undefined) return null;
  const { runId, firstOrdinal } = state;
  const order = orderOfRun(log, firstOrdinal);
  const results = (log.results ?? []).map((result) => ({
    ...result,
    header: headerFor(result.header, runId),
  }));
  const own = results.find(({ header }) => namedRun(header) === runId) ?? results[0];
  return {
    ...standingLog(log),
    order,
    ownProblems: new ProblemsOfEvents(log.index.problems, (ordinal) => order.indexOf(ordinal) >= 0),
    header: own?.header ?? headerFor(log.header, runId),
    results,
  };
}

function isRun({ index: { runs } }: LoadedLog, asked: string): (state: RunState) => boolean {
  const number = runs.find(asked);
  return ({ run }) => run === number;
}

/** The rows of one run stand together. */
function orderOfRun(log: LoadedLog, ordinal: number): EventOrder {
  const { order } = log;
  const { from, to } = runBounds(log, ordinal);
  return {
    length: to - from,
    ordinalAt: (index) => (index >= 0 && index < to - from ? order.ordinalAt(from + index) : -1),
    indexOf: (row) => {
      const at = order.indexOf(row);
      return at >= from && at < to ? at - from : -1;
    },
  };
}

/** A document of another run, or of none that it names, says nothing of this one; what it says of its host stays. */
function headerFor(header: ReadonlyMap<string, unknown>, runId: string): ReadonlyMap<string, unknown> {
  if (namedRun(header) === runId) return header;
  return new Map([...header].filter(([name]) => !ABOUT_ITS_RUN.has(name)));
}

function namedRun(header: ReadonlyMap<string, unknown>): string | null {
  const run = header.get('run');
  const id = (isRecord(run) ? run.runId : undefined) ?? header.get('runId');
  return typeof id === 'string' ? id : null;
}
