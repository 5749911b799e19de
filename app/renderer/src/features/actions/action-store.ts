/** Actions of the user on a live run. Only `sendRequested` sends, and only what the dialog shows (security S-18). */

import { errorText, unreachable } from '@openwop-inspector/base';
import type { ActionOutcome, ActionPreview, RunAction } from '@openwop-inspector/host-client';
import type { PressAnswer, SurfacePress } from '@openwop-inspector/renderers';
import type { RequestedInterrupt } from '@openwop-inspector/run-log';
import { announce } from '@openwop-inspector/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { create } from 'zustand';
import { showHint } from '../../shared/hint-store.ts';
import { useLiveFacts } from '../../shared/job-query.ts';
import { shell } from '../../shell/bridge.ts';
import { askWorker } from '../../worker/client.ts';
import { openLiveSession } from '../live/live-actions.ts';
import { liveOf, useLive } from '../live/live-store.ts';
import { sessionRecord } from '../sessions/session-record.ts';
import { viewOf } from '../sessions/view-store.ts';
import { openInterrupts } from './open-interrupt.ts';
import { actionTitle, type RunControl, runControlAction } from './run-actions.ts';

/** Why an action was refused in this window's shell, before anything was sent. */
export type LocalRefusal = Extract<ActionPreview, { readonly allowed: false }>;
/** An action as it would be sent, by which connection. */
type AllowedPreview = Extract<ActionPreview, { readonly allowed: true }> & { readonly liveId: string };

/** What became of an action. It is displayed where the action was. */
export type Acted =
  | { readonly kind: 'answered'; readonly action: RunAction; readonly outcome: ActionOutcome }
  | NotSent
  /** The person left the dialog. */
  | { readonly kind: 'cancelled' };

/** Why an action did not leave this machine. */
type NotSent =
  | { readonly kind: 'refused'; readonly action: RunAction; readonly refusal: LocalRefusal }
  /** The shell could not do it. */
  | { readonly kind: 'failed'; readonly action: RunAction; readonly message: string };

/** A requested action. */
export interface WantedAction {
  readonly sessionId: string;
  readonly action: RunAction;
  /** The button: "Send accept", "Cancel the run"; what the action does unless given. */
  readonly title?: string;
  /** Name of the place the outcome is displayed at, within the session. */
  readonly place: string;
  /** Warnings before sending, each one sentence; none unless given. */
  readonly warnings?: readonly string[];
}

/** The action that the dialog asks to confirm. */
export interface RequestedAction extends Required<WantedAction> {
  readonly preview: AllowedPreview;
  /**
   * `changing` from a change of the action to its preview, which cannot be sent before; `sending` from the press on Send
   * to the answer, nothing else is sent meanwhile.
   */
  readonly phase: 'asking' | 'changing' | 'sending';
  /** Reports the outcome to the caller; called once. */
  readonly settle: (acted: Acted) => void;
}

/** The fork that is being put together. */
export interface ForkRequest {
  readonly kind: 'fork';
  readonly sessionId: string;
  readonly runId: string;
  readonly fromSeq: number;
}

/** What is being done with runs. Nothing of it outlives the window; the shell stores what was done. */
interface ActionState {
  readonly requested: RequestedAction | null;
  /**
   * One at a time, below the dialog that asks to confirm: a fork or an annotation that is being put together, the outcome
   * of another action on the run as a whole, or what was done.
   */
  readonly dialog:
    | ForkRequest
    | { readonly kind: 'annotate' | 'outcome' | 'log'; readonly sessionId: string }
    | null;
}

export const useActionStore = create<ActionState>()(() => ({ requested: null, dialog: null }));

/** What was done with the run of a session. */
const acts = sessionRecord<{
  /** By place. */
  readonly outcomes: Readonly<Record<string, Acted>>;
  /** The place of the interrupt answered last. */
  readonly lastAnswered: string | null;
  /** How many actions were answered, so that what depends on them is fetched again. */
  readonly done: number;
}>({ outcomes: {}, lastAnswered: null, done: 0 });

export const useSessionActions = acts.use;

/** True while a dialog about acting on a run is open. */
export function isActionOpen({ requested, dialog }: ActionState): boolean {
  return requested !== null || dialog !== null;
}

