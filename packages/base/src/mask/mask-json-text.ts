/** Masking of JSON as it is written, whole or cut at any place, without changing any other character. */

import { type Unescaped, unescaped } from '../json/unescape.ts';
import { NAME_RULE, secretsIn } from '../secrets/find-secrets.ts';
import { isSecretKey } from '../secrets/secret-names.ts';
import { isRedacted, maskedForm, maskMark } from './mark.ts';
import type { MaskedText } from './masked-text.ts';

/** A stretch of the text, in UTF-16 units, and what is shown in its place. */
export interface MaskedStretch {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
  /** Id of the rule that found it. */
  readonly rule: string;
}

/** A text with its secrets masked, and their number. */
export interface MaskedJson {
  readonly text: MaskedText;
  readonly masked: number;
}

/** Masks raw JSON text; `key` is the name the text stands under, if any. O(length); never throws. */
export function maskText(text: string, key: string | null = null): MaskedJson {
  const stretches = maskedStretches(text, key);
  return { text: withMasks(text, stretches, 0, text.length), masked: stretches.length };
}

/**
 * The part `[from, to)` of a text with its masks. Of a stretch that begins before `from` nothing is shown but the mark,
 * since its first characters stand on the page before.
 */
export function withMasks(
  text: string,
  stretches: readonly MaskedStretch[],
  from: number,
  to: number,
): MaskedText {
  let shown = '';
  let at = from;
  for (const stretch of stretches) {
    if (stretch.end <= from || stretch.start >= to) continue;
    shown += text.slice(at, Math.max(at, stretch.start));
    shown += stretch.start < from ? maskMark(stretch.rule) : stretch.shown;
    at = Math.min(to, stretch.end);
  }
  return (shown + text.slice(at, to)) as MaskedText;
}

/**
 * What is to be masked in raw JSON text, by place. Values of secret names are masked whole, other strings and names
 * where they look like a secret; escapes hide nothing. A text cut out of a document may begin inside a string.
 */
export function maskedStretches(text: string, key: string | null = null): readonly MaskedStretch[] {
  const walk = new TextWalk(text, key);
  const inside = beginsInString(text);
  if (inside >= 0) walk.readString(inside);
  walk.readAll();
  return walk.stretches;
}

/** What may stand between strings, apart from `true`, `false` and `null`. */
const STRUCTURE = /^[\s[\]{},:0-9.eE+-]*$/;
/** The end of such a word, at the beginning of a text that is cut. */
const WORD_END = /^(?:rue|ue|alse|lse|se|ull|ll|l)\b/;
/** Strings that are looked at to tell inside from outside. */
const TRIED = 16;

/**
 * Where the content of a string begins when the text begins inside of one, -1 when it does not. The right reading is the
 * one in which what follows looks most like JSON; a first backslash may be the second half of an escape.
 */
function beginsInString(text: string): number {
  let best = -1;
  let least = oddities(text, 0);
  for (const from of text.startsWith('\\') ? [0, 1] : [0]) {
    const odd = oddities(text, endOfString(text, from) + 1);
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
    at = endOfString(text, quote + 1) + 1;
  }
  return odd;
}

/** Place of the quote that ends the string whose content begins at `from`; the length of the text when cut before. */
function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (quote - slashes > from && text[quote - slashes - 1] === '\\') slashes++;
    if (slashes % 2 === 0) return quote;
  }
  return text.length;
}

class TextWalk {
  readonly stretches: MaskedStretch[] = [];
  private readonly text: string;
  /** Of each open container: the name its strings stand under when it is an array, undefined for an object. */
  private readonly open: (string | null | undefined)[] = [];
  /** Name of the member whose value comes next. */
  private name: string | null;
  private at = 0;

  constructor(text: string, key: string | null) {
    this.text = text;
    this.name = key;
  }

  readAll(): void {
    const { text } = this;
    while (this.at < text.length) {
      const c = text[this.at++];
      if (c === '"') this.readString(this.at);
      else if (c === '{') this.push(undefined);
      else if (c === '[') this.push(this.name);
      else if (c === '}' || c === ']') {
        this.open.pop();
        this.name = this.open.at(-1) ?? null;
      } else if (c === ',') this.name = this.open.at(-1) ?? null;
    }
  }

  private push(name: string | null | undefined): void {
    this.open.push(name);
    this.name = name ?? null;
  }

  /** `from` is the place behind the opening quote. */
  readString(from: number): void {
    const { text } = this;
    const end = endOfString(text, from);
    this.at = end + 1;
    while (/\s/.test(text[this.at] ?? '')) this.at++;
    const content = unescaped(text, from, end);
    if (text[this.at] === ':') {
      this.mark(content, null);
      this.name = content.text;
    } else this.mark(content, this.name);
  }

  private mark({ text, placeOf }: Unescaped, name: string | null): void {
    if (text === '') return;
    if (name !== null && isSecretKey(name)) {
      if (!isRedacted(text)) this.add(placeOf(0), placeOf(text.length), text, NAME_RULE);
      return;
    }
    for (const { start, end, rule } of secretsIn(text))
      this.add(placeOf(start), placeOf(end), text.slice(start, end), rule);
  }

  private add(start: number, end: number, secret: string, rule: string): void {
    this.stretches.push({ start, end, rule, shown: JSON.stringify(maskedForm(secret, rule)).slice(1, -1) });
  }
}
