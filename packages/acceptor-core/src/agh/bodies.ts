/** The bodies of the seven kinds (agh 4). Unknown fields are kept. */
import { isRecord, ownValue } from '@openwop-inspector/base';
import { AGH_REASONS, type AghKind } from './agh-codes.ts';
import type { AghMessage } from './agh-work.ts';
import { type BodyFields, type BodyVerdict, bodyFields, inForm } from './body-fields.ts';
import { capabilityBody } from './capability-body.ts';
import { TRACE_STATES } from './lifecycle.ts';

/** The check of each kind's body. */
export const BODIES: Readonly<Record<AghKind, (message: AghMessage) => BodyVerdict>> = {
  greet: greetBody,
  whois: whoisBody,
  say: sayBody,
  direct: sayBody,
  capability: capabilityBody,
  receipt: receiptBody,
  trace: traceBody,
};

/** `peer_card*`, `summary?`. */
function greetBody(message: AghMessage): BodyVerdict {
  const fields = bodyFields(message.body, '/body');
  fields.mayText('summary');
  return inForm(peerCard(message), fields);
}

/** `type*`; a request may have a `query` and has no card, a response needs one. */
function whoisBody(message: AghMessage): BodyVerdict {
  const fields = bodyFields(message.body, '/body');
  const type = fields.needWord('type', ['request', 'response']);
  fields.mayText('query');
  if (type === 'response') return inForm(fields, peerCard(message));
  if (type === 'request' && fields.has('peer_card'))
    fields.wrong('peer_card', 'does not belong in a request');
  return inForm(fields);
}

const LISTS_OF_CARD = [
  'profiles_supported',
  'capabilities',
  'artifacts_supported',
  'trust_modes_supported',
] as const;

/** The card of the sender. What it claims is never proof of anything. */
function peerCard({ body, from }: AghMessage): BodyFields {
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
  for (const key of LISTS_OF_CARD) card.needTexts(key);
  card.mayText('display_name');
  card.mayRecord('ext');
  return card;
}

/** `text*`, `intent?`, `artifacts?`: the body of say and direct. Artifacts are opaque and never opened. */
function sayBody({ body }: AghMessage): BodyVerdict {
  const fields = bodyFields(body, '/body');
  fields.needText('text');
  fields.mayText('intent');
  fields.mayList('artifacts');
  return inForm(fields);
}

const WITH_REASON = ['rejected', 'duplicate', 'expired', 'unsupported'];
const STATUSES = ['accepted', ...WITH_REASON, 'canceled'];

/** `for_id*`, `status*`, `reason_code` by status, `detail?`. */
function receiptBody({ body }: AghMessage): BodyVerdict {
  const fields = bodyFields(body, '/body');
  fields.needText('for_id');
  fields.mayText('detail');
  const status = fields.needWord('status', STATUSES);
  fields.mayWord('reason_code', AGH_REASONS);
  const hasReason = fields.has('reason_code');
  if (status === 'accepted' && hasReason) fields.wrong('reason_code', 'does not belong to accepted');
  if (status !== null && WITH_REASON.includes(status) && !hasReason) {
    fields.wrong('reason_code', `is missing, ${status} needs it`);
  }
  return inForm(fields);
}

/** `state*`, `message?`, `result?`, `artifact_refs?`. */
function traceBody({ body }: AghMessage): BodyVerdict {
  const fields = bodyFields(body, '/body');
  fields.needWord('state', TRACE_STATES);
  fields.mayText('message');
  fields.mayRecord('result');
  fields.mayList('artifact_refs');
  return inForm(fields);
}
