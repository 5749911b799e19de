import { randomBytes } from 'node:crypto';
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
import type { LiveSession } from './live-session.ts';
import { closedSession, shellError } from './shell-error.ts';
import { withoutSecrets } from './without-secrets.ts';

/** Actions that the user has been shown and not yet sent: each may be sent once (security.md S-18). */
interface ActionPreviews {
  /** Gives the id under which it may be sent within ten minutes. */
  hold(liveId: string, action: RunAction, request: RequestPreview): string;
  /** Gives it out once; null for an id that is unknown, used, too old, or of another session. */
  take(liveId: string, previewId: string): PreviewedAction | null;
  /** Forgets those of one session, or all. */
  forget(liveId?: string): void;
}

/** An action with the request that the person was shown. */
interface PreviewedAction {
  readonly action: RunAction;
  readonly request: RequestPreview;
}

interface Preview extends PreviewedAction {
  readonly liveId: string;
  readonly untilMs: number;
}

const storedMs = 10 * 60 * 1000;

/** A dialog shows one at a time; more are left over from dialogs that were closed. */
const maxStored = 50;

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
  // A host may say which token it did not take, and the user may enter one where it does not belong.
  const displayed = withoutSecrets(record, connection.mask);
  await session.record(displayed);
  return displayed.outcome;
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

/** `now` gives epoch milliseconds. */
export function createActionPreviews(now: () => number): ActionPreviews {
  const held = new Map<string, Preview>();
  const dropOld = () => {
    for (const [previewId, { untilMs }] of held) if (untilMs <= now()) held.delete(previewId);
  };
  return {
    hold(liveId, action, request) {
      dropOld();
      const [oldest] = held.keys();
      if (held.size >= maxStored && oldest !== undefined) held.delete(oldest);
      const previewId = randomBytes(16).toString('base64url');
      held.set(previewId, { liveId, action: structuredClone(action), request, untilMs: now() + storedMs });
      return previewId;
    },
    take(liveId, previewId) {
      dropOld();
      const preview = held.get(previewId);
      if (preview === undefined || preview.liveId !== liveId) return null;
      held.delete(previewId);
      return { action: preview.action, request: preview.request };
    },
    forget(liveId) {
      for (const [previewId, preview] of held)
        if (liveId === undefined || preview.liveId === liveId) held.delete(previewId);
    },
  };
}
