/** Masks raw JSON, complete or cut at any place, without changing any other character. */

import { closingQuote } from '../json/json-text.ts';
import { unescaped } from '../json/unescape.ts';
import { alphabetOf, runEnd } from '../secrets/alphabets.ts';
import { mayHoldSecrets } from '../secrets/fast-look.ts';
import { type FindSecrets, joined, secretsIn } from '../secrets/find-secrets.ts';
import { repeatedIn } from '../secrets/known-secrets.ts';
import type { SecretSpan } from '../secrets/span.ts';
import { type MarkForm, maskedForm, maskMark } from './mark.ts';
import type { MaskedText } from './masked-text.ts';
import { type OnToken, type Scalar, SecretWalk } from './secret-walk.ts';

/** A stretch of the text, in UTF-16 units, and what is displayed in its place. */
export interface MaskedStretch {
  readonly start: number;
  readonly end: number;
  readonly mark: string;
  /** Id of the rule that found it. */
  readonly rule: string;
}

/** A text with its secrets masked, and their number. */
export interface MaskedJson {
  readonly text: MaskedText;
  readonly masked: number;
}

/** Masks raw JSON text; `key` is the name of the text, if any. O(length); never throws. */
export function maskText(text: string, key: string | null = null): MaskedJson {
  if (key === null && !mayHoldSecrets(text)) return { text: text as MaskedText, masked: 0 };
  return maskedTextWith(text, key, secretsIn);
}

/** Masks the secrets in raw JSON text; calls `onToken` for its live tokens. O(length); never throws. */
export function textMasking(text: string, onToken?: OnToken): MaskedText {
  if (!mayHoldSecrets(text)) return text as MaskedText;
  return withMasks(text, stretchesWith(text, null, secretsIn, onToken), 0, text.length);
}

/** The same with a finder that knows more. */
export function maskedTextWith(text: string, key: string | null, find: FindSecrets): MaskedJson {
  const stretches = stretchesWith(text, key, find);
  return { text: withMasks(text, stretches, 0, text.length), masked: stretches.length };
}

/**
 * Returns the part `[from, to)` of a text with its masks. A stretch that begins before `from` shows only the mark,
 * since its first characters are on the previous page.
 */
export function withMasks(text: string, stretches: readonly MaskedStretch[], from: number, to: number) {
  let displayed = '';
  let at = from;
  for (const stretch of stretches) {
    if (stretch.end <= from || stretch.start >= to) continue;
    displayed += text.slice(at, Math.max(at, stretch.start));
    displayed += stretch.start < from ? maskMark(stretch.rule) : stretch.mark;
    at = Math.min(to, stretch.end);
  }
  return (displayed + text.slice(at, to)) as MaskedText;
}

/**
 * What is to be masked in raw JSON text, by place. Values of secret names are masked whole, other strings and names
 * where they look like a secret; escapes hide nothing. A text cut out of a document may begin inside a string.
 */
export function stretchesWith(
  text: string,
  key: string | null,
  find: FindSecrets,
  onToken?: OnToken,
  form: MarkForm = maskedForm,
): readonly MaskedStretch[] {
  const { repeated, stretches } = walked(text, { key, find, form, onToken });
  if (repeated.size === 0) return joined(stretches);
  return joined(walked(text, { key, find: repeatedIn(repeated, find), form }).stretches);
}

/** What a walk over a text works with. */
interface WalkParts {
  readonly key: string | null;
  readonly find: FindSecrets;
  readonly form: MarkForm;
  readonly onToken?: OnToken | undefined;
}

function walked(text: string, parts: WalkParts): TextWalk {
  const walk = new TextWalk(text, parts);
  const inside = beginsInString(text);
  if (inside >= 0) walk.readString(inside);
  walk.readAll();
  if (!walk.isJson || inside >= 0) walk.readPlain();
  return walk;
}

/** Text allowed between strings, apart from `true`, `false` and `null`. */
const STRUCTURE = /^[\s[\]{},:0-9.eE+-]*$/;
/** The end of such a word, at the beginning of a text that is cut. */
const WORD_END = /^(?:rue|ue|alse|lse|se|ull|ll|l)\b/;
/** Number of strings inspected to distinguish inside from outside. */
const TRIED = 16;

/**
 * Where the content of a string begins when the text begins inside of one, -1 when it does not. The right reading is the
 * one in which what follows looks most like JSON; a first backslash may be the second half of an escape.
 */