/** Leaves the dialog about a run. */
export const leaveActionDialog = (): void => useActionStore.setState({ dialog: null });

/** What became of the last action at a place; null before the first. */
export const useOutcome = (sessionId: string, place: string): Acted | null =>
  acts.use(sessionId).outcomes[place] ?? null;

/** Puts the outcome at its place; one that was cancelled leaves the one before. */
export function keepOutcome(sessionId: string, place: string, acted: Acted): void {
  if (acted.kind === 'cancelled') return;
  const { outcomes, lastAnswered, done } = acts.of(sessionId);
  const isAnswer = acted.kind === 'answered' && acted.action.kind === 'resolve-interrupt';
  acts.change(sessionId, {
    outcomes: { ...outcomes, [place]: acted },
    lastAnswered: isAnswer ? place : lastAnswered,
    done: done + (acted.kind === 'answered' ? 1 : 0),
  });
}

/** Removes the outcome displayed at a place, for a new start. */
function clearOutcome(sessionId: string, place: string): void {
  const { [place]: _gone, ...outcomes } = acts.of(sessionId).outcomes;
  acts.change(sessionId, { outcomes });
}

/** The request of an action, or why it is not sent. A shell that does not answer is a failure with its message. */
export async function previewOf(sessionId: string, action: RunAction): Promise<AllowedPreview | NotSent> {
  const liveId = liveOf(sessionId)?.live.liveId;
  if (liveId === undefined)
    return { kind: 'failed', action, message: 'This session is not attached to a host.' };
  try {
    const preview = await shell().call('live/preview', { liveId, action });
    return preview.allowed ? { ...preview, liveId } : { kind: 'refused', action, refusal: preview };
  } catch (reason) {
    return { kind: 'failed', action, message: errorText(reason) };
  }
}

/**
 * Shows the exact request in the dialog, and answers with what became of it. What is refused locally never comes to the
 * dialog. One action at a time: the second is cancelled.
 */
export async function askToSend(wanted: WantedAction): Promise<Acted> {
  const { sessionId, action, place, title = actionTitle(action), warnings = [] } = wanted;
  const preview = await previewOf(sessionId, action);
  const { requested } = useActionStore.getState();
  // The dialog of a session that was closed meanwhile is displayed nowhere.
  const isAsking = requested !== null && liveOf(requested.sessionId) !== null;
  const acted = await new Promise<Acted>((settle) => {
    if ('kind' in preview) return settle(preview);
    if (isAsking) return settle({ kind: 'cancelled' });
    const asking = { ...wanted, title, warnings, preview, phase: 'asking', settle } as const;
    useActionStore.setState({ requested: asking });
  });
  keepOutcome(sessionId, place, acted);
  return acted;
}

/** Sends what the dialog shows, once: a second press while it is on its way does nothing. */
export async function sendRequested(): Promise<void> {
  const { requested } = useActionStore.getState();
  if (requested?.phase !== 'asking') return;
  useActionStore.setState({ requested: { ...requested, phase: 'sending' } });
  const { preview, action, sessionId } = requested;
  try {
    const { liveId, previewId } = preview;
    const outcome = await shell().call('live/act', { liveId, previewId });
    announce(outcomeText(outcome));
    if (outcome.ok && outcome.newRunId !== null) void openFork(sessionId, outcome.newRunId);
    end(requested, { kind: 'answered', action, outcome });
  } catch (reason) {
    end(requested, { kind: 'failed', action, message: errorText(reason) });
  }
}

/** Replaces the action in the dialog, and shows its request before it can be sent. */
export async function changeRequested(action: RunAction): Promise<void> {
  const { requested } = useActionStore.getState();
  if (requested === null || requested.phase === 'sending') return;
  useActionStore.setState({ requested: { ...requested, action, phase: 'changing' } });
  const preview = await previewOf(requested.sessionId, action);
  if (useActionStore.getState().requested?.action !== action) return;
  if ('kind' in preview) end(requested, preview);
  else useActionStore.setState({ requested: { ...requested, action, preview, phase: 'asking' } });
}

