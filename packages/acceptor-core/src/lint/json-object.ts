import { isJsonObject, type JsonObject, ownValue } from '../pipeline/json-object.ts';

export { isJsonObject, type JsonObject };

/** An own member; undefined for anything else, names of `Object.prototype` included. */
export function member(value: unknown, key: string): unknown {
  return isJsonObject(value) ? ownValue(value, key) : undefined;
}

const MAX_NAME = 80;

/** A name of the content for a message: quoted, on one line, shortened. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name);
}
