import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type JsonObject, ownValue, textAt } from '@openwop-inspector/base';
import type { AghReceipt } from './agh-result.ts';
import { pairKey } from './agh-settings.ts';
import type { AghDecision } from './agh-step.ts';
import { type AghWork, nowOf } from './agh-work.ts';
import { ownSeconds } from './records.ts';

const CHANNEL = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const PEER = /^[a-z0-9][a-z0-9._-]{0,127}$/;

/** Refusals that the reference answers, and the status of its answer (agh 2). */
const ANSWERS: ReadonlyMap<string, AghReceipt['body']['status']> = new Map([
  ['expired', 'expired'],
  ['malformed', 'rejected'],
  ['duplicate', 'duplicate'],
  ['interaction_closed', 'rejected'],
]);

/**
 * The receipt that the reference would send for a refusal: only for a `direct` in an interaction to a peer of its own,
 * and only when the fields that a receipt repeats can be read. At most one.
 */
export function generatedReceipts(
  { record, settings, memory }: AghWork,
  { reasonCode }: AghDecision,
): readonly AghReceipt[] {
  if (reasonCode === null || record === null || settings.localPeers === null) return [];
  const status = ANSWERS.get(reasonCode);
  const parties = ownValue(record, 'kind') === 'direct' ? partiesOf(record) : null;
  if (status === undefined || parties === null) return [];
  const { channel, from, to, id, interactionId } = parties;
  if (!settings.localPeers.has(pairKey(channel, to))) return [];
  return [
    {
      protocol: 'agh-network/v0',
      id: receiptId(channel, from, id, reasonCode),
      kind: 'receipt',
      channel,
      from: to,
      to: from,
      interaction_id: interactionId,
      reply_to: id,
      ts: nowOf(settings, memory) ?? ownSeconds(record, 'ts') ?? 0,
      body: { for_id: id, status, reason_code: reasonCode },
      proof: null,
    },
  ];
}

/** Fields that a receipt repeats, or null when one of them is not in form. */
function partiesOf(record: JsonObject) {
  const [channel, from, to] = [textAt(record, 'channel'), textAt(record, 'from'), textAt(record, 'to')];
  const [id, interactionId] = [textAt(record, 'id'), textAt(record, 'interaction_id')];
  if (channel === null || from === null || to === null || id === null || interactionId === null) return null;
  if (!CHANNEL.test(channel) || !PEER.test(from) || !PEER.test(to)) return null;
  return { channel, from, to, id, interactionId };
}

function receiptId(...about: readonly string[]): string {
  return `receipt-${bytesToHex(sha256(utf8ToBytes(JSON.stringify(about)))).slice(0, 32)}`;
}
