/** The published schemas of a whole envelope and of its payloads as data, for readers that need more than a verdict (envelope 2, 4, 6, 7). */
import surfaceV2 from '../schemas/a2ui-surface-v2.schema.json';
import envelope from '../schemas/envelope.schema.json';
import clarificationRequest from '../schemas/envelopes/clarification.request.schema.json';
import error from '../schemas/envelopes/error.schema.json';
import mediaAudio from '../schemas/envelopes/media.audio.schema.json';
import mediaFile from '../schemas/envelopes/media.file.schema.json';
import mediaImage from '../schemas/envelopes/media.image.schema.json';
import schemaRequest from '../schemas/envelopes/schema.request.schema.json';
import schemaResponse from '../schemas/envelopes/schema.response.schema.json';
import a2uiSurface from '../schemas/envelopes/ui.a2ui-surface.schema.json';
import sharedShapes from '../schemas/shared-shapes.schema.json';
import type { RenderingHint } from './generated/envelope-types.ts';

/** The JSON Schema 2020-12 document of AIEnvelope, its descriptions included. Its payload is open. */
export const ENVELOPE_SCHEMA: unknown = envelope;

/** The same of the payload of a surface under schemaVersion 2 (envelope 7.7). */
export const SURFACE_V2_SCHEMA: unknown = surfaceV2;

/** Names of the components of its messages, in the order of the schema. */
export const SURFACE_V2_COMPONENTS: readonly string[] = surfaceV2.$defs.SurfaceComponent.anyOf.flatMap(
  ({ properties }) => properties.component.enum,
);

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
export const RENDERING_DISPLAY_WORDS = `${RENDERING_DISPLAYS.slice(0, -1).join(', ')} or ${RENDERING_DISPLAYS.at(-1)}`;

const schemas: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['clarification.request', clarificationRequest],
  ['error', error],
  ['media.audio', mediaAudio],
  ['media.file', mediaFile],
  ['media.image', mediaImage],
  ['schema.request', schemaRequest],
  ['schema.response', schemaResponse],
  ['ui.a2ui-surface', a2uiSurface],
]);

/** The JSON Schema 2020-12 document of a published kind, its descriptions included; null for any other kind. */
export function publishedKindSchema(kind: string): unknown {
  return schemas.get(kind) ?? null;
}
