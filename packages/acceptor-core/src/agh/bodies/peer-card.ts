import { isRecord, ownValue } from '@openwop-inspector/base';
import type { AghMessage } from '../agh-message.ts';
import { type BodyFields, bodyFields } from './body-fields.ts';

const LISTS = ['profiles_supported', 'capabilities', 'artifacts_supported', 'trust_modes_supported'] as const;

/** The card of the sender (agh 4). What it claims is never proof of anything. */
export function peerCard({ body, from }: AghMessage): BodyFields {
  const value = ownValue(body, 'peer_card');
  if (!isRecord(value)) {
    const fields = bodyFields(body, '/body');
    fields.wrong('peer_card', fields.has('peer_card') ? 'is not of type object' : 'peer_card is missing');
    return fields;
  }
  const card = bodyFields(value, '/body/peer_card');
  const peerId = card.needText('peer_id');
  // The grammar of a peer id needs no check of its own: `from` has passed it.
  if (peerId !== null && peerId !== from) card.wrong('peer_id', 'is not the sender');
  for (const key of LISTS) card.needTexts(key);
  card.mayText('display_name');
  card.mayRecord('ext');
  return card;
}
