/** Rows of the connection screen: saved hosts, and the runs of one. */
import type { ListedRun, RunList } from '@openwop-inspector/host-client';
import { type RunStatus, runStatus } from '@openwop-inspector/protocol';
import type { RecentRun, SavedHost } from '@openwop-inspector/shell-contract';

/** A run to attach to. */
export interface RunRow extends ListedRun {
  /** When it was last attached to; null for never. */
  readonly attachedAtMs: number | null;
}

/**
 * Runs that were attached to before, newest first, then those that only the host lists, in its order. Values from the
 * host are newer than the saved ones.
 */
export function runRows(recent: readonly RecentRun[], list: RunList | null): readonly RunRow[] {
  const listed = new Map(list?.kind === 'runs' ? list.runs.map((run) => [run.runId, run] as const) : []);
  const stored = recent.map(({ runId, workflowId, status, attachedAtMs }): RunRow => {
    const now = listed.get(runId);
    return {
      runId,
      workflowId: now?.workflowId ?? workflowId,
      status: now?.status ?? status,
      startedAt: now?.startedAt ?? null,
      attachedAtMs,
    };
  });
  const known = new Set(recent.map(({ runId }) => runId));
  const others = [...listed.values()].filter(({ runId }) => !known.has(runId));
  return [...stored, ...others.map((run): RunRow => ({ ...run, attachedAtMs: null }))];
}

/** Rows of one status, by the host's current values; null is no filter. Hosts may ignore the requested status. */
export function runsOfStatus(rows: readonly RunRow[], wanted: RunStatus | null): readonly RunRow[] {
  return wanted === null
    ? rows
    : rows.filter(({ status }) => status !== null && runStatus(status) === wanted);
}

/** Rows that contain a text in any of their names; blanks are no filter. */
export function narrowedRuns(rows: readonly RunRow[], text: string): readonly RunRow[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter(({ runId, workflowId, status }) => holds([runId, workflowId, status], wanted));
}

/** Hosts whose name or address contains a text. */
export function narrowedHosts(hosts: readonly SavedHost[], text: string): readonly SavedHost[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return hosts;
  return hosts.filter(({ name, baseUrl }) => holds([name, baseUrl], wanted));
}

function holds(names: readonly (string | null)[], wanted: string): boolean {
  return names.some((name) => name?.toLowerCase().includes(wanted));
}

/** Glyph of a run's status; the host's word is displayed next to it. Unknown ones have a glyph of their own. */
export function runStatusIcon(status: string | null) {
  switch (status) {
    case 'completed':
      return 'ok';
    case 'failed':
      return 'failed';
    case 'cancelled':
    case 'cancelling':
      return 'runCancelled';
    case 'running':
    case 'pending':
      return 'running';
    case 'paused':
    case 'waiting-approval':
    case 'waiting-clarification':
    case 'waiting-input':
    case 'waiting-external':
      return 'waiting';
    default:
      return 'unknown';
  }
}
