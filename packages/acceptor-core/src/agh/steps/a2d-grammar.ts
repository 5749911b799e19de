import { isRecord, type JsonObject, ownValue, textAt } from '@openwop-inspector/base';
import { checkDocument } from '@openwop-inspector/protocol';
import type { AghKind } from '../agh-codes.ts';
import type { AghMessage } from '../agh-message.ts';
import type { AghDetail } from '../agh-result.ts';
import { type AghDesk, type AghStep, malformed, warn } from '../agh-step.ts';
import { ownSeconds } from '../records.ts';

/** Fields that may be left out but not be null; the examples of a later version write null all the same (agh 1.1). */
const OPTIONAL = ['interaction_id', 'reply_to', 'trace_id', 'causation_id', 'expires_at', 'ext'];
/** Every field of the envelope. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['protocol', 'id', 'kind', 'channel', 'from', 'to', 'ts', 'body', 'proof'],
  ...OPTIONAL,
]);
/** Fields whose grammar allows no white space, which the reference trims away before it looks. */
const TRIMMED_BY_REFERENCE = ['channel', 'from', 'to'];

/** What the step needs: the message, and the kind that the step before has read. */
export interface KnownKind {
  readonly record: JsonObject;
  readonly kind: AghKind;
}

/** A2d: grammar of channel and peers, types of all fields, no unknown keys: the closed shape of agh 1. */
export const grammar: AghStep<KnownKind, AghMessage> = {
  id: 'A2d',
  clause: 'agh 1',
  inputs: [''],
  check({ record, kind }, desk) {
    const tolerated = withoutTolerated(record, desk);
    const findings = checkDocument('agh-envelope', tolerated);
    const body = ownValue(record, 'body');
    if (findings.length > 0 || !isRecord(body)) {
      return malformed(findings.map(({ pointer, message }) => detailOf(pointer, message, record)));
    }
    return { verdict: 'passed', note: 'fits the closed shape', seen: messageOf(tolerated, kind, body) };
  },
};

/** A copy without the fields that are null where they should be absent, and without unknown keys if those may be. */
function withoutTolerated(record: JsonObject, desk: AghDesk): JsonObject {
  const kept = Object.entries(record).filter(([key, value]) => {
    if (value === null && OPTIONAL.includes(key)) {
      warn(desk, 'null_optional', `${key} is null and taken as absent`, `/${key}`);
      return false;
    }
    if (KNOWN.has(key) || !desk.settings.warnsOfUnknownKeys) return true;
    warn(desk, 'unknown_key', 'a key that the seed does not know is kept and ignored');
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
