/** Whether a value is JSON of a bearable size (envelope 10). */

/** Containers within each other that are taken; a scalar has depth 0. */
const MAX_LEVELS = 64;
/** Maximum number of visited values; one object that is reached by many paths counts each time. */
const MAX_VALUES = 2_000_000;

/** Values left to look at; one counter for all levels saves a box for each call. */
let budget = 0;

/**
 * Null for JSON within the limits, else why not, in words that hold nothing of the value. Every later step may then
 * walk the value without looking out for cycles, and read fixed names from its objects: only plain ones pass.
 * Getters and proxies that throw are caught here.
 */
export function whyNotJson(value: unknown): string | null {
  budget = MAX_VALUES;
  try {
    return whyNot(value, MAX_LEVELS);
  } catch {
    return 'a member cannot be read';
  }
}

/** `levels`: how many containers may still lie within each other. */
function whyNot(value: unknown, levels: number): string | null {
  if (typeof value !== 'object' || value === null)
    return isScalar(value) ? null : `it holds a value of type ${typeof value}, which JSON does not have`;
  return Array.isArray(value) ? whyNoArray(value, levels - 1) : whyNoObject(value, levels - 1);
}

function isScalar(value: unknown): boolean {
  return (
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null
  );
}

/** Members are counted once for the whole container: a count for each would be the dearest part of the walk. */
function whyNoArray(items: readonly unknown[], levels: number): string | null {
  if (levels < 0) return TOO_DEEP;
  budget -= items.length;
  if (budget < 0) return TOO_LARGE;
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    if (typeof item === 'string' || isScalar(item)) continue;
    const why = whyNot(item, levels);
    if (why !== null) return why;
  }
  return null;
}

function whyNoObject(object: object, levels: number): string | null {
  if (levels < 0) return TOO_DEEP;
  if (!isPlain(object)) return 'it holds an object that is not plain';
  let members = 0;
  for (const key in object) {
    members++;
    const member: unknown = object[key as keyof typeof object];
    if (typeof member === 'string' || isScalar(member)) continue;
    if (members > budget) return TOO_LARGE;
    const why = whyNot(member, levels);
    if (why !== null) return why;
  }
  budget -= members;
  return budget < 0 ? TOO_LARGE : null;
}

const TOO_DEEP = `it is nested more than ${MAX_LEVELS} levels deep`;
const TOO_LARGE = `it has more than ${MAX_VALUES} values`;

/** Without a prototype, or with the one of all objects, that of another realm included. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(Object(prototype), 'isPrototypeOf');
}
