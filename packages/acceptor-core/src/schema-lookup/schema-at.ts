/** Schema information for one place, for hover texts and completion. */

import { type JsonObject, ownValue } from '@openwop-inspector/base';
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
  /** True when members that are not declared are refused. */
  readonly isClosed: boolean;
  /** Bounds and other plain rules as written, such as `minLength` or `format`. */
  readonly rules: readonly { readonly keyword: string; readonly value: string | number | boolean }[];
}

/** One declared member. */
export interface PropertyNode {
  readonly name: string;
  readonly description: string | null;
  readonly type: readonly string[];
  readonly enum: readonly unknown[];
  readonly isRequired: boolean;
}

/**
 * Returns what a JSON Schema 2020-12 document declares for the place at a pointer, or null. `value`, checked by the
 * whole document, chooses between branches by type and tag; without it all of them are described together. Only
 * references inside the document are followed. Never throws. O(declarations on the path).
 */
export function schemaAt(document: unknown, pointer: string, value?: unknown): SchemaNode | null {
  return nodeOf(placesAt(document, pointer, value));
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
    isClosed: schemas.some((schema) => ownValue(schema, 'additionalProperties') === false),
    rules: RULES.flatMap((keyword) => ruleOf(schemas, keyword)),
  };
}

function propertyNodes(places: readonly SchemaPlace[]): readonly PropertyNode[] {
  const names = distinct(places.flatMap(({ schema }) => declaredNames(schema)));
  return names.map((name) => {
    const here = expanded(childPlaces(places, name)).map((place) => place.schema);
    return {
      name,
      description: firstText(here, 'description'),
      type: distinct(here.flatMap(typesOf)),
      enum: distinct(here.flatMap(valuesOf)),
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

const RULES = [
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
];

function ruleOf(schemas: readonly JsonObject[], keyword: string): SchemaNode['rules'] {
  for (const schema of schemas) {
    const value = ownValue(schema, keyword);
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      return [{ keyword, value }];
    }
  }
  return [];
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
