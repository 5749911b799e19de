/** Checks envelopes and their payloads against the published schemas (envelope 2, 4, 6, 7). */
import { envelopeValidators, kindValidators } from './generated/envelope-validators.js';
import {
  type GroupedError,
  groupUnions,
  type SchemaFinding,
  schemaFindings,
  violationMessage,
} from './schema-findings.ts';
import { type SchemaError, type SchemaValidator, schemaErrors } from './validator-runtime.ts';

/** One violation in the vocabulary outcomes use (envelope 3). `message` has text of the schema only. */
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

/** The kinds that every host recognises, in the order of refusals (envelope 4, acceptor 3.3). */
export const UNIVERSAL_KINDS: readonly string[] = [
  'clarification.request',
  'schema.request',
  'schema.response',
  'error',
];

/** The eight kinds with a published schema, in alphabetical order. */
export const PUBLISHED_KINDS: readonly string[] = [...kindValidators.keys()].sort();

/**
 * Returns the differences of a value from the closed schema of AIEnvelope, taken literally: an unknown
 * `meta.rendering.display` is listed as keyword `enum` at `/meta/rendering/display`, which a lenient reader drops
 * (envelope 2.2). Empty when it fits; at most fifty details. Does not check the payload.
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

/**
 * The same, readable: of a component the violations of the variant that its name selects (envelope 7.2), at most ten,
 * deepest place first; null for a kind without a published schema.
 */
export function envelopePayloadFindings(kind: string, payload: unknown): readonly SchemaFinding[] | null {
  const validator = kindValidators.get(kind);
  return validator === undefined ? null : schemaFindings(errorsOf(validator, payload));
}

/**
 * What `checkEnvelope` is made of: the violations with the parameters of their rules, which may hold names from the
 * value. Empty when it fits; at most a thousand. Costs nothing beyond the check itself.
 */
export function envelopeErrors(value: unknown): readonly SchemaError[] {
  return errorsOf(envelopeValidators.get('envelope'), value);
}

/**
 * What `checkEnvelopePayload` is made of: a function that lists the violations of a payload as `envelopeErrors` does,
 * those of the variants of a failed `anyOf` below it; null for a kind without a published schema. For callers that check many payloads of a kind.
 */
export function envelopePayloadErrors(kind: string): ((payload: unknown) => readonly GroupedError[]) | null {
  const validator = kindValidators.get(kind);
  return validator === undefined ? null : (payload) => groupedErrors(validator, payload);
}

/** The same of a surface under schemaVersion 2, whose payload are messages of A2UI v0.9 (envelope 7.7). */
export function surfaceV2Errors(payload: unknown): readonly GroupedError[] {
  return groupedErrors(envelopeValidators.get('a2ui-surface-v2'), payload);
}

/** Where a payload differs from the schema of surfaces of schemaVersion 2, readable as `envelopePayloadFindings` is. */
export function surfaceV2Findings(payload: unknown): readonly SchemaFinding[] {
  return schemaFindings(errorsOf(envelopeValidators.get('a2ui-surface-v2'), payload));
}

function groupedErrors(validator: SchemaValidator | undefined, value: unknown): readonly GroupedError[] {
  return groupUnions(errorsOf(validator, value));
}

/** Where a value differs from the schema of a delta frame (envelope 7.6). */
export function checkA2uiDelta(value: unknown): readonly ValidationDetail[] {
  return details(envelopeValidators.get('a2ui-delta'), value);
}

function details(validator: SchemaValidator | undefined, value: unknown): readonly ValidationDetail[] {
  const errors = errorsOf(validator, value);
  return errors.length === 0 ? noDetails : errors.slice(0, MAX_DETAILS).map(detail);
}

const noErrors: readonly SchemaError[] = Object.freeze([]);

function errorsOf(validator: SchemaValidator | undefined, value: unknown): readonly SchemaError[] {
  if (validator === undefined) throw new Error('a generated validator is missing');
  return schemaErrors(validator, value) ?? noErrors;
}

function detail(error: SchemaError): ValidationDetail {
  const { instancePath, schemaPath, keyword } = error;
  return { instancePath, schemaPath, keyword, message: violationMessage(error) };
}
