/**
 * Members of parsed JSON that others wrote. Prototypes answer nothing: only own members are ever read (security S-12),
 * so that names like `constructor` and `__proto__` are data. Wrong types count as absent. Nothing here throws.
 */

/** An object of JSON; arrays are not. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for objects that are not arrays. */
export function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value itself when it is an object, an empty one otherwise. */
export function recordOr(value: unknown): JsonObject {
  return isRecord(value) ? value : {};
}

/** The value where it is a list, else an empty one. */
export function listOr(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An own member of an object; undefined when it has none. */
export function ownValue(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Returns an own member; undefined when it is missing or the value is not an object. */
export function member(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** An own member that is a string; null otherwise. */
export function ownString(value: unknown, key: string): string | null {
  const found = member(value, key);
  return typeof found === 'string' ? found : null;
}

/** An own member that is a string with something in it; null otherwise. */
export function textAt(value: unknown, key: string): string | null {
  const found = member(value, key);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** The strings of an own member that is an array; null when it is none. */
export function textsAt(value: unknown, key: string): readonly string[] | null {
  const found = member(value, key);
  return Array.isArray(found) ? found.filter((item): item is string => typeof item === 'string') : null;
}

/** An own member that is a whole number from 0; null otherwise. */
export function countAt(value: unknown, key: string): number | null {
  const found = member(value, key);
  return typeof found === 'number' && Number.isSafeInteger(found) && found >= 0 ? found : null;
}

/** An own member that is a finite number; null otherwise. */
export function numberAt(value: unknown, key: string): number | null {
  const found = member(value, key);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** An own member that is an object; an empty one otherwise. */
export function objectAt(value: unknown, key: string): JsonObject {
  return recordOr(member(value, key));
}

/** The named members of a value, in this order: for the JSON of answers. */
export function pick<T extends object, K extends keyof T>(
  value: T,
  names: readonly K[],
): Partial<Pick<T, K>> {
  const picked: Partial<Pick<T, K>> = {};
  for (const name of names) picked[name] = value[name];
  return picked;
}
