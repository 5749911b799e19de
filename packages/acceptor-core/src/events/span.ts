/** The span that a host would record (acceptor 3.3). Names and versions only, never content of the payload. */
import type { AcceptStatus } from '../accept-parts.ts';
import type { AcceptResult } from '../accept-result.ts';
import type { Work } from '../pipeline/work.ts';
import type { ShownNames } from './event-writer.ts';

/** Name and attributes; what is not known has no attribute. */
export function spanOf(work: Work, names: ShownNames, status: AcceptStatus): AcceptResult['span'] {
  const { correlationId, envelopeId, type } = names;
  const version = work.schemaVersion ?? 0;
  // One literal for the usual case: an object that grows member by member costs several times as much.
  const attributes: Record<string, unknown> =
    correlationId === undefined || envelopeId === undefined
      ? { envelope_type: type, envelope_outcome: status, 'openwop.envelope_kind': type }
      : {
          envelope_type: type,
          envelope_outcome: status,
          envelope_correlation_id: correlationId,
          envelope_id: envelopeId,
          envelope_schema_version: version,
          envelope_schema_version_drift: work.drift,
          'openwop.envelope_kind': type,
          'openwop.envelope_id': envelopeId,
        };
  if (work.advertised !== null) attributes.envelope_schema_version_floor = work.advertised;
  if (work.contentTrust !== null) attributes.envelope_content_trust = work.contentTrust;
  return { name: `envelope.${status}`, attributes };
}
