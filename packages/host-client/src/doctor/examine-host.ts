import type { DoctorReport, HostDiscovery } from '../answers/discovery.ts';
import type { HostConnection, RequestClock } from '../connection.ts';
import { finding } from '../discovery/lint/capability-rules.ts';
import { realClock } from '../live/clock.ts';
import { checkAccess } from './check-access.ts';
import { checkBundle, checkPoll, checkStream } from './check-channels.ts';
import { checkAddress, checkHost } from './check-host.ts';
import { createFindings, type Findings } from './doctor-checks.ts';

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
  examination.signal.addEventListener('abort', end, { once: true });
  if (examination.signal.aborted) end();
  const discovery = await examine(connection, examination.runId, ended.signal, clock, findings);
  stopClock();
  examination.signal.removeEventListener('abort', end);
  const checks = findings.checks(whyNotTried(examination, ended.signal));
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
  if (runId === null) tellNoRun(findings);
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

function tellNoRun(findings: Findings): void {
  for (const id of ['run', 'poll', 'stream', 'bundle'] as const) findings.notTried(id, 'No run was named.');
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
