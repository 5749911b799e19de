/** The published schema of a whole envelope as data; payloads have theirs in `kind-schemas.ts` (envelope 2). */
import envelope from '../schemas/envelope.schema.json';
import sharedShapes from '../schemas/shared-shapes.schema.json';
import type { RenderingHint } from './generated/envelope-types.ts';

/** The JSON Schema 2020-12 document of AIEnvelope, its descriptions included. Its payload is open. */
export const ENVELOPE_SCHEMA: unknown = envelope;

/** Documents that a `$ref` of `ENVELOPE_SCHEMA` may name by their `$id`. */
export const SHARED_SCHEMAS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  [sharedShapes.$id, sharedShapes],
]);

/** A display hint of envelope 2.2. */
export type RenderingDisplay = NonNullable<RenderingHint['display']>;

/** The display hints, in the order of the schema that the type is generated from. */
export const RENDERING_DISPLAYS = envelope.$defs.RenderingHint.properties.display
  .enum as readonly string[] as readonly RenderingDisplay[];

/** All of them for a sentence: "markdown, code, card, image, audio or file". */
export const RENDERING_DISPLAY_WORDS = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  RENDERING_DISPLAYS,
);
