import { randomBytes } from 'node:crypto';
import { masker } from '@openwop-inspector/base';
import {
  type ActionOutcome,
  type ActionPreview,
  performAction,
  previewAction,
  type RequestPreview,
  type RunAction,
} from '@openwop-inspector/host-client';
import type { Log } from '../log.ts';
import type { LiveSession } from './live-session.ts';
import { closedSession, shellError, withoutSecrets } from './live-texts.ts';

/** An action with the request that the user saw. */
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

const used =
  'Nothing was sent: this request was sent already, or it is older than ten minutes. Look at it again and send it then.';

/** Actions on runs: displayed first, sent once. `now` gives epoch milliseconds. */
export function createActionService(now: () => number, log: Log) {
  const previews = createActionPreviews(now);
  return {
    async preview(session: LiveSession | null, action: RunAction): Promise<ActionPreview> {
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
    async act(session: LiveSession | null, previewId: string): Promise<ActionOutcome> {
      if (session === null) return notSent('session_closed', closedSession);
      const preview = previews.take(session.liveId, previewId);
      if (preview === null) return notSent('preview_used', used);
      const { connection, runId, interruptTokens } = session;
      const at = new Date(now()).toISOString();
      const performed = await performAction(connection, runId, preview.action, interruptTokens);
      // What the person entered may be a credential, which the host is to get and nobody else.
      const copy: unknown = masker.value(preview.action).value;
      const action = copy as RunAction; // of the same form: only texts are changed
      const record = { at, action, request: preview.request, outcome: performed };
      // A host may say which token it did not take, and the user may enter one where it does not belong.
      const displayed = withoutSecrets(record, connection.mask);
      await session.record(displayed);
      log({ event: 'action-sent', ...about(displayed.outcome) });
      return displayed.outcome;
    },
    /** Forgets what was previewed, of one session or of all. */
    forget: previews.forget,
  };
}

function about(outcome: ActionOutcome): { readonly code: string; readonly status?: number } {
  if (outcome.ok) return { code: 'fine', status: outcome.status };
  const { kind, status } = outcome.error;
  return status === null ? { code: kind } : { code: kind, status };
}

const notSent = (code: string, message: string): ActionOutcome => ({
  ok: false,
  error: shellError(code, message),
  otherForm: null,
});

/** `now` gives epoch milliseconds. */
export function createActionPreviews(now: () => number) {
  const stored = new Map<string, Preview>();
  const dropOld = () => {
    for (const [previewId, { untilMs }] of stored) if (untilMs <= now()) stored.delete(previewId);
  };
  return {
    /** Gives the id under which it may be sent within ten minutes. */
    hold(liveId: string, action: RunAction, request: RequestPreview): string {
      dropOld();
      const [oldest] = stored.keys();
      if (stored.size >= maxStored && oldest !== undefined) stored.delete(oldest);
      const previewId = randomBytes(16).toString('base64url');
      stored.set(previewId, { liveId, action: structuredClone(action), request, untilMs: now() + storedMs });
      return previewId;
    },
    /** Gives it out once; null for an id that is unknown, used, too old, or of another session. */
    take(liveId: string, previewId: string): PreviewedAction | null {
      dropOld();
      const preview = stored.get(previewId);
      if (preview === undefined || preview.liveId !== liveId) return null;
      stored.delete(previewId);
      return { action: preview.action, request: preview.request };
    },
    /** Forgets those of one session, or all. */
    forget(liveId?: string): void {
      for (const [previewId, preview] of stored)
        if (liveId === undefined || preview.liveId === liveId) stored.delete(previewId);
    },
  };
}
