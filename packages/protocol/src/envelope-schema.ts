/** The published schema of a whole envelope as data; payloads have theirs in `kind-schemas.ts` (envelope 2). */
import envelope from '../schemas/envelope.schema.json';
import sharedShapes from '../schemas/shared-shapes.schema.json';

/** The JSON Schema 2020-12 document of AIEnvelope, its descriptions included. Its payload is open. */
export const ENVELOPE_SCHEMA: unknown = envelope;

/** Documents that a `$ref` of `ENVELOPE_SCHEMA` may name by their `$id`. */
export const SHARED_SCHEMAS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  [sharedShapes.$id, sharedShapes],
]);
