/** Secrets of many documents: a secret that is named in one of them is masked in all of them. */
import { type MarkForm, withoutScheme } from '../mask/mark.ts';
import { stretchesWith } from '../mask/mask-json-text.ts';
import type { OnToken } from '../mask/secret-walk.ts';
import { mayHoldSecrets } from './fast-look.ts';
import { type FindSecrets, joined, secretsIn, wholeOf } from './find-secrets.ts';
import { findingKnown, type KnownSecrets } from './known-secrets.ts';
import { looksLikeWords } from './looks-like-prose.ts';
import { ManyTexts, SHORTEST_OF_MANY } from './many-texts.ts';

/** First all documents are gathered from; then each is scanned for the secrets of all. */
export class GatheredSecrets {
  private readonly texts = new ManyTexts();
  private readonly own: KnownSecrets | null;

  /** `own`: secrets that the user knows, which are found anywhere. */
  constructor(own: KnownSecrets | null = null) {
    this.own = own;
  }

  /** Number of secrets found by name and shape alone, since they are too long or too many end alike. */
  get leftOut(): number {
    return this.texts.leftOut;
  }

  /** Gathers from a raw document; calls `tell` for each place. O(length). */
  gather(text: string, tell: (secret: string, rule: string) => void, onToken?: OnToken): void {
    if (this.own === null && !mayHoldSecrets(text)) return;
    const keep: MarkForm = (secret, rule) => {
      tell(secret, rule);
      this.add(secret);
      return '';
    };
    stretchesWith(text, null, this.findKnown, onToken, keep);
  }

  /** Gathers one secret, unless it is too short or resembles words too much. */
  add(secret: string): void {
    const { rest } = withoutScheme(secret);
    if (rest.length < SHORTEST_OF_MANY || looksLikeWords(rest)) return;
    this.texts.add(rest);
    // As JSON writes it, for texts that are scanned raw.
    const written = JSON.stringify(rest).slice(1, -1);
    if (written !== rest) this.texts.add(written);
  }

  /** True when a secret was gathered that neither a name nor a shape may identify elsewhere. */
  get hasGathered(): boolean {
    return !this.texts.isEmpty;
  }

  /** True when a text contains a gathered secret literally. O(length). */
  holdsGathered(text: string): boolean {
    return this.texts.mayBeIn(text);
  }

  /** True when a text contains a secret that the user knows. */
  holdsOwn(text: string): boolean {
    return this.own !== null && this.own.spansIn(text).length > 0;
  }

  /** False where nothing of a document is to be masked. O(length). */
  mayBeIn(text: string): boolean {
    return mayHoldSecrets(text) || this.texts.mayBeIn(text) || this.holdsOwn(text);
  }

  private readonly findKnown: FindSecrets = (text) =>
    this.own === null ? secretsIn(text) : findingKnown(this.own, secretsIn)(text);

  /** Finds secrets by name and shape, and the gathered ones. */
  readonly find: FindSecrets = (text) => {
    try {
      const spans = this.texts.spansIn(text);
      return spans.length === 0 ? this.findKnown(text) : joined([...spans, ...this.findKnown(text)]);
    } catch {
      return wholeOf(text);
    }
  };
}
