/** What single keywords of a JSON Schema say. */
import { isRecord, type JsonObject, objectAt, ownValue, pointerTo, textsAt } from '@openwop-inspector/base';

/** Name of the JSON type of a value; `number` for integers too. */
export function typeNameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Keywords with schemas as their value, by the form of the value; `items` has a list in older drafts. */
const MAPS: ReadonlySet<string> = new Set(
  'properties patternProperties $defs definitions dependentSchemas dependencies'.split(' '),
);
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items']);
const SINGLES: ReadonlySet<string> = new Set([
  'items',
  'additionalProperties',
  'additionalItems',
  'contains',
  'contentSchema',
  'not',
  'if',
  'then',
  'else',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

/** The schema objects directly below a keyword, each with its pointer; none for a keyword whose value is data. */
export function subschemas(
  keyword: string,
  value: unknown,
  pointer: string,
): readonly (readonly [schema: JsonObject, pointer: string])[] {
  const isList = Array.isArray(value);
  if (isRecord(value) && SINGLES.has(keyword)) return [[value, pointer]];
  if (typeof value !== 'object' || value === null || !(isList ? LISTS : MAPS).has(keyword)) return [];
  return Object.entries(value).flatMap(([key, schema]) =>
    isRecord(schema) ? [[schema, pointerTo(pointer, key)] as const] : [],
  );
}

/** The types a schema names; none when it takes any. */
export function typesOf(schema: JsonObject): readonly string[] {
  const type = ownValue(schema, 'type');
  return [type].flat().filter((name): name is string => typeof name === 'string');
}

/** The values a schema lists by `enum` or `const`; none when it lists none. */
export function valuesOf(schema: unknown): readonly unknown[] {
  if (!isRecord(schema)) return [];
  if (Object.hasOwn(schema, 'const')) return [schema.const];
  const values = ownValue(schema, 'enum');
  return Array.isArray(values) ? values : [];
}

/** Names under `properties`, in their order. */
export function declaredNames(schema: JsonObject): readonly string[] {
  return Object.keys(objectAt(schema, 'properties'));
}

/** Names under `required`; items that are not strings are omitted. */
export function requiredNames(schema: JsonObject): readonly string[] {
  return textsAt(schema, 'required') ?? [];
}

/** Whether a schema describes an object: by its `type`, or, without one, by having `properties`. */
export function describesObject(schema: JsonObject): boolean {
  if (ownValue(schema, 'type') === undefined) return isRecord(ownValue(schema, 'properties'));
  return typesOf(schema).includes('object');
}
