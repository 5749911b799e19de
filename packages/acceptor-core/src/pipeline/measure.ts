/** Whether a value is JSON of a bearable size (envelope 10). */
import { isJsonObject, type JsonObject } from './json-object.ts';

/** Containers within each other that are taken; a scalar has depth 0. */
const MOST_LEVELS = 64;
/** Values that are looked at; one object that is reached by many ways counts each time. */
const MOST_VALUES = 2_000_000;

/** Values left to look at; one counter for all levels saves a box for each call. */
let budget = 0;

/**
 * Null for JSON within the limits, else why not, in words that hold nothing of the value. Every later step may then
 * walk the value without looking out for cycles, and read fixed names from its objects: only plain ones pass.
 * Getters and proxies that throw are caught here.
 */
export function whyNotJson(value: unknown): string | null {
  budget = MOST_VALUES;
  try {
    return whyNot(value, MOST_LEVELS);
  } catch {
    return 'a member cannot be read';
  }
}

/** `levels`: how many containers may still lie within each other. */
function whyNot(value: unknown, levels: number): string | null {
  if (isJsonObject(value)) return whyNoObject(value, levels - 1);
  if (Array.isArray(value)) return whyNoArray(value, levels - 1);
  return isScalar(value) ? null : `it holds a value of type ${typeof value}, which JSON does not have`;
}

function isScalar(value: unknown): boolean {
  return (
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null
  );
}

function whyNoArray(items: readonly unknown[], levels: number): string | null {
  if (levels < 0) return TOO_DEEP;
  for (let index = 0; index < items.length; index++) {
    if (--budget < 0) return TOO_LARGE;
    const item = items[index];
    if (isScalar(item)) continue;
    const why = whyNot(item, levels);
    if (why !== null) return why;
  }
  return null;
}

function whyNoObject(object: JsonObject, levels: number): string | null {
  if (levels < 0) return TOO_DEEP;
  if (!isPlain(object)) return 'it holds an object that is not plain';
  for (const key in object) {
    if (--budget < 0) return TOO_LARGE;
    const member = object[key];
    if (isScalar(member)) continue;
    const why = whyNot(member, levels);
    if (why !== null) return why;
  }
  return null;
}

const TOO_DEEP = `it is nested more than ${MOST_LEVELS} levels deep`;
const TOO_LARGE = `it has more than ${MOST_VALUES} values`;

/** Without a prototype, or with the one of all objects, that of another realm included. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(Object(prototype), 'isPrototypeOf');
}
