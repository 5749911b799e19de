import { member, textAt } from '@openwop-inspector/base';
import { runId as checkedRunId, RUN_STATUSES, type RunStatus } from '@openwop-inspector/protocol';
import type { ListedRun, RunList } from '../answers/discovery.ts';
import type { HostConnection, RequestParts } from '../connection.ts';

/** The most that a host tells at once (bundles 5); without a number it tells 50. Of what it tells, more are not taken. */
const MAX_RUNS = 200;
/** What a host can be asked for (bundles 4). */
export type ListedStatus = RunStatus;
export const LISTED_STATUSES: readonly ListedStatus[] = RUN_STATUSES;
const MAX_BYTES = 8 * 1024 * 1024;
/** Longest text of a run that is shown in a list. */
const MAX_TEXT = 300;

/**
 * Asks for the runs of a host (`GET /v1/runs`), of one status or, with null, of all; at most 200 (bundles 5). It is not in
 * the protocol, and most hosts do not have it. A host may take no notice of the status.
 */
export async function listRuns(
  connection: HostConnection,
  status: ListedStatus | null,
  parts: Pick<RequestParts, 'signal' | 'timeoutMs'> = {},
): Promise<RunList> {
  const query = { limit: String(MAX_RUNS), ...(status === null ? {} : { status }) };
  const answer = await connection.getJson('/v1/runs', { ...parts, query, maxBytes: MAX_BYTES });
  if (answer.ok) {
    const list = listIn(answer.value.json);
    if (list === null) return { kind: 'no-list' };
    return { kind: 'runs', runs: readRuns(list), isCut: list.length >= MAX_RUNS };
  }
  const code = answer.error.status;
  const hasNone = code === 404 || code === 405 || code === 501;
  return hasNone ? { kind: 'no-list' } : { kind: 'error', error: answer.error };
}

function listIn(json: unknown): readonly unknown[] | null {
  const list = Array.isArray(json) ? json : (member(json, 'runs') ?? member(json, 'items'));
  return Array.isArray(list) ? list : null;
}

function readRuns(list: readonly unknown[]): readonly ListedRun[] {
  return list.slice(0, MAX_RUNS).flatMap((run): ListedRun[] => {
    const id = checkedRunId(member(run, 'runId') ?? member(run, 'id'));
    if (id === null) return [];
    return [
      {
        runId: id,
        workflowId: shortText(run, 'workflowId'),
        status: shortText(run, 'status'),
        startedAt: shortText(run, 'startedAt') ?? shortText(run, 'createdAt'),
      },
    ];
  });
}

function shortText(run: unknown, name: string): string | null {
  return textAt(run, name)?.slice(0, MAX_TEXT) ?? null;
}
