import { isRecord, type JsonObject, member, textAt } from '@openwop-inspector/base';
import { isTerminalStatus } from '@openwop-inspector/protocol';
import type { HostAnswer } from '../answers/host-error.ts';
import type { HostConnection, RequestParts } from '../connection.ts';
import { withoutAnswer } from '../errors/network-error.ts';
import { hostNameOf, runPath } from './request-url.ts';

/** The interrupt of a snapshot as it came, with its token: it stays in the shell. */
export interface SnapshotInterrupt {
  readonly kind: string;
  readonly nodeId: string | null;
  readonly token: string | null;
  /** `payload` of some hosts, `data` of others; not masked. */
  readonly data: unknown;
  readonly resumeSchema: unknown;
}

/** State of a run at one moment, whatever the host calls its fields (bundles-and-transport.md section 4). */
export interface HostSnapshot {
  readonly runId: string | null;
  readonly workflowId: string | null;
  /** As on the wire; an unknown one is kept and counts as not terminal. */
  readonly status: string | null;
  readonly isTerminal: boolean;
  readonly currentNodeId: string | null;
  readonly startedAt: string | null;
  /** `completedAt`, or `endedAt` of the example hosts. */
  readonly endedAt: string | null;
  readonly interrupt: SnapshotInterrupt | null;
  /** The document as it came. It may hold live tokens: mask it before it is kept or shown. */
  readonly document: JsonObject;
}

/** What a snapshot says; null for what is no object. */
export function readSnapshot(document: unknown): HostSnapshot | null {
  if (!isRecord(document)) return null;
  const status = textAt(document, 'status');
  return {
    runId: textAt(document, 'runId'),
    workflowId: textAt(document, 'workflowId'),
    status,
    isTerminal: status !== null && isTerminalStatus(status),
    currentNodeId: textAt(document, 'currentNodeId'),
    startedAt: textAt(document, 'startedAt'),
    endedAt: textAt(document, 'completedAt') ?? textAt(document, 'endedAt'),
    interrupt: readInterrupt(member(document, 'interrupt')),
    document,
  };
}

function readInterrupt(interrupt: unknown): SnapshotInterrupt | null {
  if (!isRecord(interrupt)) return null;
  return {
    kind: textAt(interrupt, 'kind') ?? 'custom',
    nodeId: textAt(interrupt, 'nodeId'),
    token: textAt(interrupt, 'interruptToken') ?? textAt(interrupt, 'token'),
    data: member(interrupt, 'data') ?? member(interrupt, 'payload') ?? null,
    resumeSchema: member(interrupt, 'resumeSchema') ?? null,
  };
}

/** Asks for the snapshot of a run (`GET /v1/runs/{runId}`). */
export async function getSnapshot(
  connection: HostConnection,
  runId: string,
  parts: Pick<RequestParts, 'signal' | 'timeoutMs'> = {},
): Promise<HostAnswer<HostSnapshot>> {
  const answer = await connection.getJson(runPath(runId), { ...parts, maxBytes: 16 * 1024 * 1024 });
  if (!answer.ok) return answer;
  const snapshot = readSnapshot(answer.value.json);
  if (snapshot !== null) return { ok: true, value: snapshot };
  const message = `${hostNameOf(connection.baseUrl)} answers with something that is no snapshot of a run.`;
  const error = withoutAnswer('not-understood', 'no_snapshot', message);
  return { ok: false, error: { ...error, status: answer.value.status } };
}
