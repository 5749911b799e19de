/** The exact request behind every action (bundles-and-transport.md sections 5, 8, 9, 10). */

import { maskMark, unreachable } from '@openwop-inspector/base';
import type { RunAction } from '../answers/actions.ts';
import type { TokenBook } from '../interrupts/token-book.ts';
import { runPath, segment } from '../rest/request-url.ts';

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
