import { countAt, isRecord, member, parsedUrl } from '@openwop-inspector/base';
import { isReadableOnTheWay, READABLE_ON_THE_WAY } from '../address/read-host-address.ts';
import {
  DOCTOR_CHECKS,
  type DoctorCheck,
  type DoctorCheckId,
  type DoctorReport,
  type HostDiscovery,
} from '../answers/discovery.ts';
import type { HostError } from '../answers/host-error.ts';
import type { HostConnection, RequestClock, StreamAnswer } from '../connection.ts';
import { NEWEST } from '../discovery/families.ts';
import { finding } from '../discovery/lint/kind-rules.ts';
import { readDiscovery } from '../discovery/read-discovery.ts';
import { withoutAnswer } from '../errors/request-errors.ts';
import { pause, realClock, within } from '../live/live-run.ts';
import { pollQuery } from '../poll/event-splitter.ts';
import { getDiscovery, getSnapshot } from '../rest/read-calls.ts';
import { runPath } from '../rest/request-url.ts';

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

/** An examination on its way. */
interface Visit extends Required<Examination> {
  readonly connection: HostConnection;
  readonly findings: Findings;
  /** Each request may take so long; with all of them the examination stays under half a minute. */
  readonly timeoutMs: number;
}

const REQUEST_MS = 6000;
const WHOLE_MS = 28_000;

/**
 * Tries a host from the outside in and says at which step it fails: address, connection, TLS, discovery, version, token,
 * scope, run, poll, stream, bundle. What depends on a step that failed is not tried. Only reads; opens one stream at
 * most, for two seconds at most. Never rejects.
 */
export async function examineHost(
  connection: HostConnection,
  { runId, signal: outer, clock = realClock }: Examination,
): Promise<DoctorReport> {
  const startedMs = clock.now();
  const ended = within(outer);
  const { signal } = ended;
  const findings = createFindings(signal);
  const stopClock = clock.after(WHOLE_MS, () => ended.abort());
  const discovery = await examine({ connection, runId, signal, clock, findings, timeoutMs: REQUEST_MS });
  stopClock();
  const why = signal.aborted ? 'Not tried: half a minute had passed.' : 'Not tried: a step before it failed.';
  const checks = findings.checks(outer.aborted ? 'Called off before.' : why);
  ended.abort();
  const fault = checks.find(({ verdict }) => verdict === 'fault')?.id ?? null;
  return { checks, fault, discovery, durationMs: Math.max(0, clock.now() - startedMs) };
}

async function examine(visit: Visit): Promise<HostDiscovery | null> {
  const { connection, runId, signal, findings } = visit;
  if (signal.aborted || !checkAddress(connection.baseUrl, findings)) return null;
  const discovery = await checkHost(visit);
  const isReached = findings.verdictOf('reachability') === 'fine' && findings.verdictOf('tls') !== 'fault';
  if (signal.aborted || discovery?.versionVerdict === 'stop' || !isReached) return discovery;
  if (runId === null)
    for (const id of ['run', 'poll', 'stream', 'bundle'] as const) findings.notTried(id, 'No run was named.');
  const standing = await checkAccess(visit);
  if (standing === 'not-there' || runId === null || signal.aborted) return discovery;
  const lastSequence = await checkPoll(visit, runId);
  if (!signal.aborted) await checkStream(visit, runId, standing === 'going', lastSequence);
  const hasBundle = !signal.aborted && (await checkBundle(visit, runId, discovery));
  if (!hasBundle || discovery === null || discovery.features.debugBundle === 'yes') return discovery;
  // The endpoint works though nothing says so: the lint of the document cannot know, the examination does.
  const message = 'The debug bundle can be had, but the document does not advertise it.';
  const found = finding('debug_bundle_missing', '/debugBundle', message);
  return { ...discovery, findings: [...discovery.findings, found] };
}

