import { maskedForm, NAME_RULE } from '@openwop-inspector/base';
import { maskNamed, maskPlain } from './mask-plain.ts';

/** Parts of every name of a secret and of the words before one, in both cases: faster than a pattern that folds case. */
const WORDS = new RegExp(
  [
    ...['token', 'secret', 'pass', 'key', 'cookie', 'authoriz', 'callback', 'credential'],
    ...['bearer', 'basic', 'interrupts', 'assets'],
  ]
    .map(inBothCases)
    .concat(`${inBothCases('pwd')}["'=\\\\]`, `${inBothCases('jwt')}["'=\\\\]`)
    .join('|'),
);
/** How the values begin that are told by their shape alone. At least four characters each, for the same reason. */
const SHAPES =
  /whsec_|github_pat_|glpat-|CANARY|-BEGIN|gh[opsru]_|sk-[\w-]|xai-|[hprs]k_[lt]|xox[abeprs]|gsk_|hf_\w|npm_|ya29|SG\.\w|AKIA|ASIA|AIza|eyJ\w/;

function inBothCases(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/**
 * False for a text in which nothing is to be masked, which is most events; true when it has to be looked at. An escape
 * may hide a name, and a sign `@` a password in a URL. O(length), in less time than reading the text as JSON.
 */
export function mayHoldSecrets(text: string): boolean {
  return WORDS.test(text) || SHAPES.test(text) || text.includes('@') || text.includes('\\u');
}

/**
 * One JSON document with its secrets masked and every other character as it came, so that it stays valid JSON. Masked
 * are texts under names of credentials and live tokens (security S-20) and what looks like a credential. A text that is
 * no whole JSON document is masked by shape alone. O(length); never throws.
 */
export function maskText(json: string): string {
  if (!mayHoldSecrets(json)) return json;
  return new JsonMasking(json).masked() ?? maskPlain(json);
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

class JsonMasking {
  private readonly text: string;
  private written = '';
  /** Where the part begins that is not yet written. */
  private from = 0;
  /** Of each open container: the name that the texts of an array stand under, undefined for an object. */
  private readonly open: (string | null | undefined)[] = [];
  /** Name of the member whose value comes next. */
  private name: string | null = null;

  constructor(text: string) {
    this.text = text;
  }

  /** Null when brackets or quotes do not close: then the names around a value are not certain. */
  masked(): string | null {
    const { text, open } = this;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        const end = endOfString(text, at + 1);
        if (end < 0) return null;
        this.readString(at, end + 1);
        at = end;
      } else if (code === OPEN_OBJECT) open.push(undefined);
      else if (code === OPEN_ARRAY) open.push(this.name);
      else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
        if (open.length === 0) return null;
        open.pop();
        this.name = open.at(-1) ?? null;
      } else if (code === COMMA) this.name = open.at(-1) ?? null;
    }
    return open.length === 0 ? this.written + text.slice(this.from) : null;
  }

  /** A string with its quotes, from `start` to `end`: a name when a colon follows inside an object. */
  private readString(start: number, end: number): void {
    const raw = this.text.slice(start, end);
    const plain = unescaped(raw);
    const isName = this.open.length > 0 && this.open.at(-1) === undefined && this.isBeforeColon(end);
    const shown = plain === null ? maskedRaw(raw) : maskNamed(plain, isName ? null : this.name);
    if (shown !== plain) {
      this.written += this.text.slice(this.from, start) + (plain === null ? shown : JSON.stringify(shown));
      this.from = end;
    }
    if (isName) this.name = plain;
  }

  private isBeforeColon(end: number): boolean {
    let at = end;
    for (let code = this.text.charCodeAt(at); code === 32 || (code >= 9 && code <= 13); ) {
      code = this.text.charCodeAt(++at);
    }
    return this.text.charCodeAt(at) === COLON;
  }
}

/** Place of the quote that ends the string whose content begins at `from`; -1 when there is none. */
function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text[quote - slashes - 1] === '\\' && quote - slashes > from) slashes++;
    if (slashes % 2 === 0) return quote;
  }
  return -1;
}

function unescaped(raw: string): string | null {
  if (!raw.includes('\\')) return raw.slice(1, -1);
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** A string that JSON does not allow; all of it goes when any of it has to. */
function maskedRaw(raw: string): string {
  const shown = maskPlain(raw);
  return shown === raw ? raw : JSON.stringify(maskedForm(raw.slice(1, -1).replaceAll('\\', ''), NAME_RULE));
}
