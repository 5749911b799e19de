/**
 * Masks credentials and live tokens before anything is displayed, copied or printed (security S-14, S-20). A masked value
 * shows its first four characters to distinguish two of them; markers of an earlier redaction stay literal.
 */
import { escapedToken } from '../json/pointer.ts';
import { type FindSecrets, secretsIn } from '../secrets/find-secrets.ts';
import { isSecretKey, isTokenKey } from '../secrets/secret-names.ts';
import { NAME_RULE, type SecretKind, withSpans } from '../secrets/span.ts';
import { isRedacted, type MarkForm, maskedForm } from './mark.ts';
import type { Masked, MaskedText } from './masked-text.ts';

/** A secret in a document, by place, without its value. */
export interface SecretPlace {
  /** RFC 6901 pointer below the value that was searched. */
  readonly pointer: string;
  readonly kind: SecretKind;
  readonly code: 'secret_in_payload' | 'token_in_payload';
  /** Says what it is, without a character of it. */
  readonly message: string;
}

const KIND_WORDS: Readonly<Record<SecretKind, string>> = {
  bearer: 'A bearer token is in clear text',
  basic: 'Basic credentials stand in clear text',
  apiKey: 'A value shaped like an API key is in clear text',
  jwt: 'A value shaped like a JWT is in clear text',
  privateKey: 'A private key is in clear text',
  password: 'A value under the name of a credential is in clear text',
  canary: 'The canary of the conformance suite is in clear text',
  token: 'A live token or token URL is in clear text',
};

/** Masks the secrets in plain text; `key` is the name of the text, if any. O(length); never throws. */
export function maskString(text: string, key: string | null = null): Masked<MaskedText> {
  return maskedWith(text, key, secretsIn, maskedForm);
}

/** The same with a finder that knows more, and another form of marks. */
export function maskedWith(text: string, key: string | null, find: FindSecrets, form: MarkForm) {
  if (text === '') return { value: text as MaskedText, masked: 0 };
  if (key !== null && isSecretKey(key)) {
    const value = maskedForm(text, NAME_RULE) as MaskedText;
    if (value !== text) return { value, masked: 1 };
  }
  const spans = find(text);
  if (spans.length === 0) return { value: text as MaskedText, masked: 0 };
  return { value: withSpans(text, spans, form) as MaskedText, masked: spans.length };
}

/** A value to look at, with the way to it: pointers are made only for what is found. */
interface Step {
  readonly item: unknown;
  readonly name: string;
  /** Name of the value: its own, or that of its array. */
  readonly key: string | null;
  readonly above: Step | null;
}

/** The secrets of a parsed JSON value by place, at most `limit`, not in order. O(text); iterative. */
export function findSecrets(value: unknown, limit = 100): readonly SecretPlace[] {
  const places: SecretPlace[] = [];
  const pending: Step[] = [{ item: value, name: '', key: null, above: null }];
  for (let step = pending.pop(); step !== undefined && places.length < limit; step = pending.pop()) {
    const { item, key } = step;
    if (typeof item === 'string') {
      const kind = kindOf(item, key);
      if (kind !== null) places.push(placeOf(stepPointer(step), kind));
    } else if (Array.isArray(item)) {
      for (let i = 0; i < item.length; i++)
        pending.push({ item: item[i], name: String(i), key, above: step });
    } else if (typeof item === 'object' && item !== null) {
      for (const [name, member] of Object.entries(item))
        pending.push({ item: member, name, key: name, above: step });
    }
  }
  return places;
}

function stepPointer(step: Step): string {
  const names: string[] = [];
  for (let at: Step | null = step; at !== null && at.above !== null; at = at.above) {
    names.push(`/${escapedToken(maskString(at.name).value)}`);
  }
  return names.reverse().join('');
}

function placeOf(pointer: string, kind: SecretKind): SecretPlace {
  const code = kind === 'token' ? 'token_in_payload' : 'secret_in_payload';
  return { pointer, kind, code, message: KIND_WORDS[kind] };
}

/** Possible secrets are masked; only probable ones are reported as a problem. */
function kindOf(text: string, key: string | null): SecretKind | null {
  if (text === '') return null;
  const isSecret = key !== null && isSecretKey(key);
  if (isSecret && isRedacted(text)) return null;
  if (isSecret && isTokenKey(key)) return isOpaque(text) || !/^token$/i.test(key) ? 'token' : null;
  const span = secretsIn(text).find(
    ({ kind, start, end }) => kind !== 'token' || isOpaque(text.slice(start, end)),
  );
  if (span !== undefined) return span.kind;
  return isSecret ? 'password' : null;
}

/** A word of a stream of tokens, or the name of a file below `/assets/`, is not a credential. */
const isOpaque = (text: string): boolean => text.length >= 12 && !/\s|\.[a-z]{1,5}$/i.test(text);
