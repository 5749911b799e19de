import { ownValue } from '@openwop-inspector/base';
import type { AghReasonCode } from '@openwop-inspector/protocol';
import {
  type AghAnswer,
  type AghDecision,
  type AghInteraction,
  type AghInteractionState,
  type AghMessage,
  type AghSettings,
  type AghWork,
  decided,
  interactionKey,
  passed,
  rejected,
} from './agh-work.ts';

/** Effect of a message on its interaction: the state it has now, which may be the one it had, or a decision (agh 5). */
type LifecycleMove = { readonly state: AghInteractionState; readonly note: string } | AghDecision;

const STATES = ['submitted', 'working', 'needs_input', 'completed', 'failed', 'canceled'] as const;

/** States that a trace may name. */
export const TRACE_STATES: readonly string[] = STATES;

/** The message does not count; the reason is a label of the later dialect. */
const ignored = (note: string, reason: AghReasonCode | null = null): LifecycleMove =>
  decided(note, 'ignored', reason);
const to = (state: AghInteractionState, note: string): LifecycleMove => ({ state, note });

/** The move of a direct, capability, receipt or trace of the seed. Bodies were checked before. */
export function lifecycleMove(
  current: AghInteraction | undefined,
  message: AghMessage,
  settings: AghSettings,
): LifecycleMove {
  if (current === undefined || current.state === 'unopened') {
    if ((message.kind === 'direct' || message.kind === 'capability') && message.to !== null)
      return to('submitted', 'opens the interaction');
    if (settings.isViewer && message.kind === 'trace') return to('unopened', 'the opener was not seen');
    return ignored('no such interaction');
  }
  if (!isBetweenPeers(current, message)) return ignored('not between the two peers of the interaction');
  if (isTerminal(current.state))
    return isAnswer(message)
      ? ignored('the interaction has ended')
      : rejected('interaction_closed', 'the interaction has ended');
  return moveWhileOpen(current.state, message, settings);
}

function isAnswer({ kind }: AghMessage): boolean {
  return kind === 'receipt' || kind === 'trace';
}

function moveWhileOpen(
  state: AghInteractionState,
  message: AghMessage,
  settings: AghSettings,
): LifecycleMove {
  if (message.kind === 'receipt') {
    switch (ownValue(message.body, 'status')) {
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
  if (message.kind === 'trace') return traceMove(message);
  return state === 'needs_input' ? to('working', 'the input that was needed') : to(state, 'unchanged');
}

/** Effect of a say, capability, receipt or trace of the later dialect on its work (agh 9.5). */
export function workMove(
  current: AghInteraction | undefined,
  message: AghMessage,
  settings: AghSettings,
): LifecycleMove {
  const [own, other] = [current?.container, message.container];
  if (current !== undefined && (own?.surface !== other?.surface || own?.id !== other?.id))
    return rejected('work_container_mismatch', 'the work began in another thread or direct room');
  if (current === undefined || (current.initiator === null && !isTerminal(current.state))) {
    if (!isAnswer(message))
      return to('submitted', message.to === null ? 'opens the work, no target named' : 'opens the work');
    return moveWhileOpen(current?.state ?? 'unopened', message, settings);
  }
  if (current.initiator !== null && !isBetweenPeers(current, message))
    return ignored('not between the two peers of the work');
  if (message.kind === 'trace' && ownValue(message.body, 'state') === 'submitted') return traceMove(message);
  if (!isTerminal(current.state)) return moveWhileOpen(current.state, message, settings);
  return isAnswer(message)
    ? ignored('the work has ended', 'work_closed')
    : rejected('work_closed', 'the work has ended');
}

function isTerminal(state: AghInteractionState): boolean {
  return ['completed', 'failed', 'canceled'].includes(state);
}

/**
 * Sent by one of the two; a receipt or trace may leave out `to`, which it only should have. Where no target was named,
 * the first other peer that answers is it.
 */
function isBetweenPeers({ initiator, target }: AghInteraction, message: AghMessage): boolean {
  const { from, to: address } = message;
  if (target === null)
    return from === initiator || (isAnswer(message) && (address ?? initiator) === initiator);
  if (from !== initiator && from !== target) return false;
  const other = from === initiator ? target : initiator;
  return address === null || address === other;
}

function traceMove({ body }: AghMessage): LifecycleMove {
  const state = STATES.find((known) => known === ownValue(body, 'state'));
  return state === undefined || state === 'submitted'
    ? rejected('internal', 'no way back to submitted')
    : to(state, 'reported by a trace');
}

/** Applies the move of a message to its interaction in the memory. */
export function applyMove(
  message: AghMessage,
  interactionId: string,
  work: AghWork,
  moveOf: typeof lifecycleMove,
): AghAnswer {
  const { settings, memory } = work;
  const key = interactionKey(message, interactionId);
  const current = memory.interactions.get(key);
  const move = moveOf(current, message, settings);
  work.lifecycle = current?.state ?? null;
  if ('verdict' in move) return move;
  memory.interactions.set(key, interactionAfter(current, message, move.state));
  work.lifecycle = move.state;
  if (message.kind === 'receipt' && ownValue(message.body, 'status') === 'accepted') work.badge = 'accepted';
  return passed(`${move.state}: ${move.note}`);
}

function interactionAfter(
  current: AghInteraction | undefined,
  { container, kind, from, to }: AghMessage,
  state: AghInteractionState,
): AghInteraction {
  const isAnswer = kind === 'receipt' || kind === 'trace';
  if (current !== undefined && current.initiator !== null) {
    // The later dialect opens work without a target: who answers first is it.
    const isTarget = current.target === null && isAnswer && from !== current.initiator;
    return { ...current, target: isTarget ? from : current.target, state };
  }
  const peers = isAnswer ? { initiator: null, target: null } : { initiator: from, target: to };
  return { container, ...peers, state };
}
