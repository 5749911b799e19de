import { keepWritten, WrittenNumber, writtenNumber } from '../json/exact-number.ts';
import { escapedToken } from '../json/pointer.ts';
import { mayHoldSecrets } from '../secrets/fast-look.ts';
import { type FindSecrets, searchSecrets, secretsIn } from '../secrets/find-secrets.ts';
import { findingKnown, type KnownSecrets, repeatedIn } from '../secrets/known-secrets.ts';
import { isNumberKey, isSecretKey, isTokenKey } from '../secrets/secret-names.ts';
import { NAME_RULE, type SecretKind, withSpans } from '../secrets/span.ts';
import { isRedacted, maskedForm, maskedIdentity } from './mark.ts';
import { type MaskedJson, type MaskedStretch, maskedTextWith, stretchesWith } from './mask-json-text.ts';
import type { Masked, MaskedText, MaskedValue } from './masked-text.ts';
import { type Scalar, SecretWalk } from './secret-walk.ts';

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

// Masking of parsed JSON values.

type Container = Record<string, unknown> | unknown[];

/** Where a copied value goes. */
interface Place {
  readonly into: Container;
  readonly key: string;
}

/** An object or array that is being copied: its names, or its length, and how far it came. */
interface Pending {
  readonly from: Readonly<Record<string, unknown>> | readonly unknown[];
  readonly names: readonly string[] | null;
  readonly into: Container;
  at: number;
}

/**
 * Returns a masked copy of the parsed JSON value of `key`. Names are masked like text. Objects of the copy have no
 * prototype, so that `__proto__` is a name like any other. A secret found by its name is masked everywhere else too.
 * Iterative; O(text).
 */
export function maskedCopyOf(value: unknown, key: string | null, find: FindSecrets): Masked<MaskedValue> {
  const first = copied(value, key, find);
  if (first.repeated.size === 0) return first;
  return copied(value, key, repeatedIn(first.repeated, find));
}

function copied(
  value: unknown,
  key: string | null,
  find: FindSecrets,
): Masked<MaskedValue> & { readonly repeated: ReadonlySet<string> } {
  let masked = 0;
  const root: unknown[] = [];
  const walk = new SecretWalk<Place>(key, find, ({ leaf, text }: Scalar<Place>, spans) => {
    masked += spans.length;
    put(leaf, withSpans(text, spans, maskedForm));
  });
  const open: Pending[] = [];
  const begin = (item: unknown, place: Place, written: string | null = null): void => {
    if (typeof item !== 'object' || item === null || item instanceof WrittenNumber) {
      put(place, item);
      if (typeof item === 'string') walk.text(place, item);
      else if (typeof item === 'number' || typeof item === 'bigint') {
        if (written !== null) keepWritten(place.into, place.key, written);
        walk.number(place, written ?? String(item));
      } else if (item instanceof WrittenNumber) walk.number(place, item.text);
      return;
    }
    const isArray = Array.isArray(item);
    const into: Container = isArray ? [] : Object.create(null);
    put(place, into);
    walk.open(isArray);
    const from = item as Pending['from']; // an object or an array, as was just checked
    open.push({ from, names: isArray ? null : Object.keys(item), into, at: 0 });
  };
  begin(value, { into: root, key: '0' });
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const { from, names, into } = top;
    const at = top.at++;
    if (names === null && Array.isArray(from)) {
      if (at < from.length) begin(from[at], { into, key: String(at) }, writtenNumber(from, String(at)));
      else end();
      continue;
    }
    const name = names?.[at];
    if (name === undefined) {
      end();
      continue;
    }
    const spans = walk.name(name);
    masked += spans.length;
    const displayed = spans.length === 0 ? name : freeName(into, withSpans(name, spans, maskedForm));
    const item = (from as Readonly<Record<string, unknown>>)[name]; // no array: it has names
    begin(item, { into, key: displayed }, writtenNumber(from, name));
  }
  walk.end();
  return { value: root[0] as MaskedValue, masked, repeated: walk.repeated };

  function end(): void {
    open.pop();
    walk.close();
  }
}

/** Objects of the copy have no prototype, so a plain assignment makes an own member. */
function put({ into, key }: Place, value: unknown): void {
  if (Array.isArray(into)) into[Number(key)] = value;
  else into[key] = value;
}

/** Two different names may look alike once masked. */
function freeName(into: Container, name: string): string {
  let free = name;
  for (let i = 2; Object.hasOwn(into, free); i++) free = `${name} (${i})`;
  return free;
}

// Masks credentials and live tokens before anything is displayed, copied or printed (security S-14, S-20). A masked value
// shows its first four characters to distinguish two of them; markers of an earlier redaction stay literal.

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
export function maskedWith(
  text: string,
  key: string | null,
  find: FindSecrets,
  form: (secret: string, rule: string) => string,
): Masked<MaskedText> {
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
function isOpaque(text: string): boolean {
  return text.length >= 12 && !/\s|\.[a-z]{1,5}$/i.test(text);
}
