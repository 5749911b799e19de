import type { ActionOutcome, ActionPreview, RunAction } from '@openwop-inspector/host-client';
import { create } from 'zustand';
import type { RunControl } from '../model/actions/run-actions.ts';

/** Why an action was refused in this window's shell, before anything was sent. */
export type LocalRefusal = Extract<ActionPreview, { readonly allowed: false }>;
/** An action as it would be sent. */
export type AllowedPreview = Extract<ActionPreview, { readonly allowed: true }>;

/** What became of an action. It is displayed where the action was. */
export type Acted =
  | { readonly kind: 'answered'; readonly action: RunAction; readonly outcome: ActionOutcome }
  | { readonly kind: 'refused'; readonly action: RunAction; readonly refusal: LocalRefusal }
  /** The shell could not do it. */
  | { readonly kind: 'failed'; readonly action: RunAction; readonly message: string }
  /** The person left the dialog. */
  | { readonly kind: 'cancelled' };

/** A requested action. */
export interface WantedAction {
  readonly sessionId: string;
  readonly action: RunAction;
  /** The button: "Send accept", "Cancel the run". */
  readonly title: string;
  /** Name of the place the outcome is displayed at, within the session. */
  readonly place: string;
  /** Warnings before sending, each one sentence. */
  readonly warnings: readonly string[];
}

/** The action that the dialog asks to confirm. */
export interface RequestedAction extends WantedAction {
  readonly liveId: string;
  readonly preview: AllowedPreview;
  /** `sending` from the press on Send to the answer; nothing else is sent meanwhile. */
  readonly phase: 'asking' | 'sending';
  /** Reports the outcome to the caller; called once. */
  readonly settle: (acted: Acted) => void;
}

/** The fork that is being put together. */
export interface ForkRequest {
  readonly sessionId: string;
  readonly runId: string;
  readonly fromSeq: number;
}

/** An action of the run as a whole that is being put together. */
export interface RunDialogRequest {
  readonly sessionId: string;
  readonly kind: RunControl | 'annotate';
}

/** What is being done with runs. Nothing of it outlives the window; the shell stores what was done. */
export interface ActionState {
  readonly asked: RequestedAction | null;
  readonly fork: ForkRequest | null;
  readonly runDialog: RunDialogRequest | null;
  /** Sessions whose list of actions is open; one at a time. */
  readonly logOf: string | null;
  /** By session and place. */
  readonly outcomes: Readonly<Record<string, Acted>>;
  /** By session: the place of the interrupt answered last. */
  readonly lastAnswered: Readonly<Record<string, string>>;
  /** By session: how many actions were answered, so that what depends on them is fetched again. */
  readonly done: Readonly<Record<string, number>>;
}

export const useActionStore = create<ActionState>()(() => ({
  asked: null,
  fork: null,
  runDialog: null,
  logOf: null,
  outcomes: {},
  lastAnswered: {},
  done: {},
}));

/** True while a dialog about acting on a run is open. */
export function isActionOpen({ asked, fork, runDialog, logOf }: ActionState): boolean {
  return [asked, fork, runDialog, logOf].some((one) => one !== null);
}

const placeKey = (sessionId: string, place: string): string => `${sessionId} ${place}`;

/** What became of the last action at a place; null before the first. */
export const useOutcome = (sessionId: string, place: string): Acted | null =>
  useActionStore(({ outcomes }) => outcomes[placeKey(sessionId, place)] ?? null);

/** Puts the outcome at its place; one that was cancelled leaves the one before. */
export function keepOutcome(sessionId: string, place: string, acted: Acted): void {
  if (acted.kind === 'cancelled') return;
  const isAnswer = acted.kind === 'answered' && acted.action.kind === 'resolve-interrupt';
  useActionStore.setState(({ outcomes, done, lastAnswered }) => ({
    outcomes: { ...outcomes, [placeKey(sessionId, place)]: acted },
    lastAnswered: isAnswer ? { ...lastAnswered, [sessionId]: place } : lastAnswered,
    done: { ...done, [sessionId]: (done[sessionId] ?? 0) + (acted.kind === 'answered' ? 1 : 0) },
  }));
}

/** Removes the outcome shown at a place, for a new start. */
export function clearOutcome(sessionId: string, place: string): void {
  useActionStore.setState(({ outcomes }) => {
    const { [placeKey(sessionId, place)]: _gone, ...rest } = outcomes;
    return { outcomes: rest };
  });
}

/** How many actions of a session were answered. */
export const useDone = (sessionId: string): number => useActionStore(({ done }) => done[sessionId] ?? 0);
