/** What single keywords of a JSON Schema say, and where its references into its own document lead. */
import {
  childAt,
  isRecord,
  type JsonObject,
  objectAt,
  ownValue,
  pointerTo,
  pointerTokens,
  textsAt,
  valueAt,
} from '@openwop-inspector/base';

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

/**
 * Returns the decoded part after `#` of a reference into this document, by `#…` or by the root's own `$id`: a pointer,
 * the name of an anchor, or nothing for the root. Null for another document, and for an escape that is malformed.
 */
export function localFragment(root: unknown, ref: string): string | null {
  const hash = ref.indexOf('#');
  const document = hash === -1 ? ref : ref.slice(0, hash);
  if (document !== '' && document !== childAt(root, '$id')) return null;
  return hash === -1 ? '' : percentDecoded(ref.slice(hash + 1));
}

/** The text without its percent escapes; null when one of them is malformed. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null; // a lone % sign: it names nothing
  }
}

/** Returns the target of a pointer reference into this document; undefined for others. Nothing is ever fetched. */
export function localTarget(root: unknown, ref: string): unknown {
  const fragment = localFragment(root, ref);
  return fragment === null || pointerTokens(fragment) === null ? undefined : valueAt(root, fragment);
}