/** Looks at the run, with the token and without: a host that answers strangers as well proves nothing about a token. */
async function checkAccess(visit: Visit): Promise<RunStanding> {
  const { connection, runId, findings, signal, timeoutMs } = visit;
  const answer = await getSnapshot(connection, runId ?? NO_RUN, { signal, timeoutMs });
  const isGone = !answer.ok && (answer.error.status === 404 || answer.error.status === 410);
  if (!answer.ok && !isGone) {
    refused(answer.error, runId, findings);
    return 'not-there';
  }
  const isProven = await isTokenProven(visit, answer.ok);
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
async function isTokenProven({ connection, runId, signal, timeoutMs }: Visit, isThere: boolean) {
  const path = runPath(connection, runId ?? NO_RUN);
  const parts = { signal, timeoutMs, maxBytes: MAX_BYTES, withToken: false };
  const answer = await connection.getJson(path, parts);
  if (answer.ok) return !isThere;
  const { status } = answer.error;
  return status !== null && (isThere || (status !== 404 && status !== 410));
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
  else if (status === 403) {
    findings.fine('auth', 'The host knows the token.');
    if (error.code !== 'run_forbidden') findings.fault('scope', error);
    else {
      findings.fine('scope', 'The token may read runs, but not every one.');
      if (runId !== null) findings.fault('run', error);
    }
  } else if (runId === null)
    findings.remark('auth', `Whether the token is taken is not clear. ${error.message}`, error);
  else {
    // It says nothing about the token: the request for the run as such has failed.
    findings.fault('run', error);
  }
}

// Whether there is a host at the address at all: connection, TLS, discovery, version.

const NO_TLS = 'Not used: the address is plain http.';

/** What the address itself shows, before any request. False when no request can be sent. */
function checkAddress(baseUrl: string, findings: Findings): boolean {
  const url = parsedUrl(baseUrl);
  if (url === null) {
    const message = 'The address cannot be read. Enter it again.';
    findings.fault('address', withoutAnswer('unreachable', 'BAD_ADDRESS', message));
    return false;
  }
  if (isReadableOnTheWay(baseUrl)) findings.remark('address', READABLE_ON_THE_WAY);
  else findings.fine('address', `The base of all requests is ${baseUrl}.`);
  return true;
}

/** Asks for the discovery document. Null when there is none that can be read. */
async function checkHost({ connection, signal, timeoutMs, clock, findings }: Visit) {
  const nowMs = clock.now();
  const parts = { signal, timeoutMs };
  const isTls = parsedUrl(connection.baseUrl)?.protocol === 'https:';
  let answer = await getDiscovery(connection, { ...parts, withToken: false });
  const { status } = answer.ok ? { status: null } : answer.error;
  const wantsToken = status === 401 || status === 403;
  if (wantsToken) answer = await getDiscovery(connection, parts);
  if (!answer.ok && answer.error.kind === 'cancelled') return null;
  if (!answer.ok && isNoConnection(answer.error)) {
    noConnection(answer.error, isTls, findings);
    return null;
  }
  findings.fine('reachability', 'The host answers.');
  // An answer over https says that the certificate was checked: no connection is made past that (security S-11).
  if (isTls) findings.fine('tls', 'The certificate is trusted.');
  else if (isReadableOnTheWay(connection.baseUrl)) findings.remark('tls', NO_TLS);
  else findings.fine('tls', NO_TLS);
  if (!answer.ok) {
    const words =
      'There is no discovery document at /.well-known/openwop. Is the address right, and is this an OpenWOP host? (404)';
    findings.fault('discovery', answer.error, answer.error.status === 404 ? words : answer.error.message);
    return null;
  }
  if (!isRecord(answer.value.json)) {
    const message = '/.well-known/openwop is not a discovery document. Is this an OpenWOP host?';
    findings.fault('discovery', withoutAnswer('not-understood', 'no_discovery', message));
    return null;
  }
  const discovery = readDiscovery(answer.value.json, connection.baseUrl, nowMs);
  tellDiscovery(discovery, wantsToken, findings);
  checkVersion(discovery, findings);
  return discovery;
}

function isNoConnection({ kind, status }: HostError): boolean {
  return status === null && (kind === 'unreachable' || kind === 'certificate' || kind === 'out-of-time');
}

function noConnection(error: HostError, isTls: boolean, findings: Findings): void {
  if (error.kind === 'certificate') {
    findings.fine('reachability', 'Something answers at this address.');
    findings.fault('tls', error);
  } else {
    findings.fault('reachability', error);
    if (!isTls) findings.notTried('tls', NO_TLS);
  }
}

function tellDiscovery(discovery: HostDiscovery, wantsToken: boolean, findings: Findings): void {
  const { name, version, findings: lint } = discovery;
  const errors = lint.filter(({ level }) => level === 'error').length;
  const called = version === null ? name : `${name} ${version}`;
  if (wantsToken)
    findings.remark('discovery', `${called} shows its discovery document to holders of a token only.`);
  else if (errors > 0) {
    const count = errors === 1 ? 'one error' : `${errors} errors`;
    findings.remark('discovery', `${called} reports its capabilities; its document has ${count}.`);
  } else findings.fine('discovery', `${called} reports its capabilities.`);
}

function checkVersion(discovery: HostDiscovery, findings: Findings): void {
  const { versionVerdict, protocolVersion, major, versionChoice } = discovery;
  const version = `Protocol ${protocolVersion ?? ''}`;
  const choice = versionChoice === null ? '' : ` ${versionChoice}`;
  if (versionVerdict === 'same') findings.fine('version', `${version} is one this program knows.${choice}`);
  else if (versionVerdict === 'newer-minor') {
    const newer = `${version} is newer than ${NEWEST[major]}, which this program knows.`;
    findings.remark('version', `${newer} It continues anyway.${choice}`);
  } else if (versionVerdict === 'not-said')
    findings.remark('version', 'The host does not say which version of the protocol it speaks.');
  else {
    const message = `${version} is of another major version. This program knows 1.x and 2.x only, so it is not contacted further.`;
    findings.fault('version', withoutAnswer('not-understood', 'protocol_version_major', message));
  }
}

// Whether the events of a run can be had: by poll, as a stream, as a bundle.

/** Beyond the end of every log, so that the answer is small; in 32 bits, which some hosts need. */
const PAST_END = 2_000_000_000;
/** A stream is listened to for so long. */
const LISTEN_MS = 2000;

/** Answers the highest sequence of the log, null for a host that does not tell it. */
async function checkPoll({ connection, findings, signal, timeoutMs }: Visit, runId: string) {
  const query =
    connection.major === 2
      ? pollQuery(PAST_END, 2)
      : { lastSequence: String(PAST_END), since: String(PAST_END), limit: '1' };
  const path = runPath(connection, runId, '/events/poll');
  const answer = await connection.getJson(path, { signal, timeoutMs, query });
  if (!answer.ok) findings.fault('poll', answer.error);
  else if (Array.isArray(member(answer.value.json, 'events')))
    findings.fine('poll', 'The JSON log can be read, so that gaps can be filled.');
  else {
    const message = 'The answer to a poll holds no list of events, so that gaps cannot be filled.';
    findings.fault('poll', withoutAnswer('not-understood', 'no_events', message));
  }
  if (!answer.ok) return null;
  const { json } = answer.value;
  return countAt(json, 'lastEventSeq') ?? countAt(json, 'lastSequence');
}

/**
 * Opens one stream as a session does, waits for its first bytes for a moment, and ends it. `isGoing`: the run continues, so that there
 * may be nothing to write; its stream is requested from one event before `lastSequence`, the newest of the log where known: some hosts send no head before there is something to write (section 6.1).
 */
async function checkStream(visit: Visit, runId: string, isGoing: boolean, lastSequence: number | null) {
  const { connection, findings, clock, timeoutMs } = visit;
  const ended = within(visit.signal);
  const query = { streamMode: 'debug' };
  const headers: Record<string, string> = { 'Cache-Control': 'no-cache' };
  if (isGoing && lastSequence !== null && lastSequence > 0)
    headers['Last-Event-ID'] = String(lastSequence - 1);
  const path = runPath(connection, runId, '/events');
  const answer = await connection.openStream(path, { query, headers, signal: ended.signal, timeoutMs });
  if (answer.ok) tellStream(answer.value, await hasBytes(answer.value.body, clock), findings);
  else if (isGoing && answer.error.kind === 'out-of-time') {
    const words =
      'The stream did not open: some hosts send its head with the next event. The session polls meanwhile.';
    findings.remark('stream', words, answer.error);
  } else findings.fault('stream', answer.error);
  ended.abort();
}

function tellStream({ status, contentType }: StreamAnswer, hasData: boolean, findings: Findings): void {
  if (status === 204) findings.remark('stream', 'The host has nothing more to stream for this run.');
  else if (contentType === 'text/event-stream') {
    const words = hasData
      ? 'The stream opens and delivers.'
      : 'The stream opens; nothing came in two seconds.';
    findings.fine('stream', words);
  } else if (contentType === 'application/json')
    findings.remark('stream', 'The host sends JSON instead of a stream. The session polls.');
  else {
    const message = 'What comes instead of a stream is neither a stream nor JSON. Is a proxy in between?';
    findings.fault('stream', withoutAnswer('not-understood', 'no_stream', message));
  }
}

/** Whether a body brings anything within the time. It is not read beyond its first piece. */
async function hasBytes(body: ReadableStream<Uint8Array> | null, clock: RequestClock): Promise<boolean> {
  if (body === null) return false;
  const reader = body.getReader();
  const heard = new AbortController();
  const timeOver = pause(clock, LISTEN_MS, heard.signal).then(() => false);
  const first = reader.read().then(
    ({ done }) => !done,
    () => false,
  );
  const came = await Promise.race([first, timeOver]);
  heard.abort();
  reader.cancel().catch(() => undefined);
  return came;
}

/** Looks at the head of a bundle only. Says whether there is one; no verdict here keeps a session from working. */
async function checkBundle(visit: Visit, runId: string, discovery: HostDiscovery | null): Promise<boolean> {
  const { connection, findings, signal, timeoutMs } = visit;
  if (connection.major === 2) {
    findings.notTried('bundle', 'Not used: OpenWOP v2 has no debug bundle.');
    return false;
  }
  const ended = within(signal);
  const query = { maxEvents: '1' };
  const headers = { Accept: 'application/json' };
  const path = runPath(connection, runId, '/debug-bundle');
  const answer = await connection.openStream(path, { query, headers, signal: ended.signal, timeoutMs });
  ended.abort();
  const said = discovery?.features.debugBundle ?? 'not advertised';
  if (answer.ok) {
    if (said === 'yes') findings.fine('bundle', 'There is a debug bundle.');
    else findings.remark('bundle', 'There is a debug bundle, although the host does not advertise it.');
    return true;
  }
  if (signal.aborted) return false;
  if (said === 'yes') findings.remark('bundle', `Advertised, but: ${answer.error.message}`, answer.error);
  else findings.remark('bundle', 'There is no debug bundle. A session does without it.', answer.error);
  return false;
}

/** Takes what was found out; a second verdict on a check does not replace the first. */
type Findings = ReturnType<typeof createFindings>;

/** No fault is taken any more once `signal` has aborted. */
function createFindings(signal: AbortSignal) {
  const found = new Map<DoctorCheckId, DoctorCheck>();
  const note =
    (verdict: DoctorCheck['verdict']) =>
    (id: DoctorCheckId, words: string, error: HostError | null = null): void => {
      if (!found.has(id)) found.set(id, { id, verdict, words, error });
    };
  const fault = note('fault');
  return {
    fine: note('fine'),
    remark: note('remark'),
    fault: (id: DoctorCheckId, error: HostError, words = error.message) => {
      if (!signal.aborted && error.kind !== 'cancelled') fault(id, words, error);
    },
    notTried: note('not-tried'),
    verdictOf: (id: DoctorCheckId) => found.get(id)?.verdict,
    /** All checks; those without a verdict were not tried, because of `why`. */
    checks: (why: string): readonly DoctorCheck[] =>
      DOCTOR_CHECKS.map((id) => found.get(id) ?? { id, verdict: 'not-tried', words: why, error: null }),
  };
}
