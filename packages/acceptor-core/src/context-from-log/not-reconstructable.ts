/** What cannot be judged, since the log does not hold what the verdict would be about. */
import type { RefusalCode } from '@openwop-inspector/protocol';
import type { EnvelopeFromLog, MissingMember } from './envelope-from-evidence.ts';
import type { HostRecorded } from './host-recorded.ts';

/** Why an envelope of a log is not judged. */
export interface NotReconstructable {
  /** What the log does not hold and the verdict needs. */
  readonly missing: readonly MissingMember[];
  /** One sentence for the user, without a full stop. */
  readonly note: string;
}

/** Inputs of a refusal by the host, in addition to kind and payload. */
const CHECKED_INPUTS: ReadonlyMap<RefusalCode, MissingMember> = new Map([
  ['invalid_envelope_shape', 'meta'],
  ['unknown_schema_version', 'schemaVersion'],
]);

const WORDS: Readonly<Record<MissingMember, string>> = {
  type: 'the kind',
  schemaVersion: 'the version',
  payload: 'the payload',
  meta: 'what stood around the payload',
};

/**
 * Null when the envelope can be judged. Without kind or payload nothing can; one put together around a recorded payload
 * cannot where the host refused what was put in. Pure.
 */
export function notReconstructable({
  envelope,
  hostRecorded,
}: {
  readonly envelope: EnvelopeFromLog | null;
  readonly hostRecorded: HostRecorded | null;
}): NotReconstructable | null {
  if (envelope === null) return null;
  const meaning = hostRecorded?.meaning ?? null;
  const refused = meaning === null ? undefined : CHECKED_INPUTS.get(meaning);
  const missing = envelope.missing.filter(
    (member) => member === 'type' || member === 'payload' || member === refused,
  );
  if (missing.length === 0) return null;
  const words = missing.map((member) => WORDS[member]).join(' and ');
  return {
    missing,
    note: `The log does not hold ${words}, and a verdict would be about what was put in its place`,
  };
}
