/** The runs of a log side by side: what the user chooses one from. */
import { type MaskedText, masker } from '@openwop-inspector/base';
import { RULE } from '../../graph/causal-graph.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { type FoldedRun, foldRuns, runStates } from '../verdict/fold.ts';

/** A run among the others of its log. */
export type RunListRow = ReturnType<typeof rowOf>;

/**
 * Every run of a log, in order of first appearance. `nameOf` names the source of a number. Reads a handful of events a
 * run. O(events).
 */
export async function runList(
  log: LoadedLog,
  nameOf: (source: number) => MaskedText,
): Promise<readonly RunListRow[]> {
  const { folded } = await foldRuns(log);
  const parents = parentsByCause(log);
  return folded.map((run) => rowOf(log, run, parents, nameOf));
}

function rowOf(
  log: LoadedLog,
  { summary, state, header, parentRunId }: FoldedRun,
  parents: ReadonlyMap<number, string>,
  nameOf: (source: number) => MaskedText,
) {
  const byCause = state === null ? undefined : parents.get(state.run);
  const parent = parentRunId ?? header.parentRunId ?? byCause;
  return {
    ...summary,
    /** Its first event in display order, by which it is chosen; null for a run that only a document describes. */
    firstOrdinal: state?.firstOrdinal ?? null,
    /** The run that it is a child of, as far as its start, its document or a cause says so. */
    parentRunId: parent === undefined || parent === summary.runId ? null : masker.identity(parent),
    /** Start and end by the events that tell them, else the first and last time; epoch ms. */
    startMs: state?.startMs ?? null,
    endMs: state?.endMs ?? null,
    /** Name of the source that its first event was read from. */
    source: state === null ? null : nameOf(log.index.columns.source[state.firstOrdinal] as number),
  };
}

/** Runs of which an event names one of another run as its cause: the other one. */
function parentsByCause({ index, order, graph }: LoadedLog): ReadonlyMap<number, string> {
  const parents = new Map<number, string>();
  if (graph === null || (graph.counts[RULE.otherRun] ?? 0) === 0) return parents;
  const { run } = index.columns;
  for (let i = 0; i < order.length; i++) {
    const row = order.ordinalAt(i);
    if (graph.rule[row] !== RULE.otherRun) continue;
    const [own, parent] = [run[row] as number, graph.parent[row] as number];
    if (parent < 0 || parent >= graph.base || parents.has(own)) continue;
    parents.set(own, index.runs.textOf(run[parent] as number));
  }
  return parents;
}

/** The earliest and the latest time of an event of a run by the clocks of its host, epoch ms. */
export interface RunTimes {
  readonly startMs: number;
  readonly endMs: number;
}

/** Times of each run by its id as it is displayed; a run without any time is left out. O(new events). */
export function runTimes(log: LoadedLog): ReadonlyMap<MaskedText, RunTimes> {
  const times = new Map<MaskedText, RunTimes>();
  for (const { run, minMs, maxMs } of runStates(log))
    if (minMs !== null && maxMs !== null)
      times.set(log.index.runs.labelOf(run), { startMs: minMs, endMs: maxMs });
  return times;
}
