import { ownValue } from '@openwop-inspector/base';
import { malformed, messageStep, passed } from '../agh-step.ts';
import { type AghDetail, type AghMessage, type AghWork, warn } from '../agh-work.ts';

/** A4b: what each kind demands of to, interaction_id and reply_to. */
export const conditions = messageStep({
  id: 'A4b',
  name: 'kind and envelope',
  clause: 'agh 4',
  inputs: ['/kind', '/to', '/interaction_id', '/reply_to'],
  check: (message, work) => {
    warnOfAddress(message, work);
    const details = missingOf(message).map(
      (key): AghDetail => ({ pointer: `/${key}`, message: `${message.kind} needs ${key}` }),
    );
    return details.length === 0 ? passed(`fits ${message.kind}`) : malformed(details);
  },
});

function missingOf({ kind, to, interactionId, replyTo, body }: AghMessage): string[] {
  const missing: string[] = [];
  if (kind === 'direct' && to === null) missing.push('to');
  if ((kind === 'direct' || kind === 'receipt' || kind === 'trace') && interactionId === null) {
    missing.push('interaction_id');
  }
  if (kind === 'whois' && ownValue(body, 'type') === 'response' && replyTo === null) missing.push('reply_to');
  return missing;
}

/** The reference lets both pass (agh 4, 5). */
function warnOfAddress({ kind, to, interactionId }: AghMessage, work: AghWork): void {
  if ((kind === 'greet' || kind === 'say') && to !== null) {
    warn(work, 'to_on_broadcast', `${kind} goes to everybody, yet has an address`, '/to');
  }
  if (kind === 'capability' && interactionId !== null && to === null) {
    warn(work, 'capability_without_to', 'a capability without to takes no part in the interaction', '/to');
  }
}