/** Leaves the dialog without sending. What is on its way cannot be called back. */
export function leaveRequested(): void {
  const { requested } = useActionStore.getState();
  if (requested !== null && requested.phase !== 'sending') end(requested, { kind: 'cancelled' });
}

function end({ settle }: RequestedAction, acted: Acted): void {
  useActionStore.setState(({ requested }) => (requested?.settle === settle ? { requested: null } : {}));
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
    if (!reply.ok) return announce(`The new run was not opened: ${reply.message}`);
    if (useActionStore.getState().dialog?.kind === 'fork') leaveActionDialog();
    openLiveSession(reply.live);
  } catch (reason) {
    announce(`The new run was not opened: ${errorText(reason)}`);
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
  const title = `Send “${label.slice(0, 60)}”`;
  const acted = await askToSend({ sessionId, action, title, place: `surface ${nodeId ?? ''}` });
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
  useActionStore.setState({ dialog: { kind: 'fork', sessionId, runId, fromSeq } });
}

/** Cancels, pauses or resumes the run of a session. The host's consent is a hint; anything else is a dialog. */
export async function askToControl(sessionId: string, control: RunControl): Promise<void> {
  const action = runControlAction(control, '', 'drain-current-node');
  const acted = await askToSend({ sessionId, action, place: RUN_PLACE });
  if (acted.kind === 'answered' && acted.outcome.ok) showHint(acted.outcome.words);
  else if (acted.kind !== 'cancelled') useActionStore.setState({ dialog: { kind: 'outcome', sessionId } });
}

/** Begins an annotation of the run or of the selected event. */
export function askToAnnotate(sessionId: string): void {
  clearOutcome(sessionId, RUN_PLACE);
  useActionStore.setState({ dialog: { kind: 'annotate', sessionId } });
}

/** Shows what was done in a session. */
export function showActionLog(sessionId: string): void {
  useActionStore.setState({ dialog: { kind: 'log', sessionId } });
}

/** Begins a fork at the selected event of a live session. */
export async function forkFromSelected(sessionId: string): Promise<void> {
  const { selected } = viewOf(sessionId);
  if (selected === null || liveOf(sessionId) === null) return;
  const [row] = await askWorker('rowsByOrdinal', { sessionId, ordinals: [selected] });
  if (row === undefined || row.sequence === null)
    return showHint('An event without a sequence cannot be forked from.');
  askToFork(sessionId, row.runId, row.sequence);
}

/** True while a fork can be started: the session is attached, and an event is selected. */
export function mayFork(sessionId: string | null): boolean {
  return sessionId !== null && liveOf(sessionId) !== null && viewOf(sessionId).selected !== null;
}

const NONE: readonly RequestedInterrupt[] = [];

/** The open interrupts of a live session, fetched again whenever the log or an action of ours says so. */
export function useOpenInterrupts(sessionId: string) {
  const { liveId = null, runId = '' } = useLive(sessionId, ({ live }) => live) ?? {};
  const status = useLive(sessionId, (entry) => entry.status.runStatus);
  const { done } = useSessionActions(sessionId);
  const requested = useLiveFacts(sessionId)?.interrupts ?? NONE;
  const waits = requested.map(({ ordinal }) => ordinal).join(' ');
  const { data, error, isPending } = useQuery({
    queryKey: ['interrupts', sessionId, liveId, status, waits, done],
    queryFn: () => shell().call('live/interrupts', { liveId: liveId ?? '' }),
    enabled: liveId !== null,
    gcTime: 5000,
    placeholderData: keepPreviousData,
  });
  const listed = data?.ok === true ? data.interrupts : null;
  return {
    interrupts: useMemo(() => openInterrupts(listed, requested, runId), [listed, requested, runId]),
    /** Why the host does not report them, as text; those of the log are there all the same. */
    failure: error?.message ?? (data?.ok === false ? data.error.message : null),
    isPending,
  };
}

/** What was done in a session, oldest first. */
export function useActionLog(sessionId: string) {
  const liveId = useLive(sessionId, ({ live }) => live.liveId);
  const { done } = useSessionActions(sessionId);
  return useQuery({
    queryKey: ['actions', sessionId, liveId, done],
    queryFn: () => shell().call('live/actions', { liveId: liveId ?? '' }),
    enabled: liveId !== null,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
}
