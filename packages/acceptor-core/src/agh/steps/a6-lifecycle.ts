import { ownValue } from '@openwop-inspector/base';
import type { AghInteraction } from '../agh-memory.ts';
import type { AghMessage } from '../agh-message.ts';
import type { AghInteractionState } from '../agh-result.ts';
import { pairKey } from '../agh-settings.ts';
import { type AghAnswer, type AghDesk, type AghStep, passed, rejected, skipped } from '../agh-step.ts';
import { lifecycleMove } from '../lifecycle.ts';

/** A6: the state of the interaction, for the kinds that belong to one. */
export const lifecycle: AghStep<AghMessage> = {
  id: 'A6',
  clause: 'agh 5',
  inputs: ['/channel', '/interaction_id', '/kind', '/from', '/to', '/body', 'mode'],
  check(message, desk) {
    const { interactionId } = message;
    if (interactionId === null) return skipped('no interaction');
    if (!takesPart(message)) return skipped(`${message.kind} takes no part in the interaction`);
    return apply(message, interactionId, desk);
  },
};

/** Broadcasts stand outside, and so does a capability without an address. */
function takesPart({ kind, to }: AghMessage): boolean {
  if (kind === 'capability') return to !== null;
  return kind === 'direct' || kind === 'receipt' || kind === 'trace';
}

function apply(message: AghMessage, interactionId: string, desk: AghDesk): AghAnswer<null> {
  const { settings, memory } = desk;
  const key = pairKey(message.channel, interactionId);
  const current = memory.interactions.get(key);
  const outcome = lifecycleMove(current, message, settings);
  desk.lifecycle = current?.state ?? null;
  switch (outcome.move) {
    case 'ignored':
      return { verdict: 'decided', status: 'ignored', reasonCode: null, note: outcome.note, details: [] };
    case 'closed':
      return rejected('interaction_closed', 'the interaction has ended');
    case 'impossible':
      return rejected('internal', 'no way back to submitted');
    case 'to':
      memory.interactions.set(key, interactionAfter(current, message, interactionId, outcome.state));
      desk.lifecycle = outcome.state;
      if (message.kind === 'receipt' && ownValue(message.body, 'status') === 'accepted')
        desk.badge = 'accepted';
      return passed(`${outcome.state}: ${outcome.note}`);
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
