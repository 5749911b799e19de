/** Checks of shapes, put together from small ones. They read own members only and never walk past a limit. */
import { isRecord } from '@openwop-inspector/base';

/** True when the value has the shape, and nothing beside it. */
export type Check<T> = (value: unknown) => value is T;

/** One check a member; a member without one does not compile. */
type MemberChecks<T> = { readonly [K in keyof T]-?: Check<T[K]> };

/** Characters of one string, as code points (envelope 7.2). */
const MOST_CHARACTERS = 20_000;

export const isFlag: Check<boolean> = (value) => typeof value === 'boolean';

/** A string of at most 20,000 characters. */
export const isText: Check<string> = (value): value is string =>
  typeof value === 'string' &&
  (value.length <= MOST_CHARACTERS ||
    (value.length <= MOST_CHARACTERS * 2 && [...value].length <= MOST_CHARACTERS));

/** A whole number from 0, at most `most`. */
export function isCount(most: number): Check<number> {
  return (value): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;
}

export function isOneOf<const T extends string | number>(...allowed: readonly T[]): Check<T> {
  return (value): value is T => allowed.some((one) => one === value);
}

export function orNull<T>(check: Check<T>): Check<T | null> {
  return (value): value is T | null => value === null || check(value);
}

/** A list of at most `most` items. Its length is looked at before any of them. */
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
  const members: readonly (readonly [string, Check<unknown>])[] = Object.entries(checks);
  return (value): value is T =>
    isRecord(value) &&
    Object.keys(value).length === members.length &&
    members.every(([key, check]) => Object.hasOwn(value, key) && check(value[key]));
}

/** One of several shapes. */
export function isAnyOf<T>(...checks: readonly Check<T>[]): Check<T> {
  return (value): value is T => checks.some((check) => check(value));
}
