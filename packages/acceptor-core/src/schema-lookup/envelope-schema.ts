/** The schemas of a whole envelope: its own shape, and below `/payload` the schema of its kind. */
import { childAt, ownValue } from '@openwop-inspector/base';
import { ENVELOPE_SCHEMA, publishedKindSchema } from '@openwop-inspector/protocol';
import { type SchemaNode, schemaAt } from './schema-at.ts';
import { placesAt, type SchemaPlace } from './schema-place.ts';

/** Schemas of users and hosts by kind, as in a context. */
export type KindSchemas = Readonly<Record<string, unknown>> | null | undefined;

/** The JSON Schema document for payloads of a kind: the published one, else the given one, else null. */
export function schemaForKind(kind: string, schemas?: KindSchemas): unknown {
  const published = publishedKindSchema(kind);
  if (published !== null) return published;
  return schemas === null || schemas === undefined ? null : (ownValue(schemas, kind) ?? null);
}

/** A place of an envelope as its own document sees it: the document, and pointer and value from its root. */
interface EnvelopePart {
  readonly document: unknown;
  readonly pointer: string;
  readonly value: unknown;
}

function partAt(envelope: unknown, pointer: string, schemas: KindSchemas): EnvelopePart {
  const kind = childAt(envelope, 'type');
  const isPayload = pointer === '/payload' || pointer.startsWith('/payload/');
  const document = isPayload && typeof kind === 'string' ? schemaForKind(kind, schemas) : null;
  if (document === null) return { document: ENVELOPE_SCHEMA, pointer, value: envelope };
  return { document, pointer: pointer.slice('/payload'.length), value: childAt(envelope, 'payload') };
}

/**
 * What is known of a place in an envelope, by a pointer from the envelope; null when nothing is. The envelope may be
 * half-written: its `type` chooses the schema of the payload, its values choose between branches. Never throws.
 */
export function envelopeSchemaAt(
  envelope: unknown,
  pointer: string,
  schemas?: KindSchemas,
): SchemaNode | null {
  const part = partAt(envelope, pointer, schemas);
  return schemaAt(part.document, part.pointer, part.value);
}

/** The subschemas that hold at a place of an envelope. */
export function envelopePlacesAt(
  envelope: unknown,
  pointer: string,
  schemas: KindSchemas,
): readonly SchemaPlace[] {
  const part = partAt(envelope, pointer, schemas);
  return placesAt(part.document, part.pointer, part.value);
}
