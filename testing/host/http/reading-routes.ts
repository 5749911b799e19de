import { createHash } from 'node:crypto';
import { member } from '@openwop-inspector/base';
import type { Answer, Dialect } from '../dialects/dialect.ts';
import DISCOVERY from '../dialects/discovery.json' with { type: 'json' };
import { EventStream } from '../stream/event-stream.ts';
import {
  answered,
  type Call,
  type HostState,
  invalid,
  NO_SUCH_PATH,
  type Route,
  type RunCall,
  refused,
  route,
} from './route.ts';
import { sendAnswer } from './wire.ts';

const RUN = '/v1/runs/([^/]+)';

/** What can be requested from a host without changing anything (sections 4 to 7). */
export const READING_ROUTES: readonly Route[] = [
  route('GET', '/\\.well-known/openwop', null, 'discovery', { handle: discovery }),
  route('GET', '/v1/runs', 'runs:read', 'snapshot', { handle: runList }),
  route('GET', RUN, 'runs:read', 'snapshot', { ofRun: snapshot }),
  route('GET', `${RUN}/events/poll`, 'runs:read', 'poll', { ofRun: poll }),
  route('GET', `${RUN}/events`, 'runs:read', 'stream', { ofRun: events }),
  route('GET', `${RUN}/debug-bundle`, 'runs:read', 'bundle', { ofRun: bundle }),
  route('GET', '/v1/host/(?:sample|openwop-app)/assets/([^/]+)', null, 'any', { handle: asset }),
];

/** Documents as those of the observed hosts, shortened to what a client reads (bundles-and-transport.md section 5.2). */
function discovery({ host }: Call): Answer {
  const headers = { 'cache-control': 'public, max-age=60', 'capabilities-etag': '"test-host"' };
  return { status: 200, body: DISCOVERY[host.dialect.name], headers };
}

function runList({ host, url }: Call): Answer {
  if (!host.dialect.actions.runList) return NO_SUCH_PATH;
  if (host.dialect.major === 2) return newestRuns(host, url.searchParams.get('cursor'));
  const limit = Math.min(200, Math.max(1, Number(url.searchParams.get('limit')) || 50));
  const status = url.searchParams.get('status');
  const runs = [...host.runs.values()].filter((run) => status === null || run.status === status);
  return answered({ runs: runs.slice(0, limit).map((run) => host.dialect.snapshot(run, host.origin())) });
}

/** A page of v2, newest first; its cursor is the index of the next run. */
function newestRuns({ dialect, runs, origin }: HostState, cursor: string | null): Answer {
  if (!/^\d*$/.test(cursor ?? '')) return invalid('There is no such cursor');
  const end = Number(cursor) + RUNS_PER_PAGE;
  const page = [...runs.values()].reverse().slice(Number(cursor), end);
  const nextCursor = end < runs.size ? String(end) : undefined;
  return answered({ runs: page.map((run) => dialect.snapshot(run, origin())), nextCursor });
}

const RUNS_PER_PAGE = 50;

function snapshot({ host, run, request }: RunCall): Answer {
  const body = host.dialect.snapshot(run, host.origin());
  const etag = `W/"${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 16)}"`;
  if (host.dialect.name === 'app' && request.headers['if-none-match'] === etag)
    return { status: 304, body: null };
  return { status: 200, body, headers: host.dialect.name === 'app' ? { etag } : {} };
}

/** A poll without news of a run that continues may wait for some. */
function poll(call: RunCall): Answer | null {
  const { host, run, url, response } = call;
  const waitMs = host.dialect.poll.waitMs(url.searchParams);
  const answer = pollNow(call);
  const events = member(answer.body, 'events');
  if (waitMs === 0 || run.isTerminal || !Array.isArray(events) || events.length > 0) return answer;
  const done = (): void => {
    clearTimeout(timer);
    stop();
    sendAnswer(response, pollNow(call));
  };
  const timer = setTimeout(done, waitMs).unref();
  const stop = run.subscribe(done);
  return null;
}

