import { maskNamed, maskPlain } from './mask-plain.ts';

/** An object or array whose members are still to be copied into `into`. */
interface Pending {
  readonly from: object;
  readonly into: Record<string, unknown> | unknown[];
  readonly name: string | null;
}

/**
 * A copy of a parsed JSON value with its secrets masked: what stands under the name of a credential or a live token
 * (security S-20), and what looks like one. The texts of an array count as standing under the array's name. `__proto__`
 * is a name like any other. Iterative, so that depth does not matter; O(text).
 */
export function maskValue(value: unknown): unknown {
  const pending: Pending[] = [];
  const copy = (item: unknown, name: string | null): unknown => {
    if (typeof item === 'string') return maskNamed(item, name);
    if (typeof item !== 'object' || item === null) return item;
    const into: Record<string, unknown> | unknown[] = Array.isArray(item) ? [] : {};
    pending.push({ from: item, into, name });
    return into;
  };
  const root = copy(value, null);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { from, into, name } = next;
    if (Array.isArray(into)) for (const item of Object.values(from)) into.push(copy(item, name));
    else for (const [key, item] of Object.entries(from)) define(into, maskPlain(key), copy(item, key));
  }
  return root;
}

/** Not by assignment, which `__proto__` would turn into something else. */
function define(into: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(into, key, { value, enumerable: true, configurable: true, writable: true });
}
