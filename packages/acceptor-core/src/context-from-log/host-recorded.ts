/** The host's verdict on an envelope, as recorded by its events (acceptor 3.3 and 5). */
import { isRecord, ownString, ownValue } from '@openwop-inspector/base';
import { isRefusalCode, type RefusalCode, refusalInfo } from '@openwop-inspector/protocol';
import type { CapKind, EnvelopeOutcome } from '../accept-context.ts';
import { breachOf, errorOf, fieldsOf, type LogEvent, type LogEvidence, payloadOf } from './evidence.ts';

/** The host's side of the comparison. */
export interface HostRecorded {
  /** `failed`: the turn of the model failed before an envelope could be judged (refused, cut off, no JSON). */
  readonly status: EnvelopeOutcome['status'] | 'failed';
  /** As recorded, `envelope_validation_failed` for instance; null when accepted or when only a retry implies it. */
  readonly code: string | null;
  /** The code of the specification that the host meant; null when it is not known. */
  readonly meaning: RefusalCode | null;
  readonly message: string | null;
  /** Only of a breach: schema rounds that are used up by refusals leave the outcome invalid (acceptor 2.0). */
  readonly capKind: CapKind | null;
  readonly envelopeId: string | null;
  readonly envelopeType: string | null;
  /** Reason of the retry that followed; null when none did. */
  readonly retryReason: string | null;
  /** Ids of the events by which it was accepted; empty otherwise. */
  readonly recordedEventIds: readonly string[];
  /** Which emission under its correlationId, from 1. */
  readonly emission: number;
  /** Its events are of v2, which have no trust tag. */
  readonly isV2: boolean;
  /** Everything recorded for this emission, in order. */
  readonly events: readonly LogEvent[];
}

/** Codes of older hosts (run-events 5.3, bundles 5.1). */
const OLDER: ReadonlyMap<string, RefusalCode> = new Map([
  ['envelope_payload_invalid', 'envelope_invalid'],
  ['envelope_refused_by_provider', 'envelope_refusal'],
]);

/** Reasons of a retry, and the refusal that each most often means (acceptor 5). */
const BY_REASON: ReadonlyMap<string, RefusalCode> = new Map([
  ['schema-violation', 'envelope_invalid'],
  ['type-mismatch', 'envelope_invalid'],
  ['type-drift', 'unknown_envelope_kind'],
  ['parse-error', 'invalid_envelope_shape'],
  ['refusal', 'envelope_refusal'],
]);

/** Returns the recorded verdict; null when none of its events contains one. */
export function hostRecordedIn(evidence: LogEvidence): HostRecorded | null {
  const { recorded } = evidence;
  const verdict = failureIn(recorded) ?? retryIn(recorded) ?? warningIn(recorded) ?? acceptanceIn(recorded);
  if (verdict === null) return null;
  // Kind and id of the envelope, from whichever event names them.
  const facts = recorded.flatMap((event) => [fieldsOf(event), errorOf(event).details, payloadOf(event)]);
  const firstOf = (key: string): string | null =>
    facts.map((fact) => ownString(fact, key)).find((value) => value !== null) ?? null;
  const breach = recorded.map(breachOf).find((one) => one !== null);
  return {
    code: null,
    meaning: null,
    message: null,
    capKind: verdict.status === 'breached' ? (breach?.kind ?? null) : null,
    retryReason: null,
    recordedEventIds: [],
    ...verdict,
    envelopeId: firstOf('envelopeId'),
    envelopeType: firstOf('envelopeType') ?? firstOf('refusedType') ?? kindByEvents(recorded),
    emission: evidence.emission,
    isV2: evidence.isV2,
    events: recorded,
  };
}

type Verdict = Pick<HostRecorded, 'status'> & Partial<HostRecorded>;

/** `node.failed`, or its equivalent. */
function failureIn(events: readonly LogEvent[]): Verdict | null {
  const failed = events.find((event) => event.type === 'node.failed');
  if (failed !== undefined) {
    const { code, message } = errorOf(failed);
    const meaning = meaningOf(code, message);
    const isVerdict = meaning !== null || code === 'envelope_validation_failed';
    return isVerdict ? { status: statusOf(meaning), code, meaning, message } : null;
  }
  const breach = events.map(breachOf).find((one) => one !== null);
  if (breach !== undefined && breach.kind !== 'schema')
    return { status: 'breached', meaning: 'cap_breached' };
  const isRefused = events.some((event) => event.type === 'envelope.refusal');
  return isRefused ? { status: 'failed', meaning: 'envelope_refusal' } : null;
}

