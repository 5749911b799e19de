/** RFC 6901 pointers into JSON values and changes at them. Only own members are seen: no name reaches a prototype. */
import { closingQuote } from './json-text.ts';
import { isRecord } from './object.ts';
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

// Strict RFC 6902 over a copy: what is not there fails, and no member of a prototype is ever touched.

/** One operation of RFC 6902 with its pointers as tokens. `test` is not among them. */
export type JsonOperation =
  | { readonly op: 'add' | 'replace'; readonly path: readonly string[]; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: readonly string[] }
  | { readonly op: 'move' | 'copy'; readonly path: readonly string[]; readonly from: readonly string[] };

/**
 * A document under change: its root in a member, so that the root can be replaced like any other place; undefined once
 * it is removed. Everything below is its own copy (`copyJson`), so it may be changed.
 */
export interface JsonDraft {
  root: unknown;
}

/** Applies an operation; false when a place is missing, and then the draft is of no more use. O(siblings of the place). */
export function applyOperation(draft: JsonDraft, operation: JsonOperation): boolean {
  const { path } = operation;
  if (operation.op === 'remove') return take(draft, path) !== undefined;
  if ('value' in operation) return put(draft, path, copyJson(operation.value), operation.op === 'add');
  const { from, op } = operation;
  const isInPlace = op === 'move' && pointerOf(from) === pointerOf(path);
  const found = op === 'copy' || isInPlace ? copyJson(placeIn(draft, from)) : take(draft, from);
  return found !== undefined && (isInPlace || put(draft, path, found, true));
}

/** Undefined for a place that is missing: no JSON value is that. */
export function placeIn({ root }: JsonDraft, path: readonly string[]): unknown {
  return path.reduce<unknown>(childAt, root);
}

/** Sets a place: with `isNew` one that need not be there, where items of a list make room for it. */
function put(draft: JsonDraft, path: readonly string[], value: unknown, isNew: boolean): boolean {
  const [token, holder] = [path.at(-1), placeIn(draft, path.slice(0, -1))];
  if (token === undefined) draft.root = value;
  if (token === undefined) return true;
  if (!isNew && childAt(holder, token) === undefined) return false;
  // Defines an own member; assignment could run a setter of a prototype.
  if (!Array.isArray(holder))
    return isRecord(holder) && Reflect.defineProperty(holder, token, { ...OWN, value });
  const index = token === '-' ? holder.length : ARRAY_INDEX.test(token) ? Number(token) : Infinity;
  if (index > holder.length) return false;
  holder.splice(index, isNew ? 0 : 1, value);
  return true;
}

const OWN = { writable: true, enumerable: true, configurable: true } as const;

/** Removes a place and returns its value. */
function take(draft: JsonDraft, path: readonly string[]): unknown {
  const [token, value, holder] = [path.at(-1), placeIn(draft, path), placeIn(draft, path.slice(0, -1))];
  if (value === undefined) return undefined;
  if (token === undefined) draft.root = undefined;
  else if (Array.isArray(holder)) holder.splice(Number(token), 1);
  else if (isRecord(holder)) Reflect.deleteProperty(holder, token);
  return value;
}

/** A deep copy that shares nothing with the value. Recursive: look before at how deep a foreign value is. */
export function copyJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyJson);
  // `fromEntries` defines members, it never assigns: no setter of a prototype runs.
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyJson(member)]));
}
