/** How exhausted retries end, by their final reason (acceptor 5; older names: bundles 5). */

const CODES: ReadonlyMap<string, readonly string[]> = new Map([
  ['truncation', ['envelope_truncation_unrecoverable']],
  ['parse-error', ['envelope_invalid', 'envelope_payload_invalid']],
  ['type-drift', ['unknown_envelope_kind']],
]);

/** Codes that name the refusal of an envelope, those of the reference host included (acceptor 2, 9 R6). */
const OF_ENVELOPE: ReadonlySet<string> = new Set([
  'envelope_truncation_unrecoverable',
  'envelope_invalid',
  'envelope_payload_invalid',
  'envelope_validation_failed',
  'envelope_refusal',
  'envelope_refused_by_provider',
  'envelope_contract_violation',
  'unknown_envelope_kind',
  'unknown_schema_version',
  'invalid_envelope_shape',
]);

/** Codes that end an envelope after its last attempt, and that no provider's refusal ends with (acceptor 5). */
const AFTER_LAST_ATTEMPT: ReadonlySet<unknown> = new Set([
  'envelope_truncation_unrecoverable',
  'envelope_invalid',
  'envelope_payload_invalid',
  'envelope_validation_failed',
  'unknown_envelope_kind',
  'unknown_schema_version',
]);

/** Reasons that end with a breach of the limit of schema rounds. */
const WITH_BREACH: ReadonlySet<string> = new Set([...CODES.keys(), 'schema-violation']);

/** Reasons of the protocol that are another one than truncation, and leave nothing open. */
export const NOT_TRUNCATION: ReadonlySet<string> = new Set(['schema-violation', 'parse-error', 'type-drift']);

/** True when exhaustion for this reason asks for `cap.breached` of the kind `schema`. */
export function asksForBreach(reason: string): boolean {
  return WITH_BREACH.has(reason);
}

/** True for a code by which an envelope fails a node. */
export function isEnvelopeCode(code: unknown): boolean {
  return typeof code === 'string' && (OF_ENVELOPE.has(code) || code === 'cap_breached');
}

/** True for a code of an envelope that was judged and may have been retried. */
export function endsAttempts(code: unknown): boolean {
  return AFTER_LAST_ATTEMPT.has(code);
}

/**
 * The code that a failure after exhaustion should have had; null when it may be right. A schema violation is known under
 * several codes (acceptor 3.2, S6), and what is no code of an envelope may be another failure.
 */
export function rightCode(reason: string, code: unknown): string | null {
  if (typeof code !== 'string' || !OF_ENVELOPE.has(code)) return null;
  const right = CODES.get(reason);
  return right === undefined || right.includes(code) ? null : (right[0] as string);
}
