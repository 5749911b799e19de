import { mayHoldSecrets } from '../secrets/fast-look.ts';
import { type FindSecrets, searchSecrets, secretsIn } from '../secrets/find-secrets.ts';
import { findingKnown, type KnownSecrets } from '../secrets/known-secrets.ts';
import { isNumberKey, isSecretKey } from '../secrets/secret-names.ts';
import { maskedForm, maskedIdentity } from './mark.ts';
import { maskedWith } from './mask.ts';
import { maskedCopyOf } from './mask-json.ts';
import { type MaskedJson, type MaskedStretch, maskedTextWith, stretchesWith } from './mask-json-text.ts';
import type { Masked, MaskedText, MaskedValue } from './masked-text.ts';

/**
 * All output passes through a masker: text that is displayed, printed, copied or written. Those of a session also know its
 * secrets. No method throws; a value that cannot be scanned is masked completely.
 */
export interface Masker {
  /** A text, and its name, if any. O(length). */
  text(text: string, name?: string | null): MaskedText;
  /** The same with the number of places that were masked. */
  counted(text: string, name?: string | null): Masked<MaskedText>;
  /** A masked copy of a parsed JSON value; names are masked like text. Iterative; O(text). */
  value(value: unknown, name?: string | null): Masked<MaskedValue>;
  /** A value of the raw JSON `text`, parsed: the value itself where nothing in the text is to be masked. O(text). */
  valueIn(text: string, value: unknown): MaskedValue;
  /** Raw JSON, complete or cut at any place; no other character changes. O(length). */
  json(text: string, name?: string | null): MaskedJson;
  /** What `json` would mask, by place in the raw text. */
  stretches(text: string, name?: string | null): readonly MaskedStretch[];
  /**
   * An id, a type, a name of a node: what looks like a secret is masked with a short tag, so that two masked ids that
   * differ stay different.
   */
  identity(text: string): MaskedText;
}

/** Creates a masker that also masks the given secrets, in addition to those found by name and shape. */
export function createMasker(known: KnownSecrets | null = null): Masker {
  if (known === null) return maskerBy(secretsIn, (text) => !mayHoldSecrets(text));
  return maskerBy(findingKnown(known, secretsIn), () => false);
}

/** `isClear` is true for raw JSON in which nothing is to be masked. */
function maskerBy(find: FindSecrets, isClear: (text: string) => boolean): Masker {
  const counted = (text: string, name: string | null = null) => maskedWith(text, name, find, maskedForm);
  return {
    text: (text, name = null) => counted(text, name).value,
    counted,
    value: (value, name = null) => maskedCopyOf(value, name, find),
    valueIn: (text, value) =>
      isClear(text) ? (value as MaskedValue) : maskedCopyOf(value, null, find).value,
    json: (text, name = null) =>
      (name === null || !(isSecretKey(name) || isNumberKey(name))) && isClear(text)
        ? { text: text as MaskedText, masked: 0 }
        : maskedTextWith(text, name, find),
    stretches: (text, name = null) => (name === null && isClear(text) ? [] : stretchesWith(text, name, find)),
    identity: (text) => maskedWith(text, null, find, maskedIdentity).value,
  };
}

/** A masker that searches every text, whatever the quick scan says of it: the scan is tested by it. */
export const searchingMasker: Masker = maskerBy(searchSecrets, () => false);

/** For content of files, where no session has secrets of its own. */
export const masker: Masker = createMasker();
