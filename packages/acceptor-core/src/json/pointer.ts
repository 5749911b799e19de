/** RFC 6901 pointers into JSON values. Lookups see own members only, so that no name reaches a prototype. */

/** The keys of a pointer, in order; null when it is neither empty nor begins with a slash. */
export function pointerKeys(pointer: string): readonly string[] | null {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return null;
  return pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A pointer with one key more. */
export function pointerTo(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

const arrayIndex = /^(?:0|[1-9]\d{0,8})$/;

/** The own member or item of that name; undefined when there is none. */
export function childAt(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return arrayIndex.test(key) ? value[Number(key)] : undefined;
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

/** What a pointer leads to; undefined when it leads nowhere. */
export function valueAt(value: unknown, pointer: string): unknown {
  return pointerKeys(pointer)?.reduce<unknown>(childAt, value);
}
