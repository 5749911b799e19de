import type { RefusalCode } from '@openwop-inspector/protocol';
import type { EnvelopeFromLog, MissingMember } from './envelope-from-evidence.ts';
import type { HostRecorded } from './host-recorded.ts';

/** How sure each field of a rebuilt context is. */

/**
 * `known`: the log says it. `assumed`: it follows from the log under an assumption that the note names. `unknown`: the
 * log does not say it, and the field has its default.
 */
export type Standing = 'known' | 'assumed' | 'unknown';

/** One field of the context, where it was read, and how sure it is. */
export interface Provenance {
  /** Name of the field as in a context file, such as `host.limits.schemaRounds`. */
  readonly field: string;
  readonly standing: Standing;
  /** `sequence` of the events it was read from; absent when it was read from none. */
  readonly from?: readonly number[];
  /** One sentence for the user, without a full stop. */
  readonly note: string;
}

/** Sequences listed for one field. */
const LISTED = 8;

/** A row about a field. Events without a sequence are not listed; of many, the latest are. */
export function provenanceOf(
  field: string,
  standing: Standing,
  note: string,
  from: readonly ({ readonly sequence: number | null } | null)[] = [],
): Provenance {
  const sequences = from.flatMap((one) => one?.sequence ?? []).slice(-LISTED);
  return sequences.length === 0 ? { field, standing, note } : { field, standing, note, from: sequences };
}

/** Adds a row about a field, as `provenanceOf` makes it. Parts are rebuilt in the order of their rows. */
export type Say = (...row: Parameters<typeof provenanceOf>) => void;

// Missing inputs of a verdict: of the envelope in its log, of the host in its declaration.

/** What the log lacks, and what would have to be recorded or given for an answer. */
export interface MissingInput {
  readonly what: string;
  readonly record: string;
}

export const MEMBERS: Readonly<Record<MissingMember, MissingInput>> = {
  type: { what: 'the kind of the envelope', record: 'fields.envelopeType on the events of the envelope' },
  payload: {
    what: 'the payload',
    record: 'what the model wrote (output.chunk), or the payload on the event',
  },
  meta: { what: 'what stood around the payload', record: 'what the model wrote (output.chunk)' },
  schemaVersion: { what: 'the version that was emitted', record: 'what the model wrote (output.chunk)' },
};

export const MASKED: MissingInput = {
  what: 'a value that is masked here, and that the host saw',
  record: 'nothing: the value looks like a credential',
};

/** Steps that look at values of the envelope. */
export const LOOKS_AT_VALUES: ReadonlySet<string> = new Set(['shape', 'payload']);

/** Inputs that an unchecked step lacks. */
export const UNCHECKED: Readonly<Partial<Record<string, MissingInput>>> = {
  kind: { what: 'the kinds that the host takes', record: 'supportedEnvelopes of its discovery document' },
  'schema-version': {
    what: 'the versions that the host takes',
    record: 'schemaVersions of its discovery document',
  },
  payload: { what: 'the schema of the kind', record: 'the schema, under schemas of the context' },
};

// What cannot be judged, since the log does not hold what the verdict would be about.

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
  const note = `The log does not hold ${words}, and a verdict would be about what was put in its place`;
  return { missing, note };
}
