/** Members of foreign objects. Prototypes answer nothing: only own members are ever read. */

/** An object that is no array, with whatever members it has. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for objects that are not arrays. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own member; undefined when there is none or when the value is no object. */
export function member(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
