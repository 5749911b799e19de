/** Actions of the user on a live run. Only `sendRequested` sends, and only what the dialog shows (security S-18). */
import { unreachable } from '@openwop-inspector/base';
import type { ActionOutcome, ActionPreview, RunAction } from '@openwop-inspector/host-client';
import type { PressAnswer, SurfacePress } from '@openwop-inspector/renderers';
import { announce } from '@openwop-inspector/ui';
import type { RunControl } from '../model/actions/run-actions.ts';
import { shell } from '../shell/bridge.ts';
import {
  type Acted,
  clearOutcome,
  keepOutcome,
  type RequestedAction,
  useActionStore,
  type WantedAction,
} from './action-store.ts';
import { openLiveSession } from './live-actions.ts';
import { liveOf } from './live-store.ts';

const NO_LONGER_LIVE = 'This session is not attached to a host.';

/** The request of an action. A shell that does not answer is a failure with its message. */
export async function previewOf(
  sessionId: string,
  action: RunAction,
): Promise<ActionPreview | { readonly failed: string }> {
  const entry = liveOf(sessionId);
  if (entry === null) return { failed: NO_LONGER_LIVE };
  try {
    return await shell().call('live/preview', { liveId: entry.live.liveId, action });
  } catch (reason) {
    return { failed: textOf(reason) };
  }
}

/**
 * Shows the exact request in the dialog, and answers with what became of it. What is refused locally never comes to the
 * dialog. One action at a time: the second is cancelled.
 */
export async function askToSend(wanted: WantedAction): Promise<Acted> {
  const acted = await requestAction(wanted);
  keepOutcome(wanted.sessionId, wanted.place, acted);
  return acted;
}

async function requestAction(wanted: WantedAction): Promise<Acted> {
  const { sessionId, action } = wanted;
  const liveId = liveOf(sessionId)?.live.liveId;
  if (liveId === undefined) return { kind: 'failed', action, message: NO_LONGER_LIVE };
  const preview = await previewOf(sessionId, action);
  if ('failed' in preview) return { kind: 'failed', action, message: preview.failed };
  if (!preview.allowed) return { kind: 'refused', action, refusal: preview };
  if (isAsking()) return { kind: 'cancelled' };
  return new Promise((settle) => {
    const asked: RequestedAction = { ...wanted, liveId, preview, phase: 'asking', settle };
    useActionStore.setState({ asked });
  });
}

/** True while the dialog is displayed; one of a session that was closed meanwhile is displayed nowhere. */
function isAsking(): boolean {
  const { asked } = useActionStore.getState();
  return asked !== null && liveOf(asked.sessionId) !== null;
}

/** Sends what the dialog shows, once: a second press while it is on its way does nothing. */
export async function sendRequested(): Promise<void> {
  const { asked } = useActionStore.getState();
  if (asked === null || asked.phase === 'sending') return;
  useActionStore.setState({ asked: { ...asked, phase: 'sending' } });
  end(asked, await sent(asked));
}

async function sent({ liveId, preview, action, sessionId }: RequestedAction): Promise<Acted> {
  try {
    const outcome = await shell().call('live/act', { liveId, previewId: preview.previewId });
    announce(outcomeText(outcome));
    if (outcome.ok && outcome.newRunId !== null) void openFork(sessionId, outcome.newRunId);
    return { kind: 'answered', action, outcome };
  } catch (reason) {
    return { kind: 'failed', action, message: textOf(reason) };
  }
}

/** Leaves the dialog without sending. What is on its way cannot be called back. */
export function leaveRequested(): void {
  const { asked } = useActionStore.getState();
  if (asked?.phase === 'asking') end(asked, { kind: 'cancelled' });
}

function end({ settle }: RequestedAction, acted: Acted): void {
  useActionStore.setState(({ asked }) => (asked?.settle === settle ? { asked: null } : {}));
  settle(acted);
}

/** Where the outcomes of forks, and of actions on the run as a whole, are displayed: in the dialogs that request them. */
export const FORK_PLACE = 'fork';
export const RUN_PLACE = 'run';

/** Attaches to the new run of a fork and opens it next to the old one. */
export async function openFork(sessionId: string, newRunId: string): Promise<void> {
  const entry = liveOf(sessionId);
  if (entry === null) return;
  try {
    const { hostId } = entry.live;
    const reply = await shell().call('live/attach', { hostId, runId: newRunId, a2uiDelta: false });
    if (reply.ok) {
      leaveFork();
      openLiveSession(reply.live);
    } else announce(`The new run was not opened: ${reply.message}`);
  } catch (reason) {
    announce(`The new run was not opened: ${textOf(reason)}`);
  }
}

/** A press in a surface of a live session: through the same dialog as everything else (envelope 7.3). */
export async function sendPressed(sessionId: string, press: SurfacePress): Promise<PressAnswer> {
  const { target, label, values, nodeId, interruptKind, contentTrust } = press;
  const action: RunAction =
    target === 'exchange'
      ? { kind: 'exchange', nodeId, value: values, contentTrust, interruptKind }
      : {
          kind: 'resolve-interrupt',
          interruptKind: interruptKind ?? 'custom',
          nodeId,
          tokenRef: null,
          resumeValue: values,
          valueOrigin: 'surface',
          contentTrust,
        };
  const acted = await askToSend({
    sessionId,
    action,
    title: `Send “${label.slice(0, 60)}”`,
    place: `surface ${nodeId ?? ''}`,
    warnings: [],
  });
  return pressAnswer(acted);
}

function pressAnswer(acted: Acted): PressAnswer {
  switch (acted.kind) {
    case 'cancelled':
      return { kind: 'not-sent', words: 'You left the dialog.' };
    case 'failed':
      return { kind: 'not-sent', words: acted.message };
    case 'refused': {
      const { code, message, clause } = acted.refusal;
      return { kind: 'refused', words: `${message} ${code}, ${clause}.` };
    }
    case 'answered': {
      const { outcome } = acted;
      return { kind: outcome.ok ? 'sent' : 'refused', words: outcomeText(outcome) };
    }
    default:
      return unreachable(acted);
  }
}

/** The answer of the host in one sentence. */
export function outcomeText(outcome: ActionOutcome): string {
  return outcome.ok ? outcome.words : outcome.error.message;
}

/** Begins a fork at an event. */
export function askToFork(sessionId: string, runId: string, fromSeq: number): void {
  clearOutcome(sessionId, FORK_PLACE);
  useActionStore.setState({ fork: { sessionId, runId, fromSeq } });
}

export function leaveFork(): void {
  useActionStore.setState({ fork: null });
}

/** Begins to cancel, pause or resume the run of a session. */
export function askToControl(sessionId: string, kind: RunControl): void {
  clearOutcome(sessionId, RUN_PLACE);
  useActionStore.setState({ runDialog: { sessionId, kind } });
}

/** Begins an annotation of the run or of the selected event. */
export function askToAnnotate(sessionId: string): void {
  clearOutcome(sessionId, RUN_PLACE);
  useActionStore.setState({ runDialog: { sessionId, kind: 'annotate' } });
}

export function leaveRunDialog(): void {
  useActionStore.setState({ runDialog: null });
}

/** Shows what was done in a session. */
export function showActionLog(sessionId: string): void {
  useActionStore.setState({ logOf: sessionId });
}

export function hideActionLog(): void {
  useActionStore.setState({ logOf: null });
}

const textOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));
