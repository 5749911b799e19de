/** Whether a value is JSON of a bearable size (envelope 10). */

/** Containers within each other that are taken; a scalar has depth 0. */
const MAX_LEVELS = 64;
/** Maximum number of visited values; one object that is reached by many paths counts each time. */
const MAX_VALUES = 2_000_000;

/**
 * Null for JSON within the limits, else why not, in words that hold nothing of the value. Every later step may then
 * walk the value without looking out for cycles, and read fixed names from its objects: only plain ones pass.
 * Getters and proxies that throw are caught here.
 */
export function whyNotJson(value: unknown): string | null {
  let left = MAX_VALUES;
  /** `levels`: how many containers may still lie within each other. */
  const whyNot = (one: unknown, levels: number): string | null => {
    if (one === null || SCALARS.has(typeof one)) return null;
    if (typeof one !== 'object') return `it holds a value of type ${typeof one}, which JSON does not have`;
    if (levels === 0) return `it is nested more than ${MAX_LEVELS} levels deep`;
    if (!Array.isArray(one) && !isPlain(one)) return 'it holds an object that is not plain';
    const items: readonly unknown[] = Array.isArray(one) ? one : Object.values(one);
    left -= items.length;
    if (left < 0) return `it has more than ${MAX_VALUES} values`;
    for (let at = 0; at < items.length; at++) {
      const why = typeof items[at] === 'string' ? null : whyNot(items[at], levels - 1);
      if (why !== null) return why;
    }
    return null;
  };
  try {
    return whyNot(value, MAX_LEVELS);
  } catch {
    return 'a member cannot be read';
  }
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

/** Without a prototype, or with the one of all objects, that of another realm included. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(Object(prototype), 'isPrototypeOf');
}
