import type { AghMessage } from '../agh-message.ts';
import { type BodyVerdict, bodyFields, inForm } from './body-fields.ts';
import { peerCard } from './peer-card.ts';

/** `peer_card*`, `summary?` (agh 4). */
export function greetBody(message: AghMessage): BodyVerdict {
  const fields = bodyFields(message.body, '/body');
  fields.mayText('summary');
  return inForm(peerCard(message), fields);
}
