/** The exact request behind every action (bundles-and-transport.md sections 5, 8, 9, 10). */
import { jsonText, maskMark, member, secretsIn, textAt, unreachable } from '@openwop-inspector/base';
import type { ActionPreview, RequestPreview, RunAction } from '../answers/actions.ts';
import type { HostConnection } from '../connection.ts';
import type { InterruptRecord, TokenBook } from '../interrupts/open-interrupts.ts';
import { apiPath, cleanBase, runPath, type Spoken, segment, VERSION_HEADER } from '../rest/request-url.ts';

/** A request as it is sent. */
interface ActionRequest {
  readonly path: string;
  /** The path with the token of a token endpoint hidden. */
  readonly maskedPath: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** False for the token endpoint, whose token is the credential. */
  readonly withToken: boolean;
}

/** What an action would send. Only for an action that was not refused. */
export function actionRequest(
  host: Spoken,
  runId: string,
  action: RunAction,
  tokens: TokenBook,
): ActionRequest {
  const atRun = (rest: string, body: Readonly<Record<string, unknown>>) =>
    requestAt(runPath(host, runId, rest), body);
  switch (action.kind) {
    case 'resolve-interrupt':
      return answerRequest(host, runId, action, tokens);
    case 'exchange': {
      const turn = { role: 'user', content: action.value };
      return atRun(nodePath(host, action.nodeId), { resumeValue: { operation: 'exchange', turn } });
    }
    case 'fork': {
      const { mode, fromSeq, runOptionsOverlay } = action;
      return atRun(':fork', { mode, fromSeq, ...present({ runOptionsOverlay }) });
    }
    case 'cancel':
      return atRun('/cancel', present({ reason: action.reason }));
    case 'pause':
      return atRun(':pause', { ...present({ reason: action.reason }), drainPolicy: action.drainPolicy });
    case 'resume':
      return atRun(':resume', present({ reason: action.reason }));
    case 'annotate':
      return atRun('/annotations', annotation(action));
    default:
      return unreachable(action);
  }
}

function answerRequest(
  host: Spoken,
  runId: string,
  action: ActionOf<'resolve-interrupt'>,
  tokens: TokenBook,
) {
  const body = { resumeValue: action.resumeValue };
  const token = action.tokenRef === null ? null : tokens.tokenOf(action.tokenRef);
  if (token === null) return requestAt(runPath(host, runId, nodePath(host, action.nodeId)), body);
  const path = apiPath(host, `/interrupts/${segment(host, token)}`);
  const maskedPath = apiPath(host, `/interrupts/${maskMark('interrupt-token')}`);
  return { path, maskedPath, body, withToken: false };
}

function annotation(action: ActionOf<'annotate'>): Readonly<Record<string, unknown>> {
  const { target, signal, note } = action;
  const { kind, rating, label, correction } = signal;
  const reported = { rating: rating ?? null, label: label ?? null, correction: correction ?? null };
  return { ...present({ target }), signal: { kind, ...present(reported) }, ...present({ note }) };
}

function nodePath(host: Spoken, nodeId: string | null): string {
  return `/interrupts/${segment(host, nodeId ?? '')}`;
}

function requestAt(path: string, body: Readonly<Record<string, unknown>>): ActionRequest {
  return { path, maskedPath: path, body, withToken: true };
}

