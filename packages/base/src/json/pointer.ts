/** RFC 6901 pointers into JSON values. Lookups see own members only, so that no name reaches a prototype. */
import { closingQuote } from './json-text.ts';
import { unescaped } from './unescape.ts';

/** A key as one token of a pointer. */
export function escapedToken(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The key that a token of a pointer names. */
export function unescapedToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A pointer with one key more. */
export function pointerTo(pointer: string, key: string | number): string {
  return `${pointer}/${escapedToken(key)}`;
}

/** The pointer of a path of keys and indexes; the empty one for none. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.reduce<string>(pointerTo, '');
}

/** The keys of a pointer, in order; null when it is neither empty nor begins with a slash. */
export function pointerTokens(pointer: string): readonly string[] | null {
  if (pointer === '') return [];
  return pointer.startsWith('/') ? pointer.slice(1).split('/').map(unescapedToken) : null;
}

/** The same; null also for an escape other than `~0` and `~1`, which RFC 6901 does not define. */
export function strictPointerTokens(pointer: string): readonly string[] | null {
  return /~(?![01])/.test(pointer) ? null : pointerTokens(pointer);
}

const ARRAY_INDEX = /^(?:0|[1-9]\d{0,8})$/;

/** The own member or item of that name; undefined when there is none. */
export function childAt(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return ARRAY_INDEX.test(key) ? value[Number(key)] : undefined;
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

/** Returns the value at a pointer, or undefined. */
export function valueAt(value: unknown, pointer: string): unknown {
  return pointerTokens(pointer)?.reduce<unknown>(childAt, value);
}

/** A value inside a document. */
export interface PlacedValue {
  readonly value: unknown;
  /** Its name or index in the value that it is in; empty for the document. */
  readonly key: string;
  /** Null for the document. */
  readonly parent: PlacedValue | null;
  readonly depth: number;
}

/**
 * The values of a document, level by level, the document first: at most `most`. Values for which `enters` is false are
 * given without what they hold. Iterative. O(most).
 */
export function* valuesIn(
  document: unknown,
  most: number,
  enters: (one: PlacedValue) => boolean = () => true,
): Generator<PlacedValue> {
  const open: PlacedValue[] = [{ value: document, key: '', parent: null, depth: 0 }];
  for (let at = 0; at < open.length; at++) {
    const one = open[at] as PlacedValue;
    yield one;
    if (typeof one.value !== 'object' || one.value === null || !enters(one)) continue;
    for (const [key, value] of Object.entries(one.value)) {
      if (open.length >= most) break;
      open.push({ value, key, parent: one, depth: one.depth + 1 });
    }
  }
}

/** The pointer of a value from its document, its names as `tokenOf` writes them. O(depth). */
export function pointerOfValue(one: PlacedValue, tokenOf: (key: string) => string = escapedToken): string {
  let pointer = '';
  for (let at = one; at.parent !== null; at = at.parent) pointer = `/${tokenOf(at.key)}${pointer}`;
  return pointer;
}

/** The RFC 6901 pointer of the value or name at a place of JSON text; names are raw, with their escapes. O(place). */
export function pointerAt(text: string, place: number): string {
  // Objects and arrays that are open there, each with the name or index of its member.
  const open: { readonly isArray: boolean; key: string | number }[] = [];
  for (let at = 0; at < text.length && at <= place; at++) {
    const sign = text[at];
    const top = open.at(-1);
    if (sign === '{' || sign === '[') open.push({ isArray: sign === '[', key: sign === '[' ? 0 : '' });
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ',' && top?.isArray === true) top.key = Number(top.key) + 1;
    else if (sign === '"') {
      const end = closingQuote(text, at + 1);
      if (top?.isArray === false && isName(text, end)) top.key = unescaped(text, at + 1, end).text;
      at = end;
    }
  }
  return pointerOf(open.map(({ key }) => key));
}

function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  return text[at] === ':';
}
