/** Checks payloads of run events against the catalogue (run-events 3.2). */
import { payloadValidators } from './generated/payload-validators.js';
import { type SchemaFinding, schemaFindings } from './schema-findings.ts';
import { schemaErrors } from './validator-runtime.ts';

const noFindings: readonly SchemaFinding[] = Object.freeze([]);

/**
 * Where the payload of an event differs from the schema of its type: at most ten findings, deepest place first; the
 * same empty frozen array when it fits or when the type is outside the catalogue. Never throws; never changes the
 * payload. Cost: a few hundred nanoseconds for a payload that fits, independent of undeclared content.
 *
 * A difference is a warning at most: hosts are known to deviate, an empty payload above all (run-events 5.3).
 */
export function checkPayload(type: string, payload: unknown): readonly SchemaFinding[] {
  const validator = payloadValidators.get(type);
  if (validator === undefined) return noFindings;
  const errors = schemaErrors(validator, payload);
  return errors === null ? noFindings : schemaFindings(errors);
}
