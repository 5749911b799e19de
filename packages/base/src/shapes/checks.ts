/**
 * Checks of data from another process or frame, composed of small ones. They return true or false, read own members
 * only and never walk past a limit. User input is checked by a `Shape`, which says what is wrong and where.
 */
import { isRecord, type JsonObject } from '../json/object.ts';

/** True when the value has the shape, and no other members. */
export type Check<T> = (value: unknown) => value is T;

/** What a check knows of a value that has passed it. */
export type Checked<C> = C extends Check<infer T> ? (unknown extends T ? unknown : Readonly<T>) : never;

/** One check a member; a member without one does not compile. */
type MemberChecks<T> = { readonly [K in keyof T]-?: Check<T[K]> };

export const isFlag: Check<boolean> = (value) => typeof value === 'boolean';

export const isString: Check<string> = (value) => typeof value === 'string';

/** A string of at most `most` UTF-16 units. */
export function isTextTo(most: number): Check<string> {
  return (value): value is string => typeof value === 'string' && value.length <= most;
}

/** A string in which the expression is found. */
export function isTextLike(form: RegExp): Check<string> {
  return (value): value is string => typeof value === 'string' && form.test(value);
}

export const isFiniteNumber: Check<number> = (value): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** A whole number from 0 that a double represents exactly. */
export const isCount: Check<number> = (value): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

/** The same, at most `most`. */
export function isCountTo(most: number): Check<number> {
  return (value): value is number => isCount(value) && value <= most;
}

export function isOneOf<const T extends string | number>(...allowed: readonly T[]): Check<T> {
  return (value): value is T => allowed.some((one) => one === value);
}

/** The check, or null. */
export function isNullOr<T>(check: Check<T>): Check<T | null>;
export function isNullOr(check: (value: unknown) => boolean): (value: unknown) => boolean;
export function isNullOr(check: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => value === null || check(value);
}

/** A list of at most `most` items. Its length is checked before its items. */
export function isListOf<T>(check: Check<T>, most: number): Check<readonly T[]> {
  return (value): value is readonly T[] =>
    Array.isArray(value) && value.length <= most && value.every((item) => check(item));
}

export function isPair<A, B>(first: Check<A>, second: Check<B>): Check<readonly [A, B]> {
  return (value): value is readonly [A, B] =>
    Array.isArray(value) && value.length === 2 && first(value[0]) && second(value[1]);
}

/** An object with exactly these members. */
export function isExactly<T extends object>(checks: MemberChecks<T>): Check<T> {
  return (value): value is T => hasExactly(value, checks);
}

/** True for an object with exactly these members of its own, each as its check wants it. */
export function hasExactly(value: unknown, checks: Checks): boolean {
  return hasOnly(value, checks) && Object.keys(value).length === Object.keys(checks).length;
}

/** The same, but members may be left out. */
export function hasOnly(value: unknown, checks: Checks): value is JsonObject {
  const fits = ([name, own]: [string, unknown]) =>
    Object.hasOwn(checks, name) && checks[name]?.(own) === true;
  return isRecord(value) && Object.entries(value).every(fits);
}

/** A check for each name. */
export type Checks = Readonly<Record<string, (member: unknown) => boolean>>;

/** The checks of the members of each kind of message, but for `kind` itself. */
type Forms = Readonly<Record<string, Checks>>;

/** A message of one of these forms. */
export type MessageOf<F extends Forms> = {
  [K in keyof F]: { readonly kind: K } & { readonly [M in keyof F[K]]: Checked<F[K][M]> };
}[keyof F];

/** Reads a message of one of these forms; null for whatever is none. */
export function readMessage<F extends Forms>(value: unknown, forms: F): MessageOf<F> | null {
  if (!isRecord(value) || typeof value.kind !== 'string' || !Object.hasOwn(forms, value.kind)) return null;
  const isOfForm = hasExactly(value, { ...forms[value.kind], kind: () => true });
  return isOfForm ? (value as unknown as MessageOf<F>) : null; // its form was checked in the line above
}

/** One of several shapes. */
export function isAnyOf<T>(...checks: readonly Check<T>[]): Check<T> {
  return (value): value is T => checks.some((check) => check(value));
}

/** Name of an environment variable that may contain a token. */
export const isVariableName: Check<string> = isTextLike(/^[A-Z_][A-Z0-9_]{0,100}$/);
