import { ownValue, unreachable } from '@openwop-inspector/base';
import type { AghInteractionState } from '../agh-codes.ts';
import { pairKey } from '../agh-settings.ts';
import { type AghAnswer, decided, messageStep, passed, rejected, skipped } from '../agh-step.ts';
import type { AghInteraction, AghMessage, AghWork } from '../agh-work.ts';
import { lifecycleMove } from '../lifecycle.ts';

/** A6: the state of the interaction, for the kinds that belong to one. */
export const lifecycle = messageStep({
  id: 'A6',
  name: 'lifecycle',
  clause: 'agh 5',
  inputs: ['/channel', '/interaction_id', '/kind', '/from', '/to', '/body', 'mode'],
  check: (message, work) => {
    const { interactionId } = message;
    if (interactionId === null) return skipped('no interaction');
    if (!takesPart(message)) return skipped(`${message.kind} takes no part in the interaction`);
    return apply(message, interactionId, work);
  },
});

/** Broadcasts are outside, and so does a capability without an address. */
function takesPart({ kind, to }: AghMessage): boolean {
  if (kind === 'capability') return to !== null;
  return kind === 'direct' || kind === 'receipt' || kind === 'trace';
}

function apply(message: AghMessage, interactionId: string, work: AghWork): AghAnswer {
  const { settings, memory } = work;
  const key = pairKey(message.channel, interactionId);
  const current = memory.interactions.get(key);
  const outcome = lifecycleMove(current, message, settings);
  work.lifecycle = current?.state ?? null;
  switch (outcome.move) {
    case 'ignored':
      return decided(outcome.note, 'ignored');
    case 'closed':
      return rejected('interaction_closed', 'the interaction has ended');
    case 'impossible':
      return rejected('internal', 'no way back to submitted');
    case 'to':
      memory.interactions.set(key, interactionAfter(current, message, interactionId, outcome.state));
      work.lifecycle = outcome.state;
      if (message.kind === 'receipt' && ownValue(message.body, 'status') === 'accepted')
        work.badge = 'accepted';
      return passed(`${outcome.state}: ${outcome.note}`);
    default:
      return unreachable(outcome);
  }
}

function interactionAfter(
  current: AghInteraction | undefined,
  { channel, from, to }: AghMessage,
  interactionId: string,
  state: AghInteractionState,
): AghInteraction {
  if (current !== undefined && current.state !== 'unopened') return { ...current, state };
  if (state === 'unopened') return { channel, interactionId, initiator: null, target: null, state };
  return { channel, interactionId, initiator: from, target: to, state };
}
