import type { AghKind } from '../agh-codes.ts';
import type { AghMessage } from '../agh-message.ts';
import { type AghStep, malformed, passed, rejected } from '../agh-step.ts';
import type { BodyVerdict } from '../bodies/body-fields.ts';
import { capabilityBody } from '../bodies/capability-body.ts';
import { greetBody } from '../bodies/greet-body.ts';
import { receiptBody } from '../bodies/receipt-body.ts';
import { sayBody } from '../bodies/say-body.ts';
import { traceBody } from '../bodies/trace-body.ts';
import { whoisBody } from '../bodies/whois-body.ts';

const BODIES: Readonly<Record<AghKind, (message: AghMessage) => BodyVerdict>> = {
  greet: greetBody,
  whois: whoisBody,
  say: sayBody,
  direct: sayBody,
  capability: capabilityBody,
  receipt: receiptBody,
  trace: traceBody,
};

/** A4a: the shape of the body by kind. Unknown fields are kept. */
export const body: AghStep<AghMessage> = {
  id: 'A4a',
  clause: 'agh 4',
  inputs: ['/kind', '/body'],
  check(message) {
    const { details, isForged } = BODIES[message.kind](message);
    if (details.length === 0) return passed(`a body of ${message.kind}`);
    return isForged
      ? rejected('verification_failed', 'the digest does not fit the capability', details)
      : malformed(details);
  },
};
