/** Checks envelopes and their payloads against the published schemas (envelope 2, 4, 6, 7). */
import { envelopeValidators, kindValidators } from './generated/envelope-validators.js';
import { violationMessage } from './schema-findings.ts';
import { type SchemaError, type SchemaValidator, schemaErrors } from './validator-runtime.ts';

/** One violation in the vocabulary outcomes use (envelope 3). `message` holds words of the schema only. */
export interface ValidationDetail {
  /** RFC 6901 pointer from the checked value. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly message: string;
}

/** Violations that are listed for one value (acceptor 3.2). */
export const MAX_DETAILS = 50;

const noDetails: readonly ValidationDetail[] = Object.freeze([]);

/** The eight kinds with a published schema, in alphabetical order. */
export const PUBLISHED_KINDS: readonly string[] = [...kindValidators.keys()].sort();

/**
 * Where a value differs from the closed schema of AIEnvelope, taken literally: an unknown `meta.rendering.display` is
 * listed as keyword `enum` at `/meta/rendering/display`, which a lenient reader drops (envelope 2.2). Empty when it
 * fits; at most fifty details. The payload is not looked at.
 */
export function checkEnvelope(value: unknown): readonly ValidationDetail[] {
  return details(envelopeValidators.get('envelope'), value);
}

/**
 * Where a payload differs from the schema of a published kind, every tried variant included; null for a kind without
 * a published schema. `null` members count as wrong types: strip them first (envelope 5.1).
 */
export function checkEnvelopePayload(kind: string, payload: unknown): readonly ValidationDetail[] | null {
  const validator = kindValidators.get(kind);
  return validator === undefined ? null : details(validator, payload);
}

/** Where a value differs from the schema of a delta frame (envelope 7.6). */
export function checkA2uiDelta(value: unknown): readonly ValidationDetail[] {
  return details(envelopeValidators.get('a2ui-delta'), value);
}

function details(validator: SchemaValidator | undefined, value: unknown): readonly ValidationDetail[] {
  if (validator === undefined) throw new Error('a generated validator is missing');
  const errors = schemaErrors(validator, value);
  return errors === null ? noDetails : errors.slice(0, MAX_DETAILS).map(detail);
}

function detail(error: SchemaError): ValidationDetail {
  const { instancePath, schemaPath, keyword } = error;
  return { instancePath, schemaPath, keyword, message: violationMessage(error) };
}
