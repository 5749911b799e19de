/** Which subschemas hold at a place of a value: references followed, the branches that may be meant chosen. */

import {
  childAt,
  isRecord,
  type JsonObject,
  ownValue,
  pointerTokens,
  valueAt,
} from '@openwop-inspector/base';
import { percentDecoded, SHARED_SCHEMAS } from '@openwop-inspector/protocol';
import { typeNameOf, typesOf, valuesOf } from '../json/schema-text.ts';

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
    waiting.push(...[...behind(place, value)].reverse());
  }
  return found;
}

function behind(place: SchemaPlace, value: unknown): readonly SchemaPlace[] {
  const { root, schema, isAlternative } = place;
  const target = referred(ownValue(schema, '$ref'), root);
  const all = listOf(schema, 'allOf').map((part) => ({ schema: part, root, isAlternative }));
  const branches = ['anyOf', 'oneOf'].flatMap((keyword) =>
    possible(listOf(schema, keyword), root, value).map((part) => ({
      schema: part,
      root,
      isAlternative: true,
    })),
  );
  return [...(target === null ? [] : [{ ...target, isAlternative }]), ...all, ...branches];
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
  if (types.length > 0 && !types.includes(typeNameOf(value)) && !types.includes(numberName(value)))
    return true;
  const properties = ownValue(schema, 'properties');
  if (!isRecord(properties) || !isRecord(value)) return false;
  return Object.keys(properties).some((name) => {
    const tags = valuesOf(properties[name]);
    return tags.length === 1 && Object.hasOwn(value, name) && value[name] !== tags[0];
  });
}

function numberName(value: unknown): string {
  return Number.isInteger(value) ? 'integer' : typeNameOf(value);
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
  const item = itemKey.test(key) ? itemSchema(schema, key) : undefined;
  if (isRecord(item)) return [item];
  const other = ownValue(schema, 'additionalProperties');
  return isRecord(other) ? [other] : [];
}

function itemSchema(schema: JsonObject, key: string): unknown {
  return childAt(ownValue(schema, 'prefixItems'), key) ?? ownValue(schema, 'items');
}

/**
 * Returns the expanded places at a pointer, from a document that checks `value`; the value chooses branches on the
 * path. None when the schema does not declare the place.
 */
export function placesAt(document: unknown, pointer: string, value?: unknown): readonly SchemaPlace[] {
  let part = value;
  let places = expanded(documentPlaces(document), part);
  for (const key of pointerTokens(pointer) ?? []) {
    part = childAt(part, key);
    places = expanded(childPlaces(places, key), part);
  }
  return places;
}
