/**
 * Functions of the language as they are before a page can replace them. Code that runs later, in the middle of calls of
 * a hostile script, uses these instead of globals, iterators and spread arguments, all of which a script can replace.
 */
export const { apply, defineProperty, get: readMember, getOwnPropertyDescriptor, setPrototypeOf } = Reflect;
export const EarlyProxy = Proxy;
export const { toStringTag } = Symbol;

/** Removes the prototype, so that no member of `Object.prototype` is read as part of the record. */
export function bare<T extends object>(record: T): T {
  setPrototypeOf(record, null);
  return record;
}

export function each<Item>(items: readonly Item[], visit: (item: Item) => void): void {
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    if (item !== undefined) visit(item);
  }
}

/** The prototype of an interface in that window, or null where the engine does not have it. */
export function prototypeIn(window: object, owner: string): object | null {
  const definition: unknown = readMember(window, owner);
  const prototype: unknown = typeof definition === 'function' ? definition.prototype : null;
  return typeof prototype === 'object' ? prototype : null;
}
