/**
 * Safe reading of JSON objects (security S-12). A name that comes from content is looked up with `ownValue`, so that
 * no prototype answers. A fixed name of the protocol may be read directly from what `whyNotJson` let pass: plain
 * objects inherit no such name.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of the object itself; undefined when it has none. */
export function ownValue(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** A member that is a string; null otherwise. */
export function ownString(object: JsonObject, key: string): string | null {
  const value = ownValue(object, key);
  return typeof value === 'string' ? value : null;
}
