/** Reading of parsed JSON that others wrote: own members only, wrong types count as absent. Nothing here throws. */
import { DEEPEST, jsonDepth } from './json-depth.ts';

/** An object of JSON; arrays are not. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own member, undefined when there is none or when the value is no object. Safe for names such as `__proto__`. */
export function member(value: unknown, name: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A member that is an object; an empty one otherwise. */
export function objectAt(value: unknown, name: string): JsonObject {
  const found = member(value, name);
  return isJsonObject(found) ? found : {};
}

/** A member that is a text which is not empty; null otherwise. */
export function textAt(value: unknown, name: string): string | null {
  const found = member(value, name);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** The texts of a member that is an array; null when it is none. */
export function textsAt(value: unknown, name: string): readonly string[] | null {
  const found = member(value, name);
  if (!Array.isArray(found)) return null;
  return found.filter((item): item is string => typeof item === 'string');
}

/** A member that is a whole number from 0; null otherwise. */
export function countAt(value: unknown, name: string): number | null {
  const found = member(value, name);
  return typeof found === 'number' && Number.isSafeInteger(found) && found >= 0 ? found : null;
}

/** A text as JSON; undefined when it is none, and when it nests deeper than `DEEPEST`, which `jsonDepth` tells apart. */
export function parsedJson(text: string): unknown {
  if (jsonDepth(text) > DEEPEST) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** A value as JSON without blanks; null for what JSON cannot say: cycles, big numbers, nothing at all. */
export function jsonText(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    return null;
  }
}