/** Without the members that are null: the contracts of hosts are closed, and null is a value. */
function present(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

/** An `ActionPreview` before the shell has given it an id. */
export type PreviewedAction = { readonly allowed: true; readonly request: RequestPreview } | Refusal;

/**
 * The exact request that an action would send, with tokens hidden, or why it is not sent. Nothing is sent.
 * `holdsToken` false leaves the `Authorization` header out, as the request would.
 */
export function previewAction(
  connection: HostConnection,
  runId: string,
  action: RunAction,
  tokens: TokenBook,
  holdsToken = true,
): PreviewedAction {
  const refused = refuseLocally(action, tokens);
  if (refused !== null) return refused;
  const { maskedPath, body, withToken } = actionRequest(connection, runId, action, tokens);
  const url = connection.mask(`${cleanBase(connection.baseUrl)}${maskedPath}`);
  const headers: (readonly [string, string])[] = [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json'],
  ];
  if (connection.major === 2) headers.push([VERSION_HEADER, '2']);
  if (withToken && holdsToken) headers.push(['Authorization', `Bearer ${maskMark('session-token')}`]);
  const text = connection.mask(jsonText(body) ?? '');
  const curl = curlText({ url, headers, body: text });
  return { allowed: true, request: { method: 'POST', url, headers, body: text, curl } };
}

/**
 * The request as a command, its token hidden. Tokens are variables of the shell: `$OPENWOP_TOKEN`, and `$OPENWOP_INTERRUPT_TOKEN` in the
 * address of a token endpoint. Everything else is in single quotes, which nothing inside can end.
 */
function curlText({ url, headers, body }: Omit<RequestPreview, 'method' | 'curl'>): string {
  const address = url.split(maskMark('interrupt-token')).map(quoted).join('"$OPENWOP_INTERRUPT_TOKEN"');
  const lines = headers.map(([name, value]) =>
    name === 'Authorization'
      ? '--header "Authorization: Bearer $OPENWOP_TOKEN"'
      : `--header ${quoted(`${name}: ${value}`)}`,
  );
  return [`curl --globoff --request POST ${address}`, ...lines, `--data-raw ${quoted(body)}`].join(' \\\n  ');
}

const quoted = (text: string): string => (text === '' ? '' : `'${text.replaceAll("'", `'\\''`)}'`);

// Actions that are not sent at all, with the reason: judged here, before any host could (security, section 8).

type Refusal = Extract<ActionPreview, { readonly allowed: false }>;
type ActionOf<K extends RunAction['kind']> = Extract<RunAction, { readonly kind: K }>;

/** Why an action is not sent; null when it may be. */
export function refuseLocally(action: RunAction, tokens: TokenBook): Refusal | null {
  switch (action.kind) {
    case 'resolve-interrupt':
      return refuseAnswer(action, tokens);
    case 'exchange':
      return refuseExchange(action, tokens);
    case 'fork':
      return refuseFork(action);
    case 'annotate':
      return refuseAnnotation(action);
    default:
      return null;
  }
}

function refuseAnswer(action: ActionOf<'resolve-interrupt'>, tokens: TokenBook): Refusal | null {
  const { nodeId, tokenRef, interruptKind, resumeValue, valueOrigin, contentTrust } = action;
  if (nodeId === null && tokenRef === null)
    return invalid('The answer names neither a node nor a token.', 'bundles 8');
  if (tokenRef !== null && tokens.tokenOf(tokenRef) === null) return UNKNOWN_TOKEN;
  if (resumeValue === undefined || jsonText(resumeValue) === null)
    return invalid('The answer cannot be written as JSON.', 'bundles 8');
  if (member(resumeValue, 'decidedBy') !== undefined)
    return invalid(
      'Who decides is set by the host, never by an answer.',
      'prompt-injection-decidedby-host-only',
    );
  const requested = tokens.requestedBy(tokenRef, nodeId);
  if (interruptKind !== 'approval' && requested?.kind !== 'approval') return null;
  // The user may decide about untrusted content. What an agent wrote may not decide: neither a
  // surface with untrusted content nor a value taken over from a log.
  if (valueOrigin === 'content' || (valueOrigin === 'surface' && contentTrust === 'untrusted'))
    return UNTRUSTED;
  return refuseApproval(resumeValue, requested);
}

const UNTRUSTED: Refusal = {
  allowed: false,
  code: 'untrusted_content_blocks_approval',
  message: 'Untrusted content cannot advance an approval. Decide in the form of the approval itself.',
  clause: 'security a2ui-untrusted-blocks-approval',
};

const ACTIONS: readonly string[] = ['accept', 'reject', 'refine', 'edit-accept'];
const SCOPES: readonly unknown[] = ['whole', 'section', 'items'];
/** Whoever votes is known to the host by the token; these names in an answer would pretend something else. */
const IDENTITY = ['principal', 'voter', 'approver', 'actor', 'tenant'];

function refuseApproval(resumeValue: unknown, requested: InterruptRecord | null): Refusal | null {
  const action = textAt(resumeValue, 'action');
  if (action === 'ask') return invalid('ask never resolves an approval.', 'bundles 8');
  if (action === null) return invalid('An approval is answered with an action.', 'bundles 8');
  const offered = requested?.actions ?? ACTIONS;
  if (!offered.includes(action)) {
    const short = action.length > 40 ? `${action.slice(0, 39)}…` : action;
    return invalid(`This approval does not offer the action ${short}.`, 'bundles 8');
  }
  const pretended = IDENTITY.find((name) => member(resumeValue, name) !== undefined);
  if (pretended !== undefined)
    return invalid(`Who votes is set by the host; ${pretended} is not sent.`, 'bundles 8');
  if (action === 'refine' && !SCOPES.includes(member(member(resumeValue, 'refineFeedback'), 'scope')))
    return invalid('refine needs refineFeedback with a scope: whole, section or items.', 'bundles 8');
  if (action === 'edit-accept' && member(resumeValue, 'editedArtifactData') === undefined)
    return invalid('edit-accept needs editedArtifactData.', 'bundles 8');
  return null;
}

function refuseExchange(action: ActionOf<'exchange'>, tokens: TokenBook): Refusal | null {
  const { nodeId, contentTrust, interruptKind, value } = action;
  if (nodeId === null) return invalid('The message names no node.', 'envelope 7.3');
  if (value === undefined || jsonText(value) === null)
    return invalid('The message cannot be written as JSON.', 'envelope 7.3');
  const isApproval = interruptKind === 'approval' || tokens.requestedBy(null, nodeId)?.kind === 'approval';
  return isApproval && contentTrust === 'untrusted' ? UNTRUSTED : null;
}

function refuseFork({ mode, fromSeq, runOptionsOverlay }: ActionOf<'fork'>): Refusal | null {
  if (!Number.isSafeInteger(fromSeq) || fromSeq < 0)
    return invalid('A fork begins at a sequence, a whole number from 0.', 'bundles 9');
  if (mode === 'replay' && runOptionsOverlay !== null)
    return invalid('Only a branch takes other run options; a replay repeats what was.', 'bundles 9');
  return null;
}

function refuseAnnotation({ signal, note }: ActionOf<'annotate'>): Refusal | null {
  const { kind, rating, label, correction } = signal;
  const isRated = rating !== undefined && Number.isInteger(rating) && rating >= 1 && rating <= 5;
  if (kind === 'rating' && !isRated) return invalid('A rating is a whole number from 1 to 5.', 'bundles 10');
  if (kind === 'label' && !label) return invalid('A label needs its text.', 'bundles 10');
  if (kind === 'correction' && !correction) return invalid('A correction needs its text.', 'bundles 10');
  const texts = [label, correction, note ?? undefined];
  if (texts.some((text) => text !== undefined && secretsIn(text).length > 0))
    return invalid(
      'The text holds what looks like a credential. Take it out.',
      'annotation-content-redaction',
    );
  return null;
}

const UNKNOWN_TOKEN: Refusal = {
  allowed: false,
  code: 'token_unknown',
  message: 'The token of this interrupt is no longer known. Read the open interrupts again.',
  clause: 'bundles 8',
};

function invalid(message: string, clause: string): Refusal {
  return { allowed: false, code: 'invalid_action', message, clause };
}
