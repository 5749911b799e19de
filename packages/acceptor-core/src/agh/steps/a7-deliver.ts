import type { AghMessage } from '../agh-message.ts';
import type { AghDecision, AghStep } from '../agh-step.ts';

/** A7: the message is delivered. Nothing refuses here. */
export const deliver: Omit<AghStep<AghMessage>, 'check'> & { check(message: AghMessage): AghDecision } = {
  id: 'A7',
  clause: 'agh 2',
  inputs: ['/to'],
  check({ to }) {
    const note = to === null ? 'delivered to everybody in the channel' : 'delivered to one peer';
    return { verdict: 'decided', status: 'accepted', reasonCode: null, note, details: [] };
  },
};