function pollNow({ host, run, url }: RunCall): Answer {
  const { dialect } = host;
  const faults = host.faults.of(run.runId);
  const cursor = cursorMeant(faults.cursorMeans, url.searchParams) ?? dialect.poll.cursor(url.searchParams);
  if ('status' in cursor) return cursor;
  const from = Math.max(cursor.value === null ? 0 : cursor.value + 1, faults.keepsFrom ?? 0);
  const limit = Math.min(dialect.poll.limit(url.searchParams), faults.pageEvents ?? Number.POSITIVE_INFINITY);
  const at = Math.max(0, from - dialect.firstSequence);
  const page = run.events.slice(at, at + limit);
  const saysTerminal = run.isTerminal || faults.lyingComplete;
  const answer = answered(dialect.poll.answer({ run, events: page, saysTerminal }));
  const { behindTheEnd } = faults;
  if (run.isTerminal && behindTheEnd !== null && host.faults.strike(behindTheEnd))
    run.append(behindTheEnd.types.map((type) => ({ type, payload: {}, isAsLogged: true }) as const));
  return answer;
}

/** The cursor as a fault has it understood; null for the dialect's own way. */
function cursorMeant(
  means: 'from' | 'skip-one' | 'ignored' | null,
  query: URLSearchParams,
): ReturnType<Dialect['poll']['cursor']> | null {
  if (means === null) return null;
  const text = query.get('afterSequence') ?? query.get('lastSequence') ?? query.get('since');
  if (text === null || means === 'ignored') return { value: null };
  return { value: Number(text) + (means === 'from' ? -1 : 1) };
}

function bundle({ host, run, url }: RunCall): Answer {
  if (host.dialect.bundle === null) return NO_SUCH_PATH;
  const text = url.searchParams.get('maxEvents');
  const maxEvents = text !== null && /^\d+$/.test(text) ? Number(text) : null;
  return answered(host.dialect.bundle(run, maxEvents));
}

/** An event stream, or JSON from hosts that give that to whoever does not ask for a stream. */
function events(call: RunCall): Answer | null {
  const { host, run, request, url } = call;
  const { dialect } = host;
  const accept = request.headers.accept ?? '*/*';
  const wantsStream = accept.includes('text/event-stream');
  const isJson = dialect.stream.otherwise === 'always-json' || accept.includes('application/json');
  if ((isJson && !wantsStream) || host.faults.of(run.runId).jsonInsteadOfSse)
    return answered({ events: run.events.map((event) => dialect.events.json(event)) });
  const cursor = dialect.stream.cursor(request.headers['last-event-id']?.toString() ?? null);
  const mode = dialect.stream.mode(url.searchParams);
  if ('status' in cursor) return cursor;
  if ('status' in mode) return mode;
  if (dialect.name === 'app' && host.streams.open() >= MAX_STREAMS) return TOO_MANY_STREAMS;
  openStream(call, { cursor: cursor.value, lets: mode.value });
  return null;
}

const MAX_STREAMS = 20;

const TOO_MANY_STREAMS: Answer = {
  ...refused(429, 'rate_limited', 'Too many streams of one tenant are open', {
    retryAfterMs: 1000,
    scope: 'tenant',
    limit: MAX_STREAMS,
    reason: 'sse_concurrent_streams',
  }),
  headers: { 'retry-after': '1' },
};

function openStream(
  { host, run, response, url }: RunCall,
  read: { readonly cursor: number | null; lets(type: string): boolean },
): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  if (host.dialect.stream.head === 'at-once') response.flushHeaders();
  response.socket?.setNoDelay(true);
  const hasDeltas = host.dialect.stream.hasDeltas && url.searchParams.get('a2uiDelta') === '1';
  const { dialect, heartbeatMs, faults } = host;
  const parts = { ...read, run, dialect, hasDeltas, heartbeatMs, switch: faults };
  host.streams.add(run.runId, (onEnd) => new EventStream(response, { ...parts, onEnd }));
  host.watched(run);
}

function asset({ host, caught, response }: Call): Answer | null {
  const bytes = host.assets.get(caught[0] ?? '');
  if (bytes === undefined) return refused(404, 'not_found', 'There is no such asset');
  response
    .writeHead(200, { 'content-type': 'image/png', 'cache-control': 'private, max-age=300' })
    .end(bytes);
  return null;
}
