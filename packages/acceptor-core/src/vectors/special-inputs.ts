/** Inputs that JSON alone cannot write: frozen objects and shared references (vectors FORMAT 2.2). */
import { isRecord } from './shape.ts';

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
    if (typeof from === 'string' && typeof to === 'string') assignAt(copy, to, valueAt(copy, tokensOf(from)));
  }
  return copy;
}

function tokensOf(pointer: string): readonly string[] {
  const tokens = pointer.split('/').slice(1);
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(value: unknown, tokens: readonly string[]): unknown {
  let here = value;
  for (const token of tokens) {
    if ((!isRecord(here) && !Array.isArray(here)) || !Object.hasOwn(here, token)) return undefined;
    here = Reflect.get(here, token);
  }
  return here;
}

function assignAt(root: unknown, pointer: string, value: unknown): void {
  const tokens = tokensOf(pointer);
  const parent = valueAt(root, tokens.slice(0, -1));
  const last = tokens.at(-1);
  if (last === undefined || typeof parent !== 'object' || parent === null) return;
  Reflect.defineProperty(parent, last, { value, writable: true, enumerable: true, configurable: true });
}
