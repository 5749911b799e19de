import {
  GatheredSecrets,
  MarkBook,
  type MaskedText,
  stretchesWith,
  withMasks,
  words,
} from '@openwop-inspector/base';

/**
 * Texts that belong together, with numbered marks in place of their secrets: the same secret gets the same mark in all of
 * them. What is told by its name in one text is masked in all, so each is gathered from before the first is masked. Holds the
 * secrets, not the texts.
 */
export class MarkedTexts {
  private readonly secrets = new GatheredSecrets();
  private readonly book = new MarkBook();

  /** Gathers the secrets of a text. O(length). */
  gather(text: string): void {
    this.secrets.gather(text, this.book.markOf);
  }

  /** A text as it is written, with marks. O(length). */
  marked(text: string): MaskedText {
    const stretches = this.secrets.mayBeIn(text)
      ? stretchesWith(text, null, this.secrets.find, undefined, this.book.markOf)
      : [];
    return withMasks(text, stretches, 0, text.length);
  }

  /** Places of a text that look like a secret, in UTF-16 units: none in one that is marked. O(length). */
  leaksIn(text: string): readonly { readonly start: number }[] {
    return this.secrets.mayBeIn(text) ? stretchesWith(text, null, this.secrets.find) : [];
  }

  /** What is to be said of the marks. */
  get remarks(): readonly MaskedText[] {
    const remarks: MaskedText[] = [];
    const { leftOut } = this.secrets;
    if (this.book.unnumbered > 0)
      remarks.push(
        words`too many different secrets: ${this.book.unnumbered} places are masked by marks without a number`,
      );
    if (leftOut > 0)
      remarks.push(words`too many different secrets: ${leftOut} are looked for by name and shape alone`);
    return remarks;
  }
}
