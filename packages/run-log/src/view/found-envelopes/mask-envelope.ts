import { isRecord, type MaskedTree, type MaskedValue, masker, secretsIn } from '@openwop-inspector/base';
import { isTooDeep } from '../json/too-deep.ts';

/** An object of which every text and name is masked. */
export type MaskedRecord = MaskedTree & Record<string, unknown>;

export function isMaskedRecord(value: MaskedValue): value is MaskedRecord {
  return isRecord(value);
}

const BASE64 = /^[A-Za-z0-9+/_=\s-]*$/;

/**
 * A masked copy of an envelope. The bytes of media stay as they are: masking a piece of them would spoil the whole, and
 * what looks like a key in them is none. Null for a value that is nested too deeply.
 */
export function maskEnvelope(envelope: Record<string, unknown>): MaskedRecord | null {
  if (isTooDeep(envelope)) return null;
  const masked = masker.value(envelope).value;
  if (!isMaskedRecord(masked)) return null;
  const { type } = envelope;
  if (typeof type !== 'string' || !type.startsWith('media.')) return masked;
  const { payload } = envelope;
  const copy = masked.payload;
  if (!isRecord(payload) || !isRecord(copy) || !Object.hasOwn(payload, 'base64')) return masked;
  const { base64 } = payload;
  if (typeof base64 === 'string' && BASE64.test(base64) && !isOneSecret(base64))
    Object.assign(copy, { base64 });
  return masked;
}

/** A key in the place of bytes. */
function isOneSecret(text: string): boolean {
  const [span] = secretsIn(text);
  return span !== undefined && span.start === 0 && span.end === text.length;
}
