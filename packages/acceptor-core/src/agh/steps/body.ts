import { malformed, messageStep, passed, rejected } from '../agh-step.ts';
import { BODIES } from '../bodies.ts';

/** A4a: the shape of the body by kind. Unknown fields are kept. */
export const body = messageStep({
  id: 'A4a',
  name: 'body',
  clause: 'agh 4',
  inputs: ['/kind', '/body'],
  check: (message) => {
    const { details, isForged } = BODIES[message.kind](message);
    if (details.length === 0) return passed(`a body of ${message.kind}`);
    return isForged
      ? rejected('verification_failed', 'the digest does not fit the capability', details)
      : malformed(details);
  },
});
