/** Whether the token is taken, what it may do, and whether the run is there: one look at a snapshot tells all three. */
import type { HostError } from '../answers/host-error.ts';
import type { HostConnection, RequestParts } from '../connection.ts';
import { runPath } from '../rest/request-url.ts';
import { getSnapshot } from '../rest/run-snapshot.ts';
import type { Findings } from './doctor-checks.ts';

type Parts = Pick<RequestParts, 'signal' | 'timeoutMs'>;

/** An id that no host has; asked for to see what is said about the token when no run is named. */
const NO_RUN = 'openwop-inspector-asks-for-no-run';
const MAX_BYTES = 16 * 1024 * 1024;

/** What is known of the run: `going` and `over` may be read. */
export type RunStanding = 'not-there' | 'going' | 'over';

/** Looks at the run, with the token and without: a host that answers strangers as well proves nothing about a token. */
export async function checkAccess(
  connection: HostConnection,
  runId: string | null,
  parts: Parts,
  findings: Findings,
): Promise<RunStanding> {
  const answer = await getSnapshot(connection, runId ?? NO_RUN, parts);
  const isGone = !answer.ok && (answer.error.status === 404 || answer.error.status === 410);
  if (!answer.ok && !isGone) {
    refused(answer.error, runId, findings);
    return 'not-there';
  }
  const isProven = await isTokenProven(connection, runId ?? NO_RUN, parts, answer.ok ? 200 : 404);
  if (isProven) findings.fine('auth', 'Requests are accepted.');
  else {
    const words = 'Not proven: the host answers requests without a token as well.';
    findings.remark('auth', `${words} Whether it accepts a token does not show.`);
  }
  if (!answer.ok) {
    tellGone(answer.error, runId, isProven, findings);
    return 'not-there';
  }
  findings.fine('scope', 'Runs may be read.');
  const { status, isTerminal } = answer.value;
  findings.fine('run', `The run is ${status === null ? 'there' : `there: ${status.slice(0, 40)}`}.`);
  if (runId === null) return 'not-there';
  return isTerminal ? 'over' : 'going';
}

/** Whether the same request without a token gets another answer, so that the token made the difference. */
async function isTokenProven(
  connection: HostConnection,
  runId: string,
  parts: Parts,
  status: 200 | 404,
): Promise<boolean> {
  const answer = await connection.getJson(runPath(runId), {
    ...parts,
    maxBytes: MAX_BYTES,
    withToken: false,
  });
  if (answer.ok) return status !== 200;
  if (answer.error.status === null) return false;
  return status === 200 || (answer.error.status !== 404 && answer.error.status !== 410);
}

function tellGone(error: HostError, runId: string | null, isProven: boolean, findings: Findings): void {
  if (isProven) findings.fine('scope', 'Runs may be read.');
  else findings.notTried('scope', 'Not known: the host may have answered as it answers strangers.');
  if (runId === null) return;
  const cause = 'The token may be the cause as well: without one the host gives the same answer.';
  findings.fault('run', error, isProven ? error.message : `${error.message} ${cause}`);
}

function refused(error: HostError, runId: string | null, findings: Findings): void {
  const { status, code } = error;
  if (status === 401 || code === 'token_unusable') findings.fault('auth', error);
  else if (status === 403) forbidden(error, runId, findings);
  else if (runId === null) {
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
