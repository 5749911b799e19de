import { decided, messageStep } from '../agh-step.ts';

/** A7: the message is delivered. Nothing refuses here. */
export const deliver = messageStep({
  id: 'A7',
  name: 'deliver',
  clause: 'agh 2',
  inputs: ['/to'],
  check: ({ to }) => decided(to === null ? 'delivered to everybody in the channel' : 'delivered to one peer'),
});
