/** Schema information for one place, for hover texts and completion. */
import {
  childAt,
  isRecord,
  type JsonObject,
  ownValue,
  pointerTokens,
  valueAt,
} from '@openwop-inspector/base';
import {
  ENVELOPE_SCHEMA,
  percentDecoded,
  publishedKindSchema,
  SHARED_SCHEMAS,
} from '@openwop-inspector/protocol';
import { declaredNames, requiredNames, typeNameOf, typesOf, valuesOf } from '../json/schema-text.ts';

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
  const names = distinct(places.flatMap(({ schema }) => declaredNames(schema)));
  return {
    title: firstText(schemas, 'title'),
    description: firstText(schemas, 'description'),
    type: distinct(schemas.flatMap(typesOf)),
    enum: distinct(schemas.flatMap(valuesOf)),
    properties: names.map((name) => {
      const here = expanded(childPlaces(places, name)).map((place) => place.schema);
      return { name, description: firstText(here, 'description'), isRequired: isRequired(places, name) };
    }),
  };
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

// Which subschemas hold at a place of a value: references followed, the branches that may be meant chosen.

/** A subschema, and the document that its local references begin in. */
export interface SchemaPlace {
  readonly schema: JsonObject;
  readonly root: unknown;
  /** True for a branch of `anyOf` or `oneOf`: it may hold, others may instead. */
  readonly isAlternative: boolean;
}

/** Steps through references and branches from one place; a foreign schema may go in circles. */
const MAX_STEPS = 200;

/** Returns the place of a whole document; none when it is not an object. */
export function documentPlaces(document: unknown): readonly SchemaPlace[] {
  return isRecord(document) ? [{ schema: document, root: document, isAlternative: false }] : [];
}

/**
 * Returns everything that applies where these places do: themselves, their references, all of `allOf`, and of `anyOf`
 * and `oneOf` the branches that the value does not exclude by type or tag; all of them when it excludes every one.
 * Without a value all branches. Bounded, never throws.
 */
export function expanded(places: readonly SchemaPlace[], value?: unknown): readonly SchemaPlace[] {
  const found: SchemaPlace[] = [];
  const waiting = [...places].reverse();
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (found.length >= MAX_STEPS) break;
    if (found.some((known) => known.schema === place?.schema)) continue;
    found.push(place);
    const { root, schema, isAlternative } = place;
    const target = referred(ownValue(schema, '$ref'), root);
    const all = listOf(schema, 'allOf').map((part) => ({ schema: part, root, isAlternative }));
    const branches = ['anyOf', 'oneOf'].flatMap((keyword) => possible(listOf(schema, keyword), root, value));
    const any = branches.map((part) => ({ schema: part, root, isAlternative: true }));
    const behind = [...(target === null ? [] : [{ ...target, isAlternative }]), ...all, ...any];
    waiting.push(...behind.reverse());
  }
  return found;
}

function listOf(schema: JsonObject, keyword: string): readonly JsonObject[] {
  const list = ownValue(schema, keyword);
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** Returns the target of a `$ref` in its own document or in a shared one of the protocol; null for others. */
function referred(ref: unknown, root: unknown): Omit<SchemaPlace, 'isAlternative'> | null {
  if (typeof ref !== 'string') return null;
  const hash = ref.indexOf('#');
  const name = hash === -1 ? ref : ref.slice(0, hash);
  const document = name === '' || name === childAt(root, '$id') ? root : SHARED_SCHEMAS.get(name);
  const fragment = hash === -1 ? '' : percentDecoded(ref.slice(hash + 1));
  const schema = fragment === null ? undefined : valueAt(document, fragment);
  return isRecord(schema) ? { schema, root: document } : null;
}

function possible(branches: readonly JsonObject[], root: unknown, value: unknown): readonly JsonObject[] {
  if (value === undefined) return branches;
  const left = branches.filter((branch) => !contradicts(branch, root, value));
  return left.length === 0 ? branches : left;
}

function contradicts(branch: JsonObject, root: unknown, value: unknown): boolean {
  const schema = referred(ownValue(branch, '$ref'), root)?.schema ?? branch;
  const types = typesOf(schema);
  const isFit = types.includes(typeNameOf(value)) || (Number.isInteger(value) && types.includes('integer'));
  if (types.length > 0 && !isFit) return true;
  const properties = ownValue(schema, 'properties');
  if (!isRecord(properties) || !isRecord(value)) return false;
  return Object.keys(properties).some((name) => {
    const tags = valuesOf(properties[name]);
    return tags.length === 1 && Object.hasOwn(value, name) && value[name] !== tags[0];
  });
}

/** The places for a member or item of that name, where all of `places` hold and are expanded already. */
export function childPlaces(places: readonly SchemaPlace[], key: string): readonly SchemaPlace[] {
  return places.flatMap(({ schema, root, isAlternative }) =>
    childSchemas(schema, key).map((child) => ({ schema: child, root, isAlternative })),
  );
}

const itemKey = /^(?:\d+|-)$/;

function childSchemas(schema: JsonObject, key: string): readonly JsonObject[] {
  const named = childAt(ownValue(schema, 'properties'), key);
  if (isRecord(named)) return [named];
  const item = itemKey.test(key)
    ? (childAt(ownValue(schema, 'prefixItems'), key) ?? ownValue(schema, 'items'))
    : undefined;
  if (isRecord(item)) return [item];
  const other = ownValue(schema, 'additionalProperties');
  return isRecord(other) ? [other] : [];
}

/**
 * Returns the expanded places at a pointer, from a document that checks `value`; the value chooses branches on the
 * path. None when the schema does not declare the place.
 */
function placesAt(document: unknown, pointer: string, value?: unknown): readonly SchemaPlace[] {
  let part = value;
  let places = expanded(documentPlaces(document), part);
  for (const key of pointerTokens(pointer) ?? []) {
    part = childAt(part, key);
    places = expanded(childPlaces(places, key), part);
  }
  return places;
}
