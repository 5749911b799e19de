/** Whether there is a host at the address at all: connection, TLS, discovery, version. */
import { countAt, isRecord, member, parsedUrl } from '@openwop-inspector/base';
import { isReadableOnTheWay, READABLE_ON_THE_WAY } from '../address/read-host-address.ts';
import type { HostDiscovery } from '../answers/discovery.ts';
import type { HostError } from '../answers/host-error.ts';
import type { HostConnection, RequestClock, StreamAnswer } from '../connection.ts';
import { NEWEST } from '../discovery/families.ts';
import { readDiscovery } from '../discovery/read-discovery.ts';
import { withoutAnswer } from '../errors/network-error.ts';
import { pollQuery } from '../poll/event-splitter.ts';
import { getDiscovery } from '../rest/read-calls.ts';
import { runPath } from '../rest/request-url.ts';
import type { Findings } from './doctor-checks.ts';

const NO_TLS = 'Not used: the address is plain http.';

/** What the address itself shows, before any request. False when no request can be sent. */
export function checkAddress(baseUrl: string, findings: Findings): boolean {
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
export async function checkHost(
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
  tellTls(connection.baseUrl, isTls, findings);
  if (!answer.ok) {
    findings.fault('discovery', answer.error, discoveryText(answer.error));
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

/** An answer over https says that the certificate was checked: no connection is made past that (security S-11). */
function tellTls(baseUrl: string, isTls: boolean, findings: Findings): void {
  if (isTls) findings.fine('tls', 'The certificate is trusted.');
  else if (isReadableOnTheWay(baseUrl)) findings.remark('tls', NO_TLS);
  else findings.fine('tls', NO_TLS);
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

function discoveryText(error: HostError): string {
  if (error.status !== 404) return error.message;
  return `There is no discovery document at /.well-known/openwop. Is the address right, and is this an OpenWOP host? (404)`;
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
    findings.remark(
      'version',
      `${version} is newer than ${NEWEST[major]}, which this program knows. It continues anyway.${choice}`,
    );
  } else if (versionVerdict === 'not-said') {
    findings.remark('version', 'The host does not say which version of the protocol it speaks.');
  } else {
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
export async function checkPoll(parts: ChannelParts): Promise<number | null> {
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
  else if (Array.isArray(member(answer.value.json, 'events'))) {
    findings.fine('poll', 'The JSON log can be read, so that gaps can be filled.');
  } else {
    const message = 'The answer to a poll holds no list of events, so that gaps cannot be filled.';
    findings.fault('poll', withoutAnswer('not-understood', 'no_events', message));
  }
  if (!answer.ok) return null;
  const { json } = answer.value;
  return countAt(json, 'lastEventSeq') ?? countAt(json, 'lastSequence');
}

/** Where a stream is requested from, and whether the run continues, so that there may be nothing to write. */
interface StreamWish {
  readonly isGoing: boolean;
  /** Highest sequence of the log; null when not known. */
  readonly lastSequence: number | null;
}

/**
 * Opens one stream as a session does, waits for its first bytes for a moment, and ends it. That of a run that continues is
 * requested from one event before the newest: some hosts send no head before there is something to write (section 6.1).
 */
export async function checkStream(parts: ChannelParts, { isGoing, lastSequence }: StreamWish): Promise<void> {
  const { connection, runId, findings, clock } = parts;
  const ended = new AbortController();
  parts.signal.addEventListener('abort', () => ended.abort(), { signal: ended.signal });
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
  if (answer.ok) {
    tellStream(answer.value, await hasBytes(answer.value.body, clock), findings);
  } else if (isGoing && answer.error.kind === 'out-of-time') {
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
  } else if (contentType === 'application/json') {
    findings.remark('stream', 'The host sends JSON instead of a stream. The session polls.');
  } else {
    const message = 'What comes instead of a stream is neither a stream nor JSON. Is a proxy in between?';
    findings.fault('stream', withoutAnswer('not-understood', 'no_stream', message));
  }
}

/** Whether a body brings anything within the time. It is not read beyond its first piece. */
async function hasBytes(body: ReadableStream<Uint8Array> | null, clock: RequestClock): Promise<boolean> {
  if (body === null) return false;
  const reader = body.getReader();
  let stop = (): void => undefined;
  const timeOver = new Promise<false>((resolve) => {
    stop = clock.after(LISTEN_MS, () => resolve(false));
  });
  const first = reader.read().then(
    ({ done }) => !done,
    () => false,
  );
  const came = await Promise.race([first, timeOver]);
  stop();
  reader.cancel().catch(() => undefined);
  return came;
}

/** Looks at the head of a bundle only. Says whether there is one; no verdict here keeps a session from working. */
export async function checkBundle(parts: ChannelParts, discovery: HostDiscovery | null): Promise<boolean> {
  const { connection, runId, findings } = parts;
  if (connection.major === 2) {
    findings.notTried('bundle', 'Not used: OpenWOP v2 has no debug bundle.');
    return false;
  }
  const ended = new AbortController();
  parts.signal.addEventListener('abort', () => ended.abort(), { signal: ended.signal });
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
