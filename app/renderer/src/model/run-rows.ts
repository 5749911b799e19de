/** The runs of a source as rows: a tree of parents and children, sorted and narrowed. Pure. */
import { addTo } from '@openwop-inspector/base';
import type { RunListRow } from '@openwop-inspector/run-log';

/** Sort order; `failed` puts runs that failed before the others, each in the order of their start. */
export type RunOrder = 'failed' | 'start' | 'duration' | 'events';

/** A run with its position in the tree. */
export interface RunTreeRow {
  readonly run: RunListRow;
  /** 1 for a run without a visible parent. */
  readonly level: number;
  readonly posInSet: number;
  readonly setSize: number;
}

/** Rows in the requested order; with a text those that contain it, under those of their parents that contain it too. */
export function runTreeRows(
  runs: readonly RunListRow[],
  order: RunOrder,
  text: string,
): readonly RunTreeRow[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const displayed = words.length === 0 ? runs : runs.filter((run) => hasText(run, words));
  const children = childrenIn(displayed);
  const rank = rankIn(children, order);
  const rows: RunTreeRow[] = [];
  const open = sorted(children.get(null) ?? [], rank).map((run, at, all) => ({
    run,
    level: 1,
    posInSet: at + 1,
    setSize: all.length,
  }));
  open.reverse();
  for (let row = open.pop(); row !== undefined; row = open.pop()) {
    rows.push(row);
    const own = sorted(children.get(row.run.runId) ?? [], rank);
    for (let at = own.length - 1; at >= 0; at--) {
      const run = own[at] as RunListRow;
      open.push({ run, level: row.level + 1, posInSet: at + 1, setSize: own.length });
    }
  }
  return rows;
}

function hasText(run: RunListRow, words: readonly string[]): boolean {
  const { runId, workflowId, status, firstFailure, source } = run;
  const texts = [runId, workflowId, status, firstFailure?.code, firstFailure?.nodeId, source]
    .map((one) => one?.toLowerCase() ?? '')
    .join('\n');
  return words.every((word) => texts.includes(word));
}

/** Children by the id of their parent; null for runs whose parent is not listed, or that would be their own. */
function childrenIn(runs: readonly RunListRow[]): ReadonlyMap<string | null, RunListRow[]> {
  const parents = new Map(runs.map(({ runId, parentRunId }) => [String(runId), parentRunId]));
  const children = new Map<string | null, RunListRow[]>();
  for (const run of runs) {
    const { parentRunId } = run;
    const hasParent = parentRunId !== null && parents.has(parentRunId) && !isCircle(run, parents);
    const key = hasParent ? parentRunId : null;
    addTo(children, key, run);
  }
  return children;
}

/** Maximum number of ancestors of a run. */
const MAX_LEVELS = 64;

/** True when the parents of a run are cyclic, or more than `MAX_LEVELS`. */
function isCircle({ runId }: RunListRow, parents: ReadonlyMap<string, string | null>): boolean {
  let at = parents.get(runId) ?? null;
  for (let level = 0; at !== null; level++) {
    if (at === runId || level === MAX_LEVELS) return true;
    at = parents.get(at) ?? null;
  }
  return false;
}

/** Sort key of a run, ascending. */
type Rank = (run: RunListRow) => number;

function rankIn(children: ReadonlyMap<string | null, readonly RunListRow[]>, order: RunOrder): Rank {
  switch (order) {
    case 'duration':
      return (run) => -(durationOf(run) ?? -1);
    case 'events':
      return ({ events }) => -events;
    case 'start':
      return () => 0;
    default:
      return failedFirst(children);
  }
}

/** True when a run or one below it has failed. */
function failedFirst(children: ReadonlyMap<string | null, readonly RunListRow[]>): Rank {
  const known = new Map<string, boolean>();
  const hasFailed = (run: RunListRow): boolean => {
    const cached = known.get(run.runId);
    if (cached !== undefined) return cached;
    known.set(run.runId, run.status === 'failed');
    const failed = run.status === 'failed' || (children.get(run.runId) ?? []).some(hasFailed);
    known.set(run.runId, failed);
    return failed;
  };
  return (run) => (hasFailed(run) ? 0 : 1);
}

/** Equal ranks in the order of their start; runs without a time come last, in the order of the source. */
function sorted(runs: readonly RunListRow[], rank: Rank): readonly RunListRow[] {
  const start = ({ startMs }: RunListRow): number => startMs ?? Number.MAX_VALUE;
  return [...runs].sort((a, b) => rank(a) - rank(b) || start(a) - start(b));
}

/** Wall time of a run in ms; null when a time is missing or the end precedes the start. */
export function durationOf({ startMs, endMs }: RunListRow): number | null {
  return startMs === null || endMs === null || endMs < startMs ? null : endMs - startMs;
}
