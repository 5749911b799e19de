import { ownValue } from '@openwop-inspector/base';
import type { AghSettings } from './agh-settings.ts';
import type { AghInteraction, AghInteractionState, AghMessage } from './agh-work.ts';

/** Effect of a message on its interaction (agh 5). */
export type LifecycleMove =
  /** The interaction has this state now; it may be the one it had. */
  | { readonly move: 'to'; readonly state: AghInteractionState; readonly note: string }
  /** The message does not count. */
  | { readonly move: 'ignored'; readonly note: string }
  /** A direct or capability after the end. */
  | { readonly move: 'closed' }
  /** Back to submitted, which never happens. */
  | { readonly move: 'impossible' };

const STATES = ['submitted', 'working', 'needs_input', 'completed', 'failed', 'canceled'] as const;
const TERMINAL: readonly AghInteractionState[] = ['completed', 'failed', 'canceled'];

/** States that a trace may name. */
export const TRACE_STATES: readonly string[] = STATES;

function isOpener({ kind, to }: AghMessage): boolean {
  return (kind === 'direct' || kind === 'capability') && to !== null;
}

const ignored = (note: string): LifecycleMove => ({ move: 'ignored', note });
const to = (state: AghInteractionState, note: string): LifecycleMove => ({ move: 'to', state, note });

/** The move of a direct, capability, receipt or trace. Bodies were checked before. */
export function lifecycleMove(
  current: AghInteraction | undefined,
  message: AghMessage,
  settings: AghSettings,
): LifecycleMove {
  if (current === undefined || current.state === 'unopened') return openingMove(message, settings);
  if (!isBetweenPeers(current, message)) return ignored('not between the two peers of the interaction');
  const isEnd = TERMINAL.includes(current.state);
  const isAnswer = message.kind === 'receipt' || message.kind === 'trace';
  if (isEnd) return isAnswer ? ignored('the interaction has ended') : { move: 'closed' };
  if (message.kind === 'receipt') return receiptMove(current.state, message, settings);
  if (message.kind === 'trace') return traceMove(message);
  return current.state === 'needs_input'
    ? to('working', 'the input that was needed')
    : to(current.state, 'unchanged');
}

function openingMove(message: AghMessage, settings: AghSettings): LifecycleMove {
  if (isOpener(message)) return to('submitted', 'opens the interaction');
  if (settings.isViewer && message.kind === 'trace') return to('unopened', 'the opener was not seen');
  return ignored('no such interaction');
}

/** Sent by one of the two; a receipt or trace may leave out `to`, which it only should have. */
function isBetweenPeers({ initiator, target }: AghInteraction, { from, to: address }: AghMessage): boolean {
  if (from !== initiator && from !== target) return false;
  const other = from === initiator ? target : initiator;
  return address === null || address === other;
}

function receiptMove(state: AghInteractionState, { body }: AghMessage, settings: AghSettings): LifecycleMove {
  switch (ownValue(body, 'status')) {
    case 'rejected':
      return to('failed', 'refused by a receipt');
    case 'canceled':
      return to('canceled', 'canceled by a receipt');
    case 'accepted':
      return settings.followsDiagram && state === 'submitted'
        ? to('working', 'accepted, as the diagram draws it')
        : to(state, 'accepted; unchanged');
    default:
      return to(state, 'unchanged');
  }
}

function traceMove({ body }: AghMessage): LifecycleMove {
  const state = STATES.find((known) => known === ownValue(body, 'state'));
  return state === undefined || state === 'submitted'
    ? { move: 'impossible' }
    : to(state, 'reported by a trace');
}
