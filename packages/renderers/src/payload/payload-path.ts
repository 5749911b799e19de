/**
 * Names of a place in a document: the RFC 6901 pointer (`/error/details/0`) and the path in the filter
 * (`error.details[0]`).
 */

const PLAIN_KEY = /^[A-Za-z_$][A-Za-z0-9_$-]*$/;

/** Pointers from the first member below `root` down to `pointer` itself; null when it lies outside `root`. */
export function pointersBelow(root: string, pointer: string): readonly string[] | null {
  if (!isAtOrBelow(root, pointer)) return null;
  const steps: string[] = [];
  for (let at = pointer.indexOf('/', root.length); at !== -1; ) {
    const next = pointer.indexOf('/', at + 1);
    steps.push(next === -1 ? pointer : pointer.slice(0, next));
    at = next;
  }
  return steps;
}

/** True when `pointer` names `root` or something inside it. */
export function isAtOrBelow(root: string, pointer: string): boolean {
  return pointer === root || pointer.startsWith(`${root}/`);
}

/** A path of keys and indexes as text: `payload.error.violations[0]["odd key"]`. Empty for the whole document. */
export function pathText(keys: readonly (string | number)[]): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    if (!PLAIN_KEY.test(key)) return `${path}[${JSON.stringify(key)}]`;
    return path === '' ? key : `${path}.${key}`;
  }, '');
}
