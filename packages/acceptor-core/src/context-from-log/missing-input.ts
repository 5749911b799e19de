/** Missing inputs of a verdict: of the envelope in its log, of the host in its declaration. */
import type { MissingMember } from './envelope-from-evidence.ts';

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
