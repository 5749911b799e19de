import {
  type ActionOutcome,
  type ActionPreview,
  maskValue,
  performAction,
  previewAction,
  type RequestPreview,
  type RunAction,
} from '@openwop-inspector/host-client';
import type { Log } from '../log.ts';
import { createActionPreviews } from './action-previews.ts';
import type { LiveSession } from './live-session.ts';
import { closedSession, shellError } from './shell-error.ts';
import { withoutSecrets } from './without-secrets.ts';

/** Actions on runs: shown first, sent once. */
export interface ActionService {
  preview(session: LiveSession | null, action: RunAction): Promise<ActionPreview>;
  act(session: LiveSession | null, previewId: string): Promise<ActionOutcome>;
  /** Forgets what was previewed, of one session or of all. */
  forget(liveId?: string): void;
}

const used =
  'Nothing was sent: this request was sent already, or it is older than ten minutes. Look at it again and send it then.';

/** `now` gives epoch milliseconds. */
export function createActionService(now: () => number, log: Log): ActionService {
  const previews = createActionPreviews(now);
  return {
    async preview(session, action) {
      if (session === null)
        return { allowed: false, code: 'invalid_action', message: closedSession, clause: '' };
      const { connection, runId, interruptTokens } = session;
      const holdsToken = (await session.token()) !== null;
      const previewed = previewAction(connection, runId, action, interruptTokens, holdsToken);
      if (!previewed.allowed) {
        log({ event: 'action-refused', code: previewed.code });
        return previewed;
      }
      const request = withoutSecrets(previewed.request, connection.mask);
      return { allowed: true, previewId: previews.hold(session.liveId, action, request), request };
    },
    async act(session, previewId) {
      if (session === null) return notSent('session_closed', closedSession);
      const held = previews.take(session.liveId, previewId);
      if (held === null) return notSent('preview_used', used);
      const outcome = await send(session, held.action, held.request, now());
      log({ event: 'action-sent', ...about(outcome) });
      return outcome;
    },
    forget: previews.forget,
  };
}

async function send(
  session: LiveSession,
  action: RunAction,
  request: RequestPreview,
  nowMs: number,
): Promise<ActionOutcome> {
  const { connection, runId, interruptTokens } = session;
  const outcome = await performAction(connection, runId, action, interruptTokens);
  const record = { at: new Date(nowMs).toISOString(), action: masked(action), request, outcome };
  // A host may say which token it did not take, and a person may enter one where it does not belong.
  const shown = withoutSecrets(record, connection.mask);
  await session.record(shown);
  return shown.outcome;
}

/** What the person entered may be a credential, which the host is to get and nobody else. */
function masked(action: RunAction): RunAction {
  return maskValue(action) as RunAction; // a copy of the same form: only texts are changed
}

function about(outcome: ActionOutcome): { readonly code: string; readonly status?: number } {
  if (outcome.ok) return { code: 'fine', status: outcome.status };
  const { kind, status } = outcome.error;
  return status === null ? { code: kind } : { code: kind, status };
}

function notSent(code: string, message: string): ActionOutcome {
  return { ok: false, error: shellError(code, message), otherForm: null };
}
