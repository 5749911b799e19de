/** The exact request behind every action (bundles-and-transport.md sections 5, 8, 9, 10). */

import { jsonText, maskMark, unreachable } from '@openwop-inspector/base';
import type { RequestPreview, RunAction } from '../answers/actions.ts';
import type { HostConnection } from '../connection.ts';
import type { TokenBook } from '../interrupts/token-book.ts';
import { cleanBase, runPath, segment } from '../rest/request-url.ts';
import { type Refusal, refuseLocally } from './refuse-locally.ts';

/** A request as it is sent. */
export interface ActionRequest {
  readonly path: string;
  /** The path with the token of a token endpoint hidden. */
  readonly shownPath: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** False for the token endpoint, whose token is the credential. */
  readonly withToken: boolean;
}

/** What an action would send. To be asked only for an action that was not refused. */
export function actionRequest(runId: string, action: RunAction, tokens: TokenBook): ActionRequest {
  switch (action.kind) {
    case 'resolve-interrupt':
      return answerRequest(runId, action, tokens);
    case 'exchange': {
      const turn = { role: 'user', content: action.value };
      return atRun(runId, nodePath(action.nodeId), { resumeValue: { operation: 'exchange', turn } });
    }
    case 'fork': {
      const { mode, fromSeq, runOptionsOverlay } = action;
      return atRun(runId, ':fork', { mode, fromSeq, ...present({ runOptionsOverlay }) });
    }
    case 'cancel':
      return atRun(runId, '/cancel', present({ reason: action.reason }));
    case 'pause':
      return atRun(runId, ':pause', {
        ...present({ reason: action.reason }),
        drainPolicy: action.drainPolicy,
      });
    case 'resume':
      return atRun(runId, ':resume', present({ reason: action.reason }));
    case 'annotate':
      return atRun(runId, '/annotations', annotation(action));
    default:
      return unreachable(action);
  }
}

function answerRequest(
  runId: string,
  action: Extract<RunAction, { readonly kind: 'resolve-interrupt' }>,
  tokens: TokenBook,
): ActionRequest {
  const body = { resumeValue: action.resumeValue };
  const token = action.tokenRef === null ? null : tokens.tokenOf(action.tokenRef);
  if (token === null) return atRun(runId, nodePath(action.nodeId), body);
  const path = `/v1/interrupts/${segment(token)}`;
  return { path, shownPath: `/v1/interrupts/${maskMark('interrupt-token')}`, body, withToken: false };
}

function annotation({
  target,
  signal,
  note,
}: Extract<RunAction, { readonly kind: 'annotate' }>): Readonly<Record<string, unknown>> {
  const { kind, rating, label, correction } = signal;
  const told = { rating: rating ?? null, label: label ?? null, correction: correction ?? null };
  return { ...present({ target }), signal: { kind, ...present(told) }, ...present({ note }) };
}

function nodePath(nodeId: string | null): string {
  return `/interrupts/${segment(nodeId ?? '')}`;
}

function atRun(runId: string, rest: string, body: Readonly<Record<string, unknown>>): ActionRequest {
  const path = runPath(runId, rest);
  return { path, shownPath: path, body, withToken: true };
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
  const { shownPath, body, withToken } = actionRequest(runId, action, tokens);
  const url = connection.mask(`${cleanBase(connection.baseUrl)}${shownPath}`);
  const headers: (readonly [string, string])[] = [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json'],
  ];
  if (withToken && holdsToken) headers.push(['Authorization', `Bearer ${maskMark('session-token')}`]);
  const text = connection.mask(jsonText(body) ?? '');
  const curl = curlText({ url, headers, body: text });
  return { allowed: true, request: { method: 'POST', url, headers, body: text, curl } };
}

/** What a command for a terminal is made of; the address with its token hidden, as it is shown. */
interface CurlParts {
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/**
 * The request as a command. Tokens are variables of the shell: `$OPENWOP_TOKEN`, and `$OPENWOP_INTERRUPT_TOKEN` in the
 * address of a token endpoint. Everything else stands in single quotes, which nothing inside can end.
 */
function curlText({ url, headers, body }: CurlParts): string {
  const address = url.split(maskMark('interrupt-token')).map(quoted).join('"$OPENWOP_INTERRUPT_TOKEN"');
  const lines = headers.map(([name, value]) =>
    name === 'Authorization'
      ? '--header "Authorization: Bearer $OPENWOP_TOKEN"'
      : `--header ${quoted(`${name}: ${value}`)}`,
  );
  return [`curl --globoff --request POST ${address}`, ...lines, `--data-raw ${quoted(body)}`].join(' \\\n  ');
}

function quoted(text: string): string {
  return text === '' ? '' : `'${text.replaceAll("'", `'\\''`)}'`;
}
