/** The published schemas of envelope payloads as data, for readers that need more than a verdict (envelope 4, 6, 7). */
import clarificationRequest from '../schemas/envelopes/clarification.request.schema.json';
import error from '../schemas/envelopes/error.schema.json';
import mediaAudio from '../schemas/envelopes/media.audio.schema.json';
import mediaFile from '../schemas/envelopes/media.file.schema.json';
import mediaImage from '../schemas/envelopes/media.image.schema.json';
import schemaRequest from '../schemas/envelopes/schema.request.schema.json';
import schemaResponse from '../schemas/envelopes/schema.response.schema.json';
import a2uiSurface from '../schemas/envelopes/ui.a2ui-surface.schema.json';

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
