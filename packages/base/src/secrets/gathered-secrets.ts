/** Secrets of many documents: what is told by its name in one of them is masked in all of them. */
import { withoutScheme } from '../mask/mark.ts';
import { type MarkForm, stretchesWith } from '../mask/mask-json-text.ts';
import type { OnToken } from '../mask/secret-walk.ts';
import { type FindSecrets, secretsIn, wholeOf } from './find-secrets.ts';
import { findingKnown, joined, type KnownSecrets } from './known-secrets.ts';
import { looksLikeWords } from './looks-like-words.ts';
import { ManyTexts, SHORTEST_OF_MANY } from './many-texts.ts';
import { mayHoldSecrets } from './may-hold-secrets.ts';

/** Documents are gathered from first; then each of them is looked through with what was found in all. */
export class GatheredSecrets {
  private readonly texts = new ManyTexts();
  private readonly own: KnownSecrets | null;

  /** `own`: secrets that a person knows, which are found wherever they stand. */
  constructor(own: KnownSecrets | null = null) {
    this.own = own;
  }

  /** Secrets that are looked for by name and shape alone, since they are too long or too many end alike. */
  get leftOut(): number {
    return this.texts.leftOut;
  }

  /** Gathers from a document as it is written; `tell` is told of each place. O(length). */
  gather(text: string, tell: (secret: string, rule: string) => void, onToken?: OnToken): void {
    if (this.own === null && !mayHoldSecrets(text)) return;
    const keep: MarkForm = (secret, rule) => {
      tell(secret, rule);
      this.add(secret);
      return '';
    };
    stretchesWith(text, null, this.findKnown, onToken, keep);
  }

  /** Gathers one secret, unless it is too short or looks too much like words to be told from what is none. */
  add(secret: string): void {
    const { rest } = withoutScheme(secret);
    if (rest.length < SHORTEST_OF_MANY || looksLikeWords(rest)) return;
    this.texts.add(rest);
    // As JSON writes it, for texts that are looked through as they are.
    const written = JSON.stringify(rest).slice(1, -1);
    if (written !== rest) this.texts.add(written);
  }

  /** True when something was gathered that may stand where no name and no shape tells it. */
  get hasGathered(): boolean {
    return !this.texts.isEmpty;
  }

  /** True when what was gathered stands in a text as it is. O(length). */
  holdsGathered(text: string): boolean {
    return this.texts.mayBeIn(text);
  }

  /** True when a secret that the person knows stands in a text. */
  holdsOwn(text: string): boolean {
    return this.own !== null && this.own.spansIn(text).length > 0;
  }

  /** False where nothing of a document is to be masked. O(length). */
  mayBeIn(text: string): boolean {
    return mayHoldSecrets(text) || this.texts.mayBeIn(text) || this.holdsOwn(text);
  }

  private readonly findKnown: FindSecrets = (text) =>
    this.own === null ? secretsIn(text) : findingKnown(this.own, secretsIn)(text);

  /** Finds what names and shapes tell, and what was gathered. */
  readonly find: FindSecrets = (text) => {
    try {
      const spans = this.texts.spansIn(text);
      return spans.length === 0 ? this.findKnown(text) : joined([...spans, ...this.findKnown(text)]);
    } catch {
      return wholeOf(text);
    }
  };
}
