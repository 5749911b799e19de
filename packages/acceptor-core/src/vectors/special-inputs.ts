/** Inputs that JSON alone cannot write: frozen objects and shared references (vectors FORMAT 2.2). */
import { pointerTokens, valueAt } from '@openwop-inspector/base';

/** The value as a copy that nobody can change at any depth. */
export function freezeDeeply(value: unknown): unknown {
  const copy: unknown = structuredClone(value);
  const waiting: unknown[] = [copy];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (typeof one !== 'object' || one === null || Object.isFrozen(one)) continue;
    Object.freeze(one);
    waiting.push(...Object.values(one).filter((child) => child !== undefined));
  }
  return copy;
}

/**
 * A copy in which both pointers of each pair lead to one object in memory, the one of the first pointer. Pairs that
 * lead nowhere change nothing.
 */
export function shareReferences(value: unknown, pairs: readonly unknown[]): unknown {
  const copy: unknown = structuredClone(value);
  for (const pair of pairs) {
    const [from, to] = Array.isArray(pair) ? pair : [];
    if (typeof from === 'string' && typeof to === 'string') assignAt(copy, to, valueAt(copy, from));
  }
  return copy;
}

function assignAt(root: unknown, pointer: string, value: unknown): void {
  const parent = valueAt(root, pointer.slice(0, Math.max(0, pointer.lastIndexOf('/'))));
  const last = pointerTokens(pointer)?.at(-1);
  if (last === undefined || typeof parent !== 'object' || parent === null) return;
  Reflect.defineProperty(parent, last, { value, writable: true, enumerable: true, configurable: true });
}
