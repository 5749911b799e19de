/** Outcomes of envelopes that were not taken, as recorded next to the failures (acceptor S8, S11, 3.3). */
import { isRecord } from '@openwop-inspector/base';

/**
 * `blocked`: untrusted content must not answer an approval (S11). `discarded`: the node does not take the kind, and
 * continues (S8). `refused`: turned away for another reason. `reported`: the model answered with an `error` envelope.
 */
export type PreventedKind = 'blocked' | 'discarded' | 'refused' | 'reported';

export interface PreventedOutcome {
  readonly kind: PreventedKind;
  /** The code of the refusal; null when the host gives none, and of what the model reported. */
  readonly code: string | null;
  /** Kind of the envelope, when it is known. */
  readonly envelopeType: string | null;
}

const BLOCKED = 'untrusted_content_blocks_approval';
const VIOLATION = 'envelope_contract_violation';

/**
 * Returns the outcome that an event reports, by its meaning, or null. Hosts write a refusal that fails nothing as
 * `log.appended` of level `warn`, with the code in `fields.code` or as the message; the reference host names no code
 * for a kind that the node does not take, but the mode of the refusal. A denied authorization with the code of a
 * refusal reports the same.
 */
export function preventedOutcome(type: string, payload: unknown): PreventedOutcome | null {
  if (!isRecord(payload)) return null;
  if (type === 'authorization.decided')
    return payload.allowed === false && payload.reason === BLOCKED
      ? { kind: 'blocked', code: BLOCKED, envelopeType: null }
      : null;
  if (type !== 'log.appended' || !isRecord(payload.fields)) return null;
  const { fields } = payload;
  const envelopeType = text(fields.refusedType) ?? text(fields.envelopeType);
  if (payload.level === 'error')
    return text(fields.envelopeType) === 'error' ? { kind: 'reported', code: null, envelopeType } : null;
  if (payload.level !== 'warn') return null;
  const code = text(fields.code) ?? codeOf(payload.message, fields);
  if (code === BLOCKED) return { kind: 'blocked', code, envelopeType };
  if (code === VIOLATION) return { kind: 'discarded', code, envelopeType };
  return text(fields.refusedType) === null ? null : { kind: 'refused', code, envelopeType };
}

/** The code of a warning that has none of its own. */
function codeOf(message: unknown, fields: Readonly<Record<string, unknown>>): string | null {
  if (message === BLOCKED || message === VIOLATION) return message;
  return fields.refusalMode === 'discard-and-warn' ? VIOLATION : null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
