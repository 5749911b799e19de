import { runId as checkedRunId } from '@openwop-inspector/protocol';
import type { ListedRun, RunList } from '../answers/discovery.ts';
import type { HostConnection, RequestParts } from '../connection.ts';
import { member, textAt } from '../json/json-value.ts';

/** The host is asked for so many; of what it tells, more are not taken. */
const ASKED = 50;
const MOST_RUNS = 200;
/** Longest text of a run that is shown in a list. */
const MOST_TEXT = 300;

/** Asks for the runs of a host (`GET /v1/runs`), which is not in the protocol and which most hosts do not have. */
export async function listRuns(
  connection: HostConnection,
  parts: Pick<RequestParts, 'signal' | 'timeoutMs'> = {},
): Promise<RunList> {
  const answer = await connection.getJson('/v1/runs', { ...parts, query: { limit: String(ASKED) } });
  if (answer.ok) {
    const list = listIn(answer.value.json);
    return list === null ? { kind: 'no-list' } : { kind: 'runs', runs: readRuns(list) };
  }
  const { status } = answer.error;
  const hasNone = status === 404 || status === 405 || status === 501;
  return hasNone ? { kind: 'no-list' } : { kind: 'error', error: answer.error };
}

function listIn(json: unknown): readonly unknown[] | null {
  const list = Array.isArray(json) ? json : (member(json, 'runs') ?? member(json, 'items'));
  return Array.isArray(list) ? list : null;
}

function readRuns(list: readonly unknown[]): readonly ListedRun[] {
  return list.slice(0, MOST_RUNS).flatMap((run): ListedRun[] => {
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
  return textAt(run, name)?.slice(0, MOST_TEXT) ?? null;
}
