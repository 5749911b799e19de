/** Reads the members of an envelope that the steps turn on. */
import { isRecord, type JsonObject } from '@openwop-inspector/base';
import { codePointCount } from './code-points.ts';
import type { Work } from './work.ts';

/** Code points an id may have (envelope 2). */
const LONGEST_ID = 128;

/**
 * Fills the fields of the work from its envelope. Members of a wrong form read as absent: a refused envelope is
 * evaluated further for "what if", and its events still name what can be named.
 */
export function readFields(work: Work, envelope: JsonObject): void {
  const { type, payload, correlationId, envelopeId, nodeId, meta } = envelope;
  work.envelope = envelope;
  work.payload = payload;
  work.type = typeof type === 'string' ? type : '';
  work.correlationId = idOf(correlationId);
  work.envelopeId = idOf(envelopeId);
  work.nodeId = idOf(nodeId) ?? work.settings.nodeId;
  work.node = null;
  readTrust(work, isRecord(meta) ? meta.contentTrust : undefined);
}

function idOf(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  return value.length <= LONGEST_ID || codePointCount(value) <= LONGEST_ID ? value : null;
}

/** Effective trust (acceptor 7): the tag, else the boundary; or the lower of both. */
function readTrust(work: Work, tag: unknown): void {
  const { trustBoundary, meetsTrust } = work.settings;
  work.isUntrusted = tag === 'untrusted' || trustBoundary === 'untrusted';
  if (meetsTrust && work.isUntrusted) work.contentTrust = 'untrusted';
  else work.contentTrust = tag === 'trusted' || tag === 'untrusted' ? tag : trustBoundary;
}
