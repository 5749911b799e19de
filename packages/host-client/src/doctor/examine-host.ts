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
import type { HostConnection, RequestClock, RequestParts, StreamAnswer } from '../connection.ts';
import { NEWEST } from '../discovery/families.ts';
import { finding } from '../discovery/lint/kind-rules.ts';
import { readDiscovery } from '../discovery/read-discovery.ts';
import { withoutAnswer } from '../errors/request-errors.ts';
import { pause, realClock, within } from '../live/live-run.ts';
import { pollQuery } from '../poll/event-splitter.ts';
import { getDiscovery, getSnapshot } from '../rest/read-calls.ts';
import { runPath } from '../rest/request-url.ts';

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
  const ended = within(examination.signal);
  const stopClock = clock.after(WHOLE_MS, () => ended.abort());
  const discovery = await examine(connection, examination.runId, ended.signal, clock, findings);
  stopClock();
  const isOver = ended.signal.aborted;
  const why = isOver ? 'Not tried: half a minute had passed.' : 'Not tried: a step before it failed.';
  const checks = findings.checks(examination.signal.aborted ? 'Called off before.' : why);
  ended.abort();
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
  const isUnreached = findings
    .checks('')
    .some(({ id, verdict }) => (id === 'reachability' || id === 'tls') && verdict === 'fault');
  if (signal.aborted || isStopped || isUnreached) return discovery;
  if (runId === null)
    for (const id of ['run', 'poll', 'stream', 'bundle'] as const) findings.notTried(id, 'No run was named.');
  const standing = await checkAccess(connection, runId, parts, quiet);
  if (standing === 'not-there' || runId === null || signal.aborted) return discovery;
  const channel = { ...parts, connection, runId, clock, findings: quiet };
  const lastSequence = await checkPoll(channel);
  if (!signal.aborted) await checkStream(channel, standing === 'going', lastSequence);
  const hasBundle = !signal.aborted && (await checkBundle(channel, discovery));
  if (!hasBundle || discovery === null || discovery.features.debugBundle === 'yes') return discovery;
  // The endpoint works though nothing says so: the lint of the document cannot know, the examination does.
  const message = 'The debug bundle can be had, but the document does not advertise it.';
  const found = finding('debug_bundle_missing', '/debugBundle', message);
  return { ...discovery, findings: [...discovery.findings, found] };
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
async function isTokenProven(connection: HostConnection, runId: string, parts: Parts, status: 200 | 404) {
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
    findings.fault(
      'address',
      withoutAnswer('unreachable', 'BAD_ADDRESS', 'The address cannot be read. Enter it again.'),
    );
    return false;
  }
  if (isReadableOnTheWay(baseUrl)) findings.remark('address', READABLE_ON_THE_WAY);
  else findings.fine('address', `The base of all requests is ${baseUrl}.`);
  return true;
}

/** Asks for the discovery document. Null when there is none that can be read. */
async function checkHost(
  connection: HostConnection,
  parts: { readonly signal: AbortSignal; readonly timeoutMs: number },
  findings: Findings,
  nowMs: number,
): Promise<HostDiscovery | null> {
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
  else if (versionVerdict === 'newer-minor')
    findings.remark(
      'version',
      `${version} is newer than ${NEWEST[major]}, which this program knows. It continues anyway.${choice}`,
    );
  else if (versionVerdict === 'not-said')
    findings.remark('version', 'The host does not say which version of the protocol it speaks.');
  else {
    const message = `${version} is of another major version. This program knows 1.x and 2.x only, so it is not contacted further.`;
    findings.fault('version', withoutAnswer('not-understood', 'protocol_version_major', message));
  }
}

// Whether the events of a run can be had: by poll, as a stream, as a bundle.

interface ChannelParts {
  readonly connection: HostConnection;
  readonly runId: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly clock: RequestClock;
  readonly findings: Findings;
}

/** Beyond the end of every log, so that the answer is small; in 32 bits, which some hosts need. */
const PAST_END = 2_000_000_000;
/** A stream is listened to for so long. */
const LISTEN_MS = 2000;

/** Answers the highest sequence of the log, null for a host that does not tell it. */
async function checkPoll(parts: ChannelParts): Promise<number | null> {
  const { connection, runId, findings, signal, timeoutMs } = parts;
  const query =
    connection.major === 2
      ? pollQuery(PAST_END, 2)
      : { lastSequence: String(PAST_END), since: String(PAST_END), limit: '1' };
  const answer = await connection.getJson(runPath(connection, runId, '/events/poll'), {
    signal,
    timeoutMs,
    query,
  });
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
async function checkStream(parts: ChannelParts, isGoing: boolean, lastSequence: number | null) {
  const { connection, runId, findings, clock } = parts;
  const ended = within(parts.signal);
  const query = { streamMode: 'debug' };
  const from = isGoing && lastSequence !== null && lastSequence > 0 ? lastSequence - 1 : null;
  const headers = {
    'Cache-Control': 'no-cache',
    ...(from === null ? {} : { 'Last-Event-ID': String(from) }),
  };
  const answer = await connection.openStream(runPath(connection, runId, '/events'), {
    query,
    headers,
    signal: ended.signal,
    timeoutMs: parts.timeoutMs,
  });
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
async function checkBundle(parts: ChannelParts, discovery: HostDiscovery | null): Promise<boolean> {
  const { connection, runId, findings } = parts;
  if (connection.major === 2) {
    findings.notTried('bundle', 'Not used: OpenWOP v2 has no debug bundle.');
    return false;
  }
  const ended = within(parts.signal);
  const answer = await connection.openStream(runPath(connection, runId, '/debug-bundle'), {
    query: { maxEvents: '1' },
    headers: { Accept: 'application/json' },
    signal: ended.signal,
    timeoutMs: parts.timeoutMs,
  });
  ended.abort();
  const said = discovery?.features.debugBundle ?? 'not advertised';
  if (answer.ok) {
    if (said === 'yes') findings.fine('bundle', 'There is a debug bundle.');
    else findings.remark('bundle', 'There is a debug bundle, although the host does not advertise it.');
    return true;
  }
  if (parts.signal.aborted) return false;
  if (said === 'yes') findings.remark('bundle', `Advertised, but: ${answer.error.message}`, answer.error);
  else findings.remark('bundle', 'There is no debug bundle. A session does without it.', answer.error);
  return false;
}

/** Takes what was found out; a second verdict on a check does not replace the first. */
type Findings = ReturnType<typeof createFindings>;

function createFindings() {
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
    fault: (id: DoctorCheckId, error: HostError, words = error.message) => fault(id, words, error),
    notTried: note('not-tried'),
    isKnown: (id: DoctorCheckId) => found.has(id),
    /** All checks; those without a verdict were not tried, because of `why`. */
    checks: (why: string): readonly DoctorCheck[] =>
      DOCTOR_CHECKS.map((id) => found.get(id) ?? { id, verdict: 'not-tried', words: why, error: null }),
  };
}