function statusOf(meaning: RefusalCode | null): HostRecorded['status'] {
  return meaning === null ? 'invalid' : refusalInfo(meaning).status;
}

/** Returns the refusal meant by a code, or, where one code has many meanings (acceptor 9, R6), by its message. */
function meaningOf(code: string | null, message: string | null): RefusalCode | null {
  if (code === null) return null;
  if (isRefusalCode(code)) return code;
  return OLDER.get(code) ?? (code === 'envelope_validation_failed' ? meaningOfText(message ?? '') : null);
}

/** The first words of a reason (vectors FORMAT 8). */
function meaningOfText(message: string): RefusalCode | null {
  const head = message.split(':')[0]?.trim() ?? '';
  if (isRefusalCode(head)) return head;
  if (head.startsWith('envelope top-level shape') || head.startsWith('meta.ts MUST'))
    return 'invalid_envelope_shape';
  if (head.startsWith('payload for kind')) return 'envelope_invalid';
  return null;
}

function retryIn(events: readonly LogEvent[]): Verdict | null {
  const tried = ['envelope.retry.attempted', 'envelope.retry.exhausted', 'envelope.truncated'];
  const retry = events.find((event) => tried.includes(event.type));
  if (retry === undefined) return null;
  const payload = payloadOf(retry);
  const reason = ownString(payload, 'reason') ?? ownString(payload, 'finalReason') ?? 'truncation';
  const meaning = BY_REASON.get(reason) ?? null;
  const message = ownString(payload, 'previousError') ?? ownString(payload, 'finalError');
  return { status: meaning === null ? 'failed' : statusOf(meaning), meaning, message, retryReason: reason };
}

/** A warning by which an envelope was turned away without failing its node (acceptor S8 and S11). */
function warningIn(events: readonly LogEvent[]): Verdict | null {
  for (const event of events) {
    if (event.type !== 'log.appended' || ownString(payloadOf(event), 'level') !== 'warn') continue;
    const message = ownString(payloadOf(event), 'message');
    const fields = fieldsOf(event);
    const code = ownString(fields, 'code') ?? message ?? '';
    if (isRefusalCode(code)) return { status: statusOf(code), code, meaning: code, message };
    if (ownValue(fields, 'allowedKinds') !== undefined || ownValue(fields, 'acceptedTypes') !== undefined)
      return { status: 'gated', code: null, meaning: 'envelope_contract_violation', message };
  }
  return null;
}

/** Events that an acceptance projects; the other effects of an envelope follow one of them. */
const ACCEPTED: ReadonlySet<string> = new Set([
  'clarification.requested',
  'interrupt.requested',
  'ui.a2ui-surface',
  'artifact.created',
]);

function acceptanceIn(events: readonly LogEvent[]): Verdict | null {
  const accepted = events.filter(
    (event) =>
      ACCEPTED.has(event.type) ||
      (event.type === 'log.appended' && ownString(fieldsOf(event), 'envelopeType') !== null),
  );
  if (accepted.length === 0) return null;
  return { status: 'accepted', recordedEventIds: accepted.map((event) => event.eventId) };
}

function kindByEvents(events: readonly LogEvent[]): string | null {
  for (const event of events) {
    if (event.type === 'ui.a2ui-surface') return 'ui.a2ui-surface';
    if (event.type === 'clarification.requested') return 'clarification.request';
    const data = ownValue(payloadOf(event), 'data');
    if (event.type !== 'interrupt.requested') continue;
    if (isRecord(data) && Object.hasOwn(data, 'surface')) return 'ui.a2ui-surface';
    if (ownString(payloadOf(event), 'kind') === 'clarification') return 'clarification.request';
  }
  const words = events.map((event) => errorOf(event).message).find((message) => message !== null);
  return /^(?:payload for kind|envelope type) '([^']{1,256})'/.exec(words ?? '')?.[1] ?? null;
}