function beginsInString(text: string): number {
  let best = -1;
  let least = oddities(text, 0);
  for (const from of text.startsWith('\\') ? [0, 1] : [0]) {
    const odd = oddities(text, closingQuote(text, from) + 1);
    if (odd < least) [best, least] = [from, odd];
  }
  return best;
}

/** Places between the strings from `at` on that no JSON has, when `at` is outside of a string. */
function oddities(text: string, from: number): number {
  let odd = 0;
  let at = from;
  for (let i = 0; i < TRIED && at < text.length; i++) {
    const quote = text.indexOf('"', at);
    const between = text.slice(at, quote < 0 ? text.length : quote).slice(0, 4096);
    const bare = (at === 0 ? between.replace(WORD_END, '') : between).replace(/true|false|null/g, '');
    const joinsStrings = at > 0 && quote >= 0 && !/[,:[\]{}]/.test(between);
    if (!STRUCTURE.test(bare) || joinsStrings) odd++;
    if (quote < 0) break;
    at = closingQuote(text, quote + 1) + 1;
  }
  return odd;
}

/** A raw string or number: its position, and the position of its content. */
interface Written {
  readonly start: number;
  readonly end: number;
  readonly placeOf: (unit: number) => number;
}

const NUMBER = alphabetOf('-+.0123456789eE');

class TextWalk {
  readonly stretches: MaskedStretch[] = [];
  /** False after text between the strings that JSON does not allow. */
  isJson = true;
  private readonly text: string;
  private readonly of: WalkParts;
  private readonly walk: SecretWalk<Written>;
  private at = 0;

  constructor(text: string, of: WalkParts) {
    this.text = text;
    this.of = of;
    const onSecret = ({ leaf, text: own, isNumber }: Scalar<Written>, spans: readonly SecretSpan[]): void => {
      for (const span of spans) {
        if (isNumber) this.add(leaf.start, leaf.end, own, span.rule, true);
        else this.addSpan(own, leaf.placeOf, span);
      }
    };
    this.walk = new SecretWalk<Written>(of.key, of.find, onSecret, of.onToken);
  }

  get repeated(): ReadonlySet<string> {
    return this.walk.repeated;
  }

  readAll(): void {
    const { text, walk } = this;
    while (this.at < text.length) {
      const c = text[this.at++];
      if (c === '"') this.readString(this.at);
      else if (c === '{' || c === '[') walk.open(c === '[');
      else if (c === '}' || c === ']') walk.close();
      else if (c === '-' || (c !== undefined && c >= '0' && c <= '9')) {
        const start = this.at - 1;
        this.at = runEnd(text, start, NUMBER);
        const leaf = { start, end: this.at, placeOf: (unit: number) => start + unit };
        walk.number(leaf, text.slice(start, this.at));
      } else if (c !== undefined && /[^\s,:]/.test(c)) this.readWord(this.at - 1);
    }
    walk.end();
  }

  /** Text that is not JSON is also scanned raw. */
  readPlain(): void {
    for (const span of this.of.find(this.text)) this.addSpan(this.text, (unit) => unit, span);
  }

  private readWord(start: number): void {
    const word = ['true', 'false', 'null'].find((known) => this.text.startsWith(known, start));
    if (word === undefined) this.isJson = false;
    else this.at = start + word.length;
  }

  /** `from` is the position after the opening quote. */
  readString(from: number): void {
    const { text } = this;
    const end = closingQuote(text, from);
    let behind = end + 1;
    while (behind < text.length && text.charCodeAt(behind) <= 32) behind++;
    this.at = behind;
    const { text: content, placeOf } = unescaped(text, from, end);
    if (text[behind] !== ':') {
      this.walk.text({ start: from, end, placeOf }, content);
      return;
    }
    for (const span of this.walk.name(content)) this.addSpan(content, placeOf, span);
  }

  private addSpan(text: string, placeOf: (unit: number) => number, { start, end, rule }: SecretSpan): void {
    this.add(placeOf(start), placeOf(end), text.slice(start, end), rule);
  }

  private add(start: number, end: number, secret: string, rule: string, isBare = false): void {
    const written = JSON.stringify(this.of.form(secret, rule));
    this.stretches.push({ start, end, rule, mark: isBare ? written : written.slice(1, -1) });
  }
}
