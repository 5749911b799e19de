import { isRecord, type JsonObject, member, textAt } from '@openwop-inspector/base';
import {
  runId as checkedRunId,
  hasV2Form,
  isTerminalStatus,
  RUN_STATUSES,
  type RunStatus,
} from '@openwop-inspector/protocol';
import type { ListedRun, RunList } from '../answers/discovery.ts';
import type { HostAnswer } from '../answers/host-error.ts';
import type { HostConnection, JsonAnswer, RequestParts } from '../connection.ts';
import { hostLine } from '../discovery/families.ts';
import { withoutAnswer } from '../errors/request-errors.ts';
import { apiPath, DISCOVERY_PATH, hostNameOf, runPath, VERSION_HEADER } from './request-url.ts';

/** The most that a host sends at once (bundles 5); without a number it sends 50. More than that is not taken. */
const MAX_RUNS = 200;

export const LISTED_STATUSES: readonly ListedStatus[] = RUN_STATUSES;

const RUN_LIST_BYTES = 8 * 1024 * 1024;

/** Longest text of a run that is displayed in a list. */
const MAX_TEXT = 300;

/**
 * Largest discovery document that is read. Real ones have a few tens of KiB; whoever reads one lists kinds and versions,
 * compares them and draws the whole as a tree.
 */
const MAX_DISCOVERY_BYTES = 1024 * 1024;

/** State of a run at one moment, whatever the host calls its fields (bundles-and-transport.md section 4). */
export interface HostSnapshot {
  readonly workflowId: string | null;
  /** As on the wire; an unknown one is accepted and counts as not terminal. */
  readonly status: string | null;
  readonly isTerminal: boolean;
  /** As it came, with its token: it stays in the shell. Null when there is none. */
  readonly interrupt: JsonObject | null;
}

/** What a snapshot says; null for what is no object. */
export function readSnapshot(document: unknown): HostSnapshot | null {
  if (!isRecord(document)) return null;
  const status = textAt(document, 'status');
  const interrupt = member(document, 'interrupt');
  return {
    workflowId: textAt(document, 'workflowId'),
    status,
    isTerminal: status !== null && isTerminalStatus(status),
    interrupt: isRecord(interrupt) ? interrupt : null,
  };
}

/** Asks for the snapshot of a run (`GET /v1/runs/{runId}`). */
export async function getSnapshot(
  connection: HostConnection,
  runId: string,
  parts: Pick<RequestParts, 'signal' | 'timeoutMs'> = {},
): Promise<HostAnswer<HostSnapshot>> {
  const path = runPath(connection, runId);
  const answer = await connection.getJson(path, { ...parts, maxBytes: 16 * 1024 * 1024 });
  if (!answer.ok) return answer;
  const snapshot = readSnapshot(answer.value.json);
  if (snapshot !== null) return { ok: true, value: snapshot };
  const message = `${hostNameOf(connection.baseUrl)} answers with something that is no snapshot of a run.`;
  const error = withoutAnswer('not-understood', 'no_snapshot', message);
  return { ok: false, error: { ...error, status: answer.value.status } };
}

/**
 * Asks for the discovery document (bundles-and-transport.md section 5.2), and lets the connection speak the major that it
 * prefers. A host of v2 that answers in the form of v1 gets a second request, for that of v2. One of more than 1 MiB is not read: the
 * answer is the error `answer_too_large`, which says so.
 */
export async function getDiscovery(
  connection: HostConnection,
  parts: Pick<RequestParts, 'signal' | 'timeoutMs' | 'withToken'> = {},
): Promise<HostAnswer<JsonAnswer>> {
  const ask = (headers: Readonly<Record<string, string>>) =>
    connection.getJson(DISCOVERY_PATH, { ...parts, headers, maxBytes: MAX_DISCOVERY_BYTES });
  const answer = await ask({});
  if (!answer.ok) return answer;
  const { major } = hostLine(answer.value.json);
  connection.speak(major);
  if (major === 1 || hasV2Form(answer.value.json)) return answer;
  const inV2 = await ask({ [VERSION_HEADER]: '2' });
  return inV2.ok ? inV2 : answer;
}

/** What can be requested from a host (bundles 4). */
export type ListedStatus = RunStatus;

/**
 * Asks for the runs of a host (`GET /v1/runs`), of one status or, with null, of all; at most 200 (bundles 5). It is not in
 * the protocol of v1, and most hosts do not have it. A host may take no notice of the status. Of v2 the first page is
 * read, without filters, which a host need not have.
 */
export async function listRuns(connection: HostConnection, status: ListedStatus | null): Promise<RunList> {
  const isV2 = connection.major === 2;
  const query: Record<string, string> = isV2 ? {} : { limit: String(MAX_RUNS) };
  if (!isV2 && status !== null) query.status = status;
  const path = apiPath(connection, '/runs');
  const answer = await connection.getJson(path, { query, maxBytes: RUN_LIST_BYTES });
  if (answer.ok) {
    const { json } = answer.value;
    const list: unknown = Array.isArray(json) ? json : (member(json, 'runs') ?? member(json, 'items'));
    if (!Array.isArray(list)) return { kind: 'no-list' };
    const runs = readRuns(list).filter((run) => !isV2 || status === null || run.status === status);
    const isCut = list.length >= MAX_RUNS || textAt(json, 'nextCursor') !== null;
    return { kind: 'runs', runs, isCut };
  }
  const code = answer.error.status;
  const hasNone = code === 404 || code === 405 || code === 501;
  return hasNone ? { kind: 'no-list' } : { kind: 'error', error: answer.error };
}

function readRuns(list: readonly unknown[]): readonly ListedRun[] {
  return list.slice(0, MAX_RUNS).flatMap((run): ListedRun[] => {
    const runId = checkedRunId(member(run, 'runId') ?? member(run, 'id'));
    const startedAt = shortText(run, 'startedAt') ?? shortText(run, 'createdAt');
    const workflowId = shortText(run, 'workflowId');
    return runId === null ? [] : [{ runId, workflowId, status: shortText(run, 'status'), startedAt }];
  });
}

function shortText(run: unknown, name: string): string | null {
  return textAt(run, name)?.slice(0, MAX_TEXT) ?? null;
}
