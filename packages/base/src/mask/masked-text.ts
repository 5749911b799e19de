import { shortened } from '../basics.ts';
import { writeJson } from '../json/exact-number.ts';
import { childAt } from '../json/pointer.ts';

declare const maskedText: unique symbol;

/**
 * Text that has passed through a masker, or that never contained content. All code that shows, prints, copies or writes
 * text takes this type, so that unscanned text cannot get there (security S-14). Only the maskers of this package and
 * `words` make it.
 */
export type MaskedText = string & { readonly [maskedText]: true };

/** A masked copy with the number of places that were masked. */
export interface Masked<T> {
  readonly value: T;
  readonly masked: number;
}

/** Text of our own, with values in it that are masked already or cannot be secret. */
export function words(parts: TemplateStringsArray, ...values: readonly (MaskedText | number)[]): MaskedText {
  return String.raw({ raw: parts }, ...values) as MaskedText;
}

/** Joins masked texts; does not detect secrets that only the joined text would contain. */
export function joinMasked(texts: readonly MaskedText[], between: string): MaskedText {
  return texts.join(between) as MaskedText;
}

/** False for a text that cannot contain a mark. */
export function mayBeMasked(text: string): boolean {
  return text.includes('[masked');
}

/** Text of our source: the compiler takes literals and unions of them, and rejects possible content. */
export function literal<T extends string>(text: string extends T ? never : T): MaskedText {
  return text as string as MaskedText;
}

/** At most `units` UTF-16 units of a masked text, with an ellipsis inside of them where it is cut. */
export const cutMasked: (text: MaskedText, units: number) => MaskedText = shortened;

/**
 * The type itself when every text in it is masked or a literal of ours, at any depth; `never` in the place of a text that
 * may be content, and of what is not known at all.
 */
export type OnlyMasked<T> = unknown extends T
  ? never
  : T extends string
    ? string extends T
      ? never
      : T
    : T extends MaskedTree
      ? T
      : T extends object
        ? { readonly [K in keyof T]: OnlyMasked<T[K]> }
        : T;

/** Masked data as JSON text; names of members are ours. Throws for a value that nests too deeply for the engine. */
export function jsonOf<T>(value: T & OnlyMasked<T>): MaskedText {
  return (JSON.stringify(value) ?? 'null') as MaskedText;
}

/** A masked value as JSON text, its numbers as written. Throws for a value that nests too deeply for the engine. */
export function writtenJsonOf(value: MaskedValue): MaskedText {
  return writeJson(value) as MaskedText;
}

/** A part of a masked text. */
export function partOf(text: MaskedText, from: number, to?: number): MaskedText {
  return text.slice(from, to) as MaskedText;
}

declare const maskedValue: unique symbol;

/** An object or array of which every text and every name has passed through a masker. */
export interface MaskedTree {
  readonly [maskedValue]: true;
}

/** A JSON value of which every text and every name has passed through a masker. To be read like `unknown`. */
export type MaskedValue = MaskedTree | MaskedText | number | boolean | null | undefined;

/** The member or item of a masked value by its name or index; undefined where there is none. */
export function childOfMasked(value: MaskedValue, key: string): MaskedValue {
  return childAt(value, key) as MaskedValue;
}

/** A masked value that is a text; null for any other. */
export function textOfMasked(value: MaskedValue): MaskedText | null {
  return typeof value === 'string' ? (value as MaskedText) : null;
}
