import type { IncomingMessage, ServerResponse } from 'node:http';
import { parsedJson } from '@openwop-inspector/base';
import type { Answer } from '../dialects/dialect.ts';
import { isOfOtherTenant, v2Answer, v2Decoded } from '../dialects/v2.ts';
import { ACTING_ROUTES } from './acting-routes.ts';
import { READING_ROUTES } from './reading-routes.ts';
import {
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
  const isV2 = host.dialect.major === 2;
  if (isV2) response.setHeader('openwop-version', '2.0');
  const url = new URL(seen.path, 'http://127.0.0.1');
  const found = routeOf(seen.method, isV2 ? v2Path(url.pathname) : url.pathname, host);
  const runId = found?.route.ofRun === undefined ? null : (found.caught[0] ?? null);
  const wrong = host.faults.answer(runId, found?.route.faultyPath ?? 'any');
  if (wrong !== null) {
    sendFaulty(response, wrong);
    return;
  }
  const answer =
    versionRefusal(host, found, request) ??
    (found === null
      ? NO_SUCH_PATH
      : answerTo(found, { host, url, request, response, body: parsedJson(text) }, seen.token));
  if (answer !== null) sendAnswer(response, isV2 ? v2Answer(answer) : answer);
}

/** Every unversioned request but that for the discovery document names its major. */
function versionRefusal(
  { dialect }: HostState,
  found: Found | null,
  { headers }: IncomingMessage,
): Answer | null {
  const isNamed = dialect.major === 1 || headers['openwop-version'] === '2';
  if (isNamed || found?.route.faultyPath === 'discovery') return null;
  return refused(400, 'protocol_version_mismatch', 'OpenWOP-Version: 2 is needed');
}

/** The path as the routes have it, and no route for what only v1 had. */
function v2Path(path: string): string {
  if (path.startsWith('/.well-known/')) return path;
  return /^\/v1(?:\/|$)/.test(path) ? '' : `/v1${path}`;
}

interface Found {
  readonly route: Route;
  readonly caught: readonly string[];
}

function routeOf(method: string, path: string, { dialect }: HostState): Found | null {
  for (const route of ROUTES) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match === null) continue;
    const caught = match.slice(1).map((part) => decoded(part, dialect.major));
    const [first = '', ...rest] = caught;
    return { route, caught: route.ofRun === undefined ? caught : [dialect.runIdOf(first), ...rest] };
  }
  return null;
}

function answerTo(
  { route, caught }: Found,
  parts: Omit<Call, 'caught'>,
  token: string | null,
): Answer | null {
  const { host } = parts;
  const call: Call = { ...parts, caught };
  const [first = ''] = caught;
  if (route.scope !== null) {
    const refusal = refusalFor(host.dialect, host.keys, token, route.scope);
    const { anonymous } = host.faults.of(first);
    const isStranger = refusal?.status === 401 && route.ofRun !== undefined;
    if (isStranger && anonymous === 'sees-no-run') return NO_SUCH_RUN;
    if (refusal !== null && !(isStranger && anonymous === 'sees-all')) return refusal;
  }
  if (route.ofRun === undefined) return route.handle?.(call) ?? null;
  if (host.dialect.major === 2 && isOfOtherTenant(first))
    return refused(403, 'id_tenant_mismatch', 'The run is of another tenant');
  const run = host.runs.get(first);
  return run === undefined ? NO_SUCH_RUN : route.ofRun({ ...call, run });
}

function decoded(text: string, major: 1 | 2): string {
  try {
    return major === 2 ? v2Decoded(text) : decodeURIComponent(text);
  } catch {
    return text;
  }
}
