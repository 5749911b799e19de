/** Schema information for one place, for hover texts and completion. */
import { childAt, type JsonObject, ownValue } from '@openwop-inspector/base';
import { ENVELOPE_SCHEMA, publishedKindSchema } from '@openwop-inspector/protocol';
import { declaredNames, requiredNames, typesOf, valuesOf } from '../json/schema-text.ts';
import { childPlaces, expanded, placesAt, type SchemaPlace } from './schema-place.ts';

/** One place of a schema in plain data. Texts are the schema's own: foreign, of any length, not to be trusted. */
export interface SchemaNode {
  readonly title: string | null;
  readonly description: string | null;
  /** Allowed JSON types; empty when any is. */
  readonly type: readonly string[];
  /** Allowed values by `enum` or `const`; empty when they are not listed. */
  readonly enum: readonly unknown[];
  /** Declared members in the order of the schema; of several branches all. */
  readonly properties: readonly PropertyNode[];
}

/** One declared member. */
export interface PropertyNode {
  readonly name: string;
  readonly description: string | null;
  readonly isRequired: boolean;
}

function nodeOf(places: readonly SchemaPlace[]): SchemaNode | null {
  if (places.length === 0) return null;
  const schemas = places.map((place) => place.schema);
  return {
    title: firstText(schemas, 'title'),
    description: firstText(schemas, 'description'),
    type: distinct(schemas.flatMap(typesOf)),
    enum: distinct(schemas.flatMap(valuesOf)),
    properties: propertyNodes(places),
  };
}

function propertyNodes(places: readonly SchemaPlace[]): readonly PropertyNode[] {
  const names = distinct(places.flatMap(({ schema }) => declaredNames(schema)));
  return names.map((name) => {
    const here = expanded(childPlaces(places, name)).map((place) => place.schema);
    return {
      name,
      description: firstText(here, 'description'),
      isRequired: isRequired(places, name),
    };
  });
}

/** True when a member is required: by an unconditional place, or by every branch that declares it. */
export function isRequired(places: readonly SchemaPlace[], name: string): boolean {
  const asks = ({ schema }: SchemaPlace) => requiredNames(schema).includes(name);
  if (places.some((place) => !place.isAlternative && asks(place))) return true;
  const branches = places.filter(
    ({ schema, isAlternative }) => isAlternative && declaredNames(schema).includes(name),
  );
  return branches.length > 0 && branches.every(asks);
}

function firstText(schemas: readonly JsonObject[], keyword: string): string | null {
  for (const schema of schemas) {
    const text = ownValue(schema, keyword);
    if (typeof text === 'string') return text;
  }
  return null;
}

function distinct<T>(items: readonly T[]): readonly T[] {
  return [...new Set(items)];
}

// The schemas of a whole envelope: its own shape, and below `/payload` the schema of its kind.

/** Schemas of users and hosts by kind, as in a context. */
export type KindSchemas = Readonly<Record<string, unknown>> | null | undefined;

/** The JSON Schema document for payloads of a kind: the published one, else the given one, else null. */
export function schemaForKind(kind: string, schemas?: KindSchemas): unknown {
  const published = publishedKindSchema(kind);
  if (published !== null) return published;
  return schemas === null || schemas === undefined ? null : (ownValue(schemas, kind) ?? null);
}

/**
 * What is known of a place in an envelope, by a pointer from the envelope; null when nothing is. The envelope may be
 * half-written: its `type` chooses the schema of the payload, its values choose between branches by type and tag;
 * without one all of them are described together. Only references inside a document are followed. Never throws.
 * O(declarations on the path).
 */
export function envelopeSchemaAt(
  envelope: unknown,
  pointer: string,
  schemas?: KindSchemas,
): SchemaNode | null {
  return nodeOf(envelopePlacesAt(envelope, pointer, schemas));
}

/** The subschemas that hold at a place of an envelope. */
export function envelopePlacesAt(
  envelope: unknown,
  pointer: string,
  schemas: KindSchemas,
): readonly SchemaPlace[] {
  const kind = childAt(envelope, 'type');
  const isPayload = pointer === '/payload' || pointer.startsWith('/payload/');
  const document = isPayload && typeof kind === 'string' ? schemaForKind(kind, schemas) : null;
  return document === null
    ? placesAt(ENVELOPE_SCHEMA, pointer, envelope)
    : placesAt(document, pointer.slice('/payload'.length), childAt(envelope, 'payload'));
}
