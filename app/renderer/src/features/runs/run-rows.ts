/** The runs of a source as rows: failures by code, parents with their children, sorted and narrowed. Pure. */
import { addTo } from '@openwop-inspector/base';
import type { RunListRow } from '@openwop-inspector/run-log';

/** Sort order; `failed` puts runs that failed before the others, each in the order of their start. */
export type RunOrder = 'failed' | 'start' | 'duration' | 'events';

interface Position {
  /** 1 for a head, and for a run without one and without a visible parent. */
  readonly level: number;
  readonly posInSet: number;
  readonly setSize: number;
}

type RunRow = Position & { readonly run: RunListRow };

/** A run, or the head of `failed` runs with one code, '' where the log has none. */
export type RunTreeRow =
  | RunRow
  | (Position & { readonly run: null; readonly code: string; readonly failed: number });

/**
 * Rows in the requested order; with a text those that contain it, under those of their parents that contain it too.
 * Failed runs with one code are under a head, the earliest first; of a code in `folded` there is the head alone.
 */
export function runTreeRows(
  runs: readonly RunListRow[],
  order: RunOrder,
  text: string,
  folded: readonly string[] = [],
): readonly RunTreeRow[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const displayed = words.length === 0 ? runs : runs.filter((run) => hasText(run, words));
  const children = childrenIn(displayed);
  const rank = order === 'failed' ? failedFirst(children) : RANKS[order];
  // Equal ranks in the order of their start; runs without a time come last, in the order of the source.
  const start = ({ startMs }: RunListRow): number => startMs ?? Number.MAX_VALUE;
  const childrenOf = (id: string | null) =>
    [...(children.get(id) ?? [])].sort((a, b) => rank(a) - rank(b) || start(a) - start(b));
  const top = childrenOf(null);
  const failed = order === 'failed' ? top.filter(({ status }) => status === 'failed') : [];
  const codes = new Map<string, RunListRow[]>();
  for (const run of failed) addTo(codes, run.firstFailure?.isCoded ? run.firstFailure.code : '', run);
  const setSize = codes.size + top.length - failed.length;
  const heads = [...codes].flatMap(([code, own], at): readonly RunTreeRow[] => {
    const [first] = own;
    const place = { level: 1, posInSet: at + 1, setSize };
    if (own.length === 1 && first !== undefined) return withChildren([{ ...place, run: first }], childrenOf);
    const below = folded.includes(code) ? [] : withChildren(siblings(own, 2), childrenOf);
    return [{ ...place, run: null, code, failed: own.length }, ...below];
  });
  return [...heads, ...withChildren(siblings(top.slice(failed.length), 1, codes.size), childrenOf)];
}

/** Runs of one level as rows, behind `before` others. */
function siblings(runs: readonly RunListRow[], level: number, before = 0): readonly RunRow[] {
  const setSize = before + runs.length;
  return runs.map((run, at) => ({ run, level, posInSet: before + at + 1, setSize }));
}

/** Rows in preorder with those below them. */
function withChildren(first: readonly RunRow[], childrenOf: (id: string) => readonly RunListRow[]) {
  const rows: RunRow[] = [];
  const open = first.toReversed();
  for (let row = open.pop(); row !== undefined; row = open.pop()) {
    rows.push(row);
    open.push(...siblings(childrenOf(row.run.runId), row.level + 1).toReversed());
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

const RANKS: Readonly<Record<Exclude<RunOrder, 'failed'>, Rank>> = {
  duration: (run) => -(durationOf(run) ?? -1),
  events: ({ events }) => -events,
  start: () => 0,
};

/** Failed runs as the verdict takes them, those with a failure in the log first; then runs above a failed one. */
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
  return (run) =>
    run.status !== 'failed' ? (hasFailed(run) ? 2 : 3) : run.firstFailure === undefined ? 1 : 0;
}

/** Wall time of a run in ms; null when a time is missing or the end precedes the start. */
export function durationOf({ startMs, endMs }: RunListRow): number | null {
  return startMs === null || endMs === null || endMs < startMs ? null : endMs - startMs;
}
