/** Secrets of many documents: what is told by its name in one of them is masked in all of them. */
import { withoutScheme } from '../mask/mark.ts';
import { type MarkForm, stretchesWith } from '../mask/mask-json-text.ts';
import { type FindSecrets, secretsIn, wholeOf } from './find-secrets.ts';
import { joined } from './known-secrets.ts';
import { looksLikeWords } from './looks-like-words.ts';
import { ManyTexts, SHORTEST_OF_MANY } from './many-texts.ts';
import { mayHoldSecrets } from './may-hold-secrets.ts';

/** Documents are gathered from first; then each of them is looked through with what was found in all. */
export class GatheredSecrets {
  private readonly texts = new ManyTexts();

  /** Secrets that are looked for by name and shape alone, since they are too long or too many end alike. */
  get leftOut(): number {
    return this.texts.leftOut;
  }

  /** Gathers from a document as it is written; `tell` is told of each place. O(length). */
  gather(text: string, tell: (secret: string, rule: string) => void): void {
    if (!mayHoldSecrets(text)) return;
    const keep: MarkForm = (secret, rule) => {
      tell(secret, rule);
      this.add(secret);
      return '';
    };
    stretchesWith(text, null, secretsIn, undefined, keep);
  }

  /** Gathers one secret, unless it is too short or looks too much like words to be told from what is none. */
  add(secret: string): void {
    const { rest } = withoutScheme(secret);
    if (rest.length >= SHORTEST_OF_MANY && !looksLikeWords(rest)) this.texts.add(rest);
  }

  /** False where nothing of a document is to be masked. O(length). */
  mayBeIn(text: string): boolean {
    return mayHoldSecrets(text) || this.texts.mayBeIn(text);
  }

  /** Finds what names and shapes tell, and what was gathered. */
  readonly find: FindSecrets = (text) => {
    try {
      const spans = this.texts.spansIn(text);
      return spans.length === 0 ? secretsIn(text) : joined([...spans, ...secretsIn(text)]);
    } catch {
      return wholeOf(text);
    }
  };
}
