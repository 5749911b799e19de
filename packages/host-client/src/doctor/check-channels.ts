/** Whether the events of a run can be had: by poll, as a stream, as a bundle. */
import { countAt, member } from '@openwop-inspector/base';
import type { HostDiscovery } from '../answers/discovery.ts';
import type { HostConnection, RequestClock, StreamAnswer } from '../connection.ts';
import { withoutAnswer } from '../errors/network-error.ts';
import { runPath } from '../rest/request-url.ts';
import type { Findings } from './doctor-checks.ts';

export interface ChannelParts {
  readonly connection: HostConnection;
  readonly runId: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly clock: RequestClock;
  readonly findings: Findings;
}

/** Beyond the end of every log, so that the answer is small; in 32 bits, which some hosts need. */
const PAST_END = '2000000000';
/** A stream is listened to for so long. */
const LISTEN_MS = 2000;

/** Answers the highest sequence of the log, null for a host that does not tell it. */
export async function checkPoll({
  connection,
  runId,
  findings,
  ...parts
}: ChannelParts): Promise<number | null> {
  const query = { lastSequence: PAST_END, since: PAST_END, limit: '1' };
  const answer = await connection.getJson(runPath(runId, '/events/poll'), { ...wait(parts), query });
  if (!answer.ok) findings.fault('poll', answer.error);
  else if (Array.isArray(member(answer.value.json, 'events'))) {
    findings.fine('poll', 'The JSON log can be read, so that gaps can be filled.');
  } else {
    const message = 'The answer to a poll holds no list of events, so that gaps cannot be filled.';
    findings.fault('poll', withoutAnswer('not-understood', 'no_events', message));
  }
  return answer.ok ? countAt(answer.value.json, 'lastEventSeq') : null;
}

/** Where a stream is asked from, and whether the run goes on, so that there may be nothing to write. */
export interface StreamWish {
  readonly isGoing: boolean;
  /** Highest sequence of the log; null when not known. */
  readonly lastSequence: number | null;
}

/**
 * Opens one stream as a session does, waits for its first bytes for a moment, and ends it. That of a run that goes on is
 * asked from one event before the newest: some hosts send no head before there is something to write (section 6.1).
 */
export async function checkStream(parts: ChannelParts, { isGoing, lastSequence }: StreamWish): Promise<void> {
  const { connection, runId, findings, clock } = parts;
  const ended = new AbortController();
  const end = (): void => ended.abort();
  parts.signal.addEventListener('abort', end, { once: true });
  const query = { streamMode: 'debug' };
  const from = isGoing && lastSequence !== null && lastSequence > 0 ? lastSequence - 1 : null;
  const headers = {
    'Cache-Control': 'no-cache',
    ...(from === null ? {} : { 'Last-Event-ID': String(from) }),
  };
  const answer = await connection.openStream(runPath(runId, '/events'), {
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
  end();
  parts.signal.removeEventListener('abort', end);
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
  const ended = new AbortController();
  const end = (): void => ended.abort();
  parts.signal.addEventListener('abort', end, { once: true });
  const answer = await connection.openStream(runPath(runId, '/debug-bundle'), {
    query: { maxEvents: '1' },
    headers: { Accept: 'application/json' },
    signal: ended.signal,
    timeoutMs: parts.timeoutMs,
  });
  end();
  parts.signal.removeEventListener('abort', end);
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

function wait({ signal, timeoutMs }: Pick<ChannelParts, 'signal' | 'timeoutMs'>) {
  return { signal, timeoutMs };
}
