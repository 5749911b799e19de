import { isRecord, type JsonObject, member } from '@openwop-inspector/base';

/** Whether `type` is a name or a list with that name. */
export function hasType(schema: JsonObject, name: string): boolean {
  const type = member(schema, 'type');
  return type === name || (Array.isArray(type) && type.includes(name));
}

/** Whether a schema describes an object: by its `type`, or, without one, by having `properties`. */
export function describesObject(schema: JsonObject): boolean {
  if (member(schema, 'type') === undefined) return isRecord(member(schema, 'properties'));
  return hasType(schema, 'object');
}

/** The `properties` of a schema, in their order; none when it has none. */
export function propertyNames(schema: JsonObject): readonly string[] {
  const properties = member(schema, 'properties');
  return isRecord(properties) ? Object.keys(properties) : [];
}

/** The names in `required`; items that are no strings are left out. */
export function requiredNames(schema: JsonObject): ReadonlySet<string> {
  const required = member(schema, 'required');
  return new Set(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []);
}
