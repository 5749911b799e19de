/** Whether the token is taken, what it may do, and whether the run is there: one look at a snapshot tells all three. */
import type { HostError } from '../answers/host-error.ts';
import type { HostConnection, RequestParts } from '../connection.ts';
import { getSnapshot } from '../rest/run-snapshot.ts';
import type { Findings } from './doctor-checks.ts';

type Parts = Pick<RequestParts, 'signal' | 'timeoutMs'>;

/** An id that no host has; asked for to see what is said about the token when no run is named. */
const NO_RUN = 'openwop-inspector-asks-for-no-run';

/** True when the run is there and may be read. */
export async function checkAccess(
  connection: HostConnection,
  runId: string | null,
  parts: Parts,
  findings: Findings,
): Promise<boolean> {
  const answer = await getSnapshot(connection, runId ?? NO_RUN, parts);
  if (answer.ok) {
    allowed(findings);
    const { status } = answer.value;
    findings.fine('run', `The run is ${status === null ? 'there' : `there: ${status.slice(0, 40)}`}.`);
    return runId !== null;
  }
  refused(answer.error, runId, findings);
  return false;
}

function allowed(findings: Findings): void {
  findings.fine('auth', 'Requests are accepted.');
  findings.fine('scope', 'Runs may be read.');
}

function refused(error: HostError, runId: string | null, findings: Findings): void {
  const { status, code } = error;
  if (status === 401 || code === 'token_unusable') findings.fault('auth', error);
  else if (status === 403) forbidden(error, runId, findings);
  else if (status === 404 || status === 410) {
    allowed(findings);
    if (runId !== null) findings.fault('run', error);
  } else if (runId === null) {
    findings.remark('auth', `Whether the token is taken is not clear. ${error.message}`, error);
  } else {
    // It says nothing about the token: the request for the run as such has failed.
    findings.fault('run', error);
  }
}

function forbidden(error: HostError, runId: string | null, findings: Findings): void {
  findings.fine('auth', 'The host knows the token.');
  if (error.code !== 'run_forbidden') findings.fault('scope', error);
  else {
    findings.fine('scope', 'The token may read runs, but not every one.');
    if (runId !== null) findings.fault('run', error);
  }
}
