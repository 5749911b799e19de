/** Members of foreign objects. Prototypes answer nothing: only own members are ever read. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** True for objects that are not arrays. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own member; undefined when there is none or when the value is no object. */
export function ownMember(value: unknown, key: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** An own member that is a string; null otherwise. */
export function ownText(value: unknown, key: string): string | null {
  const member = ownMember(value, key);
  return typeof member === 'string' ? member : null;
}
