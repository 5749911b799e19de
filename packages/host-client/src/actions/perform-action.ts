import { member } from '@openwop-inspector/base';
import { runId as checkedRunId } from '@openwop-inspector/protocol';
import type { ActionOutcome, RunAction } from '../answers/actions.ts';
import type { HostError } from '../answers/host-error.ts';
import type { HostConnection, JsonAnswer, RequestParts } from '../connection.ts';
import { withoutAnswer } from '../errors/network-error.ts';
import { rawBodyOf } from '../errors/status-error.ts';
import type { TokenBook } from '../interrupts/token-book.ts';
import { hostNameOf } from '../rest/request-url.ts';
import { actionRequest } from './action-request.ts';
import { otherFormOf } from './other-form.ts';
import { outcomeWords } from './outcome-words.ts';
import { refuseLocally } from './refuse-locally.ts';

/** Largest answer to an action that is read. */
const MAX_BYTES = 1024 * 1024;

/**
 * Sends an action once. What is refused here is not sent; what failed is not sent again, since the host may have
 * carried it out. Never rejects.
 */
export async function performAction(
  connection: HostConnection,
  runId: string,
  action: RunAction,
  tokens: TokenBook,
  parts: Pick<RequestParts, 'signal' | 'timeoutMs'> = {},
): Promise<ActionOutcome> {
  const refused = refuseLocally(action, tokens);
  if (refused !== null) {
    const error = withoutAnswer('cancelled', refused.code, `${refused.message} Nothing was sent.`);
    return { ok: false, error, otherForm: null };
  }
  const { path, body, withToken } = actionRequest(runId, action, tokens);
  const answer = await connection.postJson(path, body, { ...parts, withToken, maxBytes: MAX_BYTES });
  if (answer.ok) return taken(action, answer.value, connection);
  if (answer.error.status !== null && answer.error.status < 300) return takenUnread(action, answer.error);
  const error = withDoubt(withoutEndpoint(action, answer.error, hostNameOf(connection.baseUrl)));
  return { ok: false, error, otherForm: otherFormOf(action, answer.error) };
}

function taken(
  action: RunAction,
  { status, json, text }: JsonAnswer,
  connection: HostConnection,
): ActionOutcome {
  return {
    ok: true,
    status,
    words: outcomeWords(action, { status, json }),
    newRunId: action.kind === 'fork' ? checkedRunId(member(json, 'runId')) : null,
    body: rawBodyOf(text, connection.mask),
  };
}

/** The host said yes in words that are no JSON. */
function takenUnread(action: RunAction, { status, rawBody }: HostError): ActionOutcome {
  const words = `${outcomeWords(action, { status: status ?? 200, json: null })} Its answer cannot be read.`;
  return { ok: true, status: status ?? 200, words, newRunId: null, body: rawBody };
}

/** Codes of a 404 that name nothing of the run: the path itself is not there. */
const NO_PATH: ReadonlySet<string> = new Set(['http_404', 'not_found', 'NOT_FOUND', 'route_not_found']);

/** Actions that a host may be without. */
const OPTIONAL: ReadonlySet<RunAction['kind']> = new Set(['fork', 'pause', 'resume', 'annotate']);

/** What few hosts have is not there at all: the address was right, the host cannot do it (section 5.2). */
function withoutEndpoint({ kind }: RunAction, error: HostError, host: string): HostError {
  const isPath = error.status === 404 && NO_PATH.has(error.code);
  if (!isPath || !OPTIONAL.has(kind)) return error;
  return { ...error, message: `${host} cannot do this: it has no endpoint for it. (404)` };
}

/** Kinds of failure after which nobody knows whether the request arrived. */
function withDoubt(error: HostError): HostError {
  const isUnsure = error.kind === 'out-of-time' || (error.kind === 'unreachable' && SENT.has(error.code));
  if (!isUnsure && error.kind !== 'cancelled') return error;
  const doubt = 'It is not known whether the host carried it out: look at the run before you send it again.';
  return { ...error, message: `${error.message} ${doubt}` };
}

const SENT: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'UND_ERR_SOCKET',
  'NO_CONNECTION',
]);
