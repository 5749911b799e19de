import {
  getDiscovery,
  getSnapshot,
  type HostAnswer,
  type HostConnection,
  type HostDiscovery,
  type HostError,
  readDiscovery,
} from '@openwop-inspector/host-client';
import type { AttachReply } from '@openwop-inspector/shell-contract';

/** What is known of a run before its stream is opened, or why it is not opened. */
export type Arrival =
  | {
      readonly ok: true;
      readonly discovery: HostDiscovery | null;
      readonly workflowId: string | null;
      readonly status: string | null;
    }
  | Extract<AttachReply, { readonly ok: false }>;

/**
 * Asks for the discovery document and the run's snapshot. Refused is what trying again cannot mend: no way to the host,
 * another major version of the protocol, no right to the run, no such run. A host without a discovery document, or one
 * that is busy, is attached to all the same: the session tries again by itself. Ended by `signal`, it says nothing of use.
 */
export async function arriveAt(
  connection: HostConnection,
  runId: string,
  signal: AbortSignal,
): Promise<Arrival> {
  const discovered = await discoveryOf(connection, signal);
  if (!discovered.ok && isFinal(discovered.error, false)) return refused(discovered.error);
  const discovery = discovered.ok ? discovered.value : null;
  if (discovery?.versionVerdict === 'stop') return anotherMajor(discovery);
  const snapshot = await getSnapshot(connection, runId, { signal });
  if (!snapshot.ok && isFinal(snapshot.error, true)) return refused(snapshot.error);
  return {
    ok: true,
    discovery,
    workflowId: snapshot.ok ? snapshot.value.workflowId : null,
    status: snapshot.ok ? snapshot.value.status : null,
  };
}

async function discoveryOf(
  connection: HostConnection,
  signal: AbortSignal,
): Promise<HostAnswer<HostDiscovery>> {
  const answer = await getDiscovery(connection, { signal });
  if (!answer.ok) return answer;
  return { ok: true, value: readDiscovery(answer.value.json, connection.baseUrl) };
}

function isFinal({ kind, status }: HostError, isAboutRun: boolean): boolean {
  if (kind === 'status') return isAboutRun && [401, 403, 404, 410].includes(status ?? 0);
  return kind === 'unreachable' || kind === 'certificate' || kind === 'redirect' || kind === 'out-of-time';
}

function refused(error: HostError): Arrival {
  return { ok: false, message: error.message, error };
}

function anotherMajor({ name, protocolVersion }: HostDiscovery): Arrival {
  const message = `${name} speaks version ${protocolVersion ?? 'unknown'} of the protocol. This inspector speaks 1.x.`;
  return { ok: false, message, error: null };
}
