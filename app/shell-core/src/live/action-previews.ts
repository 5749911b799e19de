import { randomBytes } from 'node:crypto';
import type { RequestPreview, RunAction } from '@openwop-inspector/host-client';

/** Actions that a person has been shown and not yet sent: each may be sent once (security.md S-18). */
export interface ActionPreviews {
  /** Gives the id under which it may be sent within ten minutes. */
  hold(liveId: string, action: RunAction, request: RequestPreview): string;
  /** Gives it out once; null for an id that is unknown, used, too old, or of another session. */
  take(liveId: string, previewId: string): PreviewedAction | null;
  /** Forgets those of one session, or all. */
  forget(liveId?: string): void;
}

/** An action with the request that the person was shown. */
export interface PreviewedAction {
  readonly action: RunAction;
  readonly request: RequestPreview;
}

interface Preview extends PreviewedAction {
  readonly liveId: string;
  readonly untilMs: number;
}

const heldMs = 10 * 60 * 1000;
/** A dialog shows one at a time; more are left over from dialogs that were closed. */
const mostHeld = 50;

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
      if (held.size >= mostHeld && oldest !== undefined) held.delete(oldest);
      const previewId = randomBytes(16).toString('base64url');
      held.set(previewId, { liveId, action: structuredClone(action), request, untilMs: now() + heldMs });
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
