/** The outcome of a refusal, in the words of the protocol (envelope 3). */
import type { EnvelopeOutcome } from '../accept-context.ts';
import type { ShownNames } from '../events/event-writer.ts';
import type { Refused } from './ending.ts';

export function refusalOutcome({ envelopeId }: ShownNames, ending: Refused): EnvelopeOutcome {
  const { status, reason, details, gate, capKind } = ending;
  const outcome = { status, envelopeId, reason };
  if (status === 'breached') return { ...outcome, capKind: capKind ?? undefined };
  return gate ? { ...outcome, gate } : { ...outcome, details };
}
