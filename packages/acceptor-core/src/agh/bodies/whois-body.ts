import type { AghMessage } from '../agh-message.ts';
import { type BodyVerdict, bodyFields, inForm } from './body-fields.ts';
import { peerCard } from './peer-card.ts';

/** `type*`; a request may have a `query` and has no card, a response needs one (agh 4). */
export function whoisBody(message: AghMessage): BodyVerdict {
  const fields = bodyFields(message.body, '/body');
  const type = fields.needWord('type', ['request', 'response']);
  fields.mayText('query');
  if (type === 'response') return inForm(fields, peerCard(message));
  if (type === 'request' && fields.has('peer_card'))
    fields.wrong('peer_card', 'does not belong in a request');
  return inForm(fields);
}
