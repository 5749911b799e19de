declare const maskedText: unique symbol;

/**
 * Text that has passed through a masker, or that never held content. Whatever shows, prints, copies or writes text
 * takes this type, so that text on which nobody looked for secrets cannot get there (security S-14). Only the maskers
 * of this room and `words` make it.
 */
export type MaskedText = string & { readonly [maskedText]: true };

/** Text of our own, with values in it that are masked already or cannot be secret. */
export function words(parts: TemplateStringsArray, ...values: readonly (MaskedText | number)[]): MaskedText {
  return String.raw({ raw: parts }, ...values) as MaskedText;
}

/** Joins masked texts; a secret that only the joined text would show is not looked for. */
export function joinMasked(texts: readonly MaskedText[], between: string): MaskedText {
  return texts.join(between) as MaskedText;
}
