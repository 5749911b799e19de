import { isRecord, type JsonObject, ownValue, textAt } from '@openwop-inspector/base';
import { checkDocument } from '@openwop-inspector/protocol';
import type { AghKind } from '../agh-codes.ts';
import { pairKey } from '../agh-settings.ts';
import { malformed, passed, recordStep } from '../agh-step.ts';
import { type AghDetail, type AghMessage, type AghWork, warn } from '../agh-work.ts';
import { ownSeconds } from '../records.ts';

/** Fields that may be left out but not be null; the examples of a later version write null all the same (agh 1.1). */
const OPTIONAL = ['interaction_id', 'reply_to', 'trace_id', 'causation_id', 'expires_at'];
/** Every field of the envelope. */
const KNOWN: ReadonlySet<string> = new Set([
  'protocol',
  'id',
  'kind',
  'channel',
  'from',
  'to',
  'ts',
  'body',
  'proof',
  'ext',
  ...OPTIONAL,
]);
/** Fields whose grammar allows no white space, which the reference trims away before it looks. */
const TRIMMED_BY_REFERENCE = ['channel', 'from', 'to'];

/** A2d: grammar of channel and peers, types of all fields, no unknown keys: the closed shape of agh 1. */
export const grammar = recordStep({
  id: 'A2d',
  name: 'grammar',
  clause: 'agh 1',
  inputs: [''],
  check: (record, work) => {
    const tolerated = withoutTolerated(record, work);
    const findings = checkDocument('agh-envelope', tolerated);
    const body = ownValue(record, 'body');
    if (findings.length > 0 || !isRecord(body) || work.kind === null) {
      return malformed(findings.map(({ pointer, message }) => detailOf(pointer, message, record)));
    }
    work.message = messageOf(tolerated, work.kind, body);
    work.lifecycle = stateBefore(work.message, work);
    return passed('fits the closed shape');
  },
});

/** State of the interaction that the message names; a refusal before the lifecycle leaves it there. */
function stateBefore({ channel, interactionId, kind }: AghMessage, { memory }: AghWork) {
  if (interactionId === null || kind === 'say' || kind === 'greet' || kind === 'whois') return null;
  return memory.interactions.get(pairKey(channel, interactionId))?.state ?? null;
}

/** A copy without the fields that are null where they should be absent, and without unknown keys if those may be. */
function withoutTolerated(record: JsonObject, work: AghWork): JsonObject {
  const kept = Object.entries(record).filter(([key, value]) => {
    if (value === null && OPTIONAL.includes(key)) {
      warn(work, 'null_optional', `${key} is null and taken as absent`, `/${key}`);
      return false;
    }
    if (KNOWN.has(key) || !work.settings.warnsOfUnknownKeys) return true;
    warn(work, 'unknown_key', 'a key that the seed does not know is kept and ignored');
    return false;
  });
  return Object.fromEntries(kept);
}

function detailOf(pointer: string, message: string, record: JsonObject): AghDetail {
  const key = pointer.slice(1);
  const value = ownValue(record, key);
  const isPadded = typeof value === 'string' && value !== value.trim();
  const note =
    TRIMMED_BY_REFERENCE.includes(key) && isPadded ? '; the reference trims white space first' : '';
  return { pointer, message: `${message}${note}` };
}

/** Types were checked by the schema, so an absent or empty text cannot be meant by the fallbacks. */
function messageOf(record: JsonObject, kind: AghKind, body: JsonObject): AghMessage {
  return {
    id: textAt(record, 'id') ?? '',
    kind,
    channel: textAt(record, 'channel') ?? '',
    from: textAt(record, 'from') ?? '',
    to: textAt(record, 'to'),
    interactionId: textAt(record, 'interaction_id'),
    replyTo: textAt(record, 'reply_to'),
    ts: ownSeconds(record, 'ts') ?? 0,
    expiresAt: ownSeconds(record, 'expires_at'),
    body,
  };
}
