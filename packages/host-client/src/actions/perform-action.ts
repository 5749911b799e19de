import { countAt, jsonText, member, objectAt, textAt, unreachable } from '@openwop-inspector/base';
import { runId as checkedRunId } from '@openwop-inspector/protocol';
import type { ActionOutcome, RunAction } from '../answers/actions.ts';
import type { HostError } from '../answers/host-error.ts';
import type { HostConnection, JsonAnswer } from '../connection.ts';
import { rawBodyOf, withoutAnswer } from '../errors/request-errors.ts';
import type { TokenBook } from '../interrupts/open-interrupts.ts';
import { hostNameOf } from '../rest/request-url.ts';
import { actionRequest, refuseLocally } from './action-request.ts';

/** An answer that says yes. */
type TakenAnswer = Pick<JsonAnswer, 'status' | 'json'>;

/** Codes of hosts about the interrupt itself: no form of the answers would do. */
const ABOUT_THE_INTERRUPT = /^interrupt_/;

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
): Promise<ActionOutcome> {
  const refused = refuseLocally(action, tokens);
  if (refused !== null) {
    const error = withoutAnswer('cancelled', refused.code, `${refused.message} Nothing was sent.`);
    return { ok: false, error, otherForm: null };
  }
  const { path, body, withToken } = actionRequest(connection, runId, action, tokens);
  const answer = await connection.postJson(path, body, { withToken, maxBytes: MAX_BYTES });
  if (answer.ok) return taken(action, answer.value, rawBodyOf(answer.value.text, connection.mask));
  const { status, rawBody } = answer.error;
  // The host said yes in words that are no JSON.
  if (status !== null && status < 300)
    return taken(action, { status, json: null }, rawBody, ' Its answer cannot be read.');
  const error = withDoubt(withoutEndpoint(action, answer.error, hostNameOf(connection.baseUrl)));
  return { ok: false, error, otherForm: otherFormOf(action, answer.error) };
}

function taken(action: RunAction, answer: TakenAnswer, body: string, remark = ''): ActionOutcome {
  const words = `${outcomeText(action, answer)}${remark}`;
  const newRunId = action.kind === 'fork' ? checkedRunId(member(answer.json, 'runId')) : null;
  return { ok: true, status: answer.status, words, newRunId, body };
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
  const isUnsure = error.kind === 'out-of-time' || (error.kind === 'unreachable' && SENT.test(error.code));
  if (!isUnsure && error.kind !== 'cancelled') return error;
  const doubt = 'It is not known whether the host carried it out: look at the run before you send it again.';
  return { ...error, message: `${error.message} ${doubt}` };
}

const SENT = /^(?:ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|NO_CONNECTION)$/;

/**
 * The same answers in the form that some hosts want, `{answers: {<id>: text}}` instead of `[{id, answer}]`, when the
 * host refused the protocol's form with 400 or 422 (bundles 8). Hosts name the reason in many ways, so their words decide
 * nothing. It is offered to the person and never sent by itself.
 */
function otherFormOf(action: RunAction, error: HostError): RunAction | null {
  if (action.kind !== 'resolve-interrupt' || (error.status !== 400 && error.status !== 422)) return null;
  if (ABOUT_THE_INTERRUPT.test(error.code)) return null;
  const answers = member(action.resumeValue, 'answers');
  const entries = Array.isArray(answers) ? answers.map(entryOf) : [];
  const reported = entries.filter((entry): entry is readonly [string, string] => entry !== null);
  if (reported.length === 0 || reported.length < entries.length) return null;
  // Not by assignment: an id may be `__proto__`.
  return { ...action, resumeValue: { answers: Object.fromEntries(reported) } };
}

function entryOf(item: unknown): readonly [string, string] | null {
  const id = member(item, 'id');
  const answer = member(item, 'answer');
  if (typeof id !== 'string') return null;
  return [id, typeof answer === 'string' ? answer : (jsonText(answer) ?? '')];
}

/** One sentence about an action that the host took. */
function outcomeText(action: RunAction, answer: TakenAnswer): string {
  switch (action.kind) {
    case 'resolve-interrupt':
      return answerText(action.interruptKind, answer);
    case 'exchange':
      return exchangeText(answer);
    case 'fork':
      return action.mode === 'replay'
        ? 'A replay was started as a new run.'
        : 'A branch was started as a new run.';
    case 'cancel':
      return cancelText(answer);
    case 'pause':
      return pauseText(action.drainPolicy, answer);
    case 'resume':
      return statusOf(answer) === 'running' ? 'The run continues.' : 'The host accepted the resume request.';
    case 'annotate':
      return 'The annotation is stored.';
    default:
      return unreachable(action);
  }
}

const statusOf = ({ json }: TakenAnswer): string | null => textAt(json, 'status');

/** Hosts answer 200 with the old status for a vote that was counted, and for one that decides a moment later. */
function answerText(kind: string, answer: TakenAnswer): string {
  const status = statusOf(answer);
  const votes = countVotes(member(objectAt(answer.json, 'interrupt'), 'votes'));
  if (kind === 'approval' && status === 'waiting-approval') {
    const counted = votes === null ? '' : ` (${votes} so far)`;
    return `The vote is stored${counted}. The gate still waits, as the host answers.`;
  }
  if (status !== null && /^waiting-/.test(status))
    return 'The answer is stored. The run still waits, as the host answers.';
  if (answer.status === 202) return 'The host took the answer and will carry it out.';
  return 'The answer is taken. The run continues.';
}

function countVotes(votes: unknown): number | null {
  if (Array.isArray(votes)) return votes.length;
  return typeof votes === 'number' && Number.isSafeInteger(votes) && votes >= 0 ? votes : null;
}

function exchangeText({ json }: TakenAnswer): string {
  const turns = countAt(objectAt(json, 'conversation'), 'turns');
  return turns === null
    ? 'The message is sent.'
    : `The message is sent. The conversation has ${turns} turns.`;
}

function cancelText(answer: TakenAnswer): string {
  const status = statusOf(answer);
  if (member(answer.json, 'alreadyTerminal') === true)
    return 'The run had ended before. Nothing was cancelled.';
  if (status === 'cancelled') return 'The run is cancelled.';
  if (status === 'completed' || status === 'failed') return `The run had ended before (${status}).`;
  return 'The run is being cancelled.';
}

function pauseText(drainPolicy: 'drain-current-node' | 'immediate', answer: TakenAnswer): string {
  if (statusOf(answer) === 'paused') return 'The run is paused.';
  const when = drainPolicy === 'immediate' ? 'at once' : 'when the current node is done';
  return `The host accepted the request. The run pauses ${when}.`;
}
