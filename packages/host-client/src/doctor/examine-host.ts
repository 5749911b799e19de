import type { DoctorReport, HostDiscovery } from '../answers/discovery.ts';
import type { HostError } from '../answers/host-error.ts';
import type { HostConnection, RequestClock, RequestParts } from '../connection.ts';
import { finding } from '../discovery/lint/kind-rules.ts';
import { realClock } from '../live/live-run.ts';
import { getSnapshot } from '../rest/read-calls.ts';
import { runPath } from '../rest/request-url.ts';
import { checkAddress, checkBundle, checkHost, checkPoll, checkStream } from './check-host.ts';
import { createFindings, type Findings } from './doctor-checks.ts';

type Parts = Pick<RequestParts, 'signal' | 'timeoutMs'>;

/** An id that no host has; requested to see what is said about the token when no run is named. */
const NO_RUN = 'openwop-inspector-asks-for-no-run';

const MAX_BYTES = 16 * 1024 * 1024;

/** What is known of the run: `going` and `over` may be read. */
type RunStanding = 'not-there' | 'going' | 'over';

/** What is examined, and with what. */
export interface Examination {
  /** Null when no run is named: then nothing about runs is tried. */
  readonly runId: string | null;
  /** Calls the examination off; what was found by then is in the report. */
  readonly signal: AbortSignal;
  readonly clock?: RequestClock;
}

/** Each request may take so long; with all of them the examination stays under half a minute. */
const REQUEST_MS = 6000;
const WHOLE_MS = 28_000;

/**
 * Tries a host from the outside in and says at which step it fails: address, connection, TLS, discovery, version, token,
 * scope, run, poll, stream, bundle. What depends on a step that failed is not tried. Only reads; opens one stream at
 * most, for two seconds at most. Never rejects.
 */
export async function examineHost(
  connection: HostConnection,
  examination: Examination,
): Promise<DoctorReport> {
  const clock = examination.clock ?? realClock;
  const startedMs = clock.now();
  const findings = createFindings();
  const ended = new AbortController();
  const end = (): void => ended.abort();
  const stopClock = clock.after(WHOLE_MS, end);
  examination.signal.addEventListener('abort', end, { signal: ended.signal });
  if (examination.signal.aborted) end();
  const discovery = await examine(connection, examination.runId, ended.signal, clock, findings);
  stopClock();
  const checks = findings.checks(whyNotTried(examination, ended.signal));
  end();
  const fault = checks.find(({ verdict }) => verdict === 'fault')?.id ?? null;
  return { checks, fault, discovery, durationMs: Math.max(0, clock.now() - startedMs) };
}

async function examine(
  connection: HostConnection,
  runId: string | null,
  signal: AbortSignal,
  clock: RequestClock,
  findings: Findings,
): Promise<HostDiscovery | null> {
  const parts = { signal, timeoutMs: REQUEST_MS };
  if (signal.aborted || !checkAddress(connection.baseUrl, findings)) return null;
  const quiet = unless(signal, findings);
  const discovery = await checkHost(connection, parts, quiet, clock.now());
  const isStopped = discovery?.versionVerdict === 'stop' || !findings.isKnown('reachability');
  if (signal.aborted || isStopped || isUnreached(findings)) return discovery;
  if (runId === null)
    for (const id of ['run', 'poll', 'stream', 'bundle'] as const) findings.notTried(id, 'No run was named.');
  const standing = await checkAccess(connection, runId, parts, quiet);
  if (standing === 'not-there' || runId === null || signal.aborted) return discovery;
  const channel = { ...parts, connection, runId, clock, findings: quiet };
  const lastSequence = await checkPoll(channel);
  if (!signal.aborted) await checkStream(channel, { isGoing: standing === 'going', lastSequence });
  const hasBundle = !signal.aborted && (await checkBundle(channel, discovery));
  return hasBundle ? withBundleFinding(discovery) : discovery;
}

function isUnreached(findings: Findings): boolean {
  return findings
    .checks('')
    .some(({ id, verdict }) => (id === 'reachability' || id === 'tls') && verdict === 'fault');
}

/** The same findings, which take no fault any more once the examination was called off. */
function unless(signal: AbortSignal, findings: Findings): Findings {
  return {
    ...findings,
    fault: (id, error, words) => {
      if (!signal.aborted && error.kind !== 'cancelled') findings.fault(id, error, words);
    },
  };
}

function whyNotTried({ signal }: Examination, ended: AbortSignal): string {
  if (signal.aborted) return 'Called off before.';
  return ended.aborted ? 'Not tried: half a minute had passed.' : 'Not tried: a step before it failed.';
}

/** The endpoint works though nothing says so: the lint of the document cannot know, the examination does. */
function withBundleFinding(discovery: HostDiscovery | null): HostDiscovery | null {
  if (discovery === null || discovery.features.debugBundle === 'yes') return discovery;
  const message = 'The debug bundle can be had, but the document does not advertise it.';
  return {
    ...discovery,
    findings: [...discovery.findings, finding('debug_bundle_missing', '/debugBundle', message)],
  };
}

/** Looks at the run, with the token and without: a host that answers strangers as well proves nothing about a token. */
async function checkAccess(
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
  const answer = await connection.getJson(runPath(connection, runId), {
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
