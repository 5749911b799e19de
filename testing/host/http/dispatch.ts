import type { IncomingMessage, ServerResponse } from 'node:http';
import { ACTING_ROUTES } from './acting-routes.ts';
import { READING_ROUTES, streamTokenOf } from './reading-routes.ts';
import {
  type Answer,
  type Call,
  type HostState,
  NO_SUCH_PATH,
  NO_SUCH_RUN,
  type Route,
  refusalFor,
  refused,
} from './route.ts';
import { readBody, type SeenRequest, sendAnswer, sendFaulty } from './wire.ts';

const ROUTES: readonly Route[] = [...READING_ROUTES, ...ACTING_ROUTES];

/** Answers one request: a fault when one is on for it, else what the dialect says. */
export async function dispatch(
  host: HostState,
  seen: SeenRequest,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await readBody(request);
  if (text === null) {
    sendAnswer(response, refused(413, 'payload_too_large', 'The body is too large'));
    return;
  }
  seen.body = text;
  const url = new URL(seen.path, 'http://127.0.0.1');
  const found = routeOf(seen.method, url.pathname);
  const runId = found?.route.ofRun === undefined ? null : (found.caught[0] ?? null);
  const wrong = host.faults.answer(runId, found?.route.faultyPath ?? 'any');
  if (wrong !== null) {
    sendFaulty(response, wrong);
    return;
  }
  const answer =
    found === null
      ? NO_SUCH_PATH
      : answerTo(found, { host, url, request, response, body: parsed(text) }, seen.token);
  if (answer !== null) sendAnswer(response, answer);
}

interface Found {
  readonly route: Route;
  readonly caught: readonly string[];
}

function routeOf(method: string, path: string): Found | null {
  for (const route of ROUTES) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match !== null) return { route, caught: match.slice(1).map(decoded) };
  }
  return null;
}

function answerTo(
  { route, caught }: Found,
  parts: Omit<Call, 'caught'>,
  token: string | null,
): Answer | null {
  const { host, url } = parts;
  const call: Call = { ...parts, caught };
  const [first = ''] = caught;
  const hasStreamToken =
    route.faultyPath === 'stream' &&
    host.dialect.actions.streamToken &&
    url.searchParams.get('streamToken') === streamTokenOf(first);
  if (route.scope !== null && !hasStreamToken) {
    const refusal = refusalFor(host.dialect, host.keys, token, route.scope);
    const { anonymous } = host.faults.of(first);
    const isStranger = refusal?.status === 401 && route.ofRun !== undefined;
    if (isStranger && anonymous === 'sees-no-run') return NO_SUCH_RUN;
    if (refusal !== null && !(isStranger && anonymous === 'sees-all')) return refusal;
  }
  if (route.ofRun === undefined) return route.handle?.(call) ?? null;
  const run = host.runs.get(first);
  return run === undefined ? NO_SUCH_RUN : route.ofRun({ ...call, run });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
