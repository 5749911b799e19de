import { maskJson } from '@openwop-inspector/base';
import { isRecord } from '../../index/log-index.ts';
import { isTooDeep } from '../json/too-deep.ts';

const BASE64 = /^[A-Za-z0-9+/_=\s-]*$/;

/**
 * A masked copy of an envelope. The bytes of media stay as they are: masking a piece of them would spoil the whole, and
 * what looks like a key in them is none. Null for a value that is nested too deeply.
 */
export function maskEnvelope(envelope: Record<string, unknown>): Record<string, unknown> | null {
  if (isTooDeep(envelope)) return null;
  const masked = maskJson(envelope).value;
  if (!isRecord(masked)) return null;
  const { type } = envelope;
  if (typeof type !== 'string' || !type.startsWith('media.')) return masked;
  const { payload } = envelope;
  const copy = masked.payload;
  if (!isRecord(payload) || !isRecord(copy) || !Object.hasOwn(payload, 'base64')) return masked;
  const { base64 } = payload;
  if (typeof base64 === 'string' && BASE64.test(base64)) copy.base64 = base64;
  return masked;
}
