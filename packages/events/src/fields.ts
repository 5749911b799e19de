/** Reads a payload of which nothing is certain: every answer is there, short, masked and free of hidden characters. */
import {
  countOf,
  cutMasked,
  formatCount,
  formatDuration,
  isRecord,
  type MaskedText,
  masker,
  someOf,
  writtenNumber,
} from '@openwop-inspector/base';
import { plainLine, scalarText } from '@openwop-inspector/protocol';

/** Maximum units of a text that are scanned; a summary shows fewer. */
const MAX_SCANNED = 1024;
/** Members of an object that are counted; the summary says "more than" beyond it. */
const COUNTED = 1000;

/** Signs of a number that are displayed; it may be written with any number of them. */
const WRITTEN_LENGTH = 40;

/** Formats a text of the log for a summary: masked, on one line, cut to `length`. */
export function clip(text: string, length: number, key: string | null = null): MaskedText {
  return cutMasked(masker.text(plainLine(masker.text(text.slice(0, MAX_SCANNED), key))), length);
}

/** The members of a value that may be anything. Only own members count. */
export class Fields {
  /** The value as it was given. */
  readonly whole: unknown;
  private readonly record: Record<string, unknown> | null;

  constructor(value: unknown) {
    this.whole = value;
    this.record = isRecord(value) ? value : null;
  }

  get isObject(): boolean {
    return this.record !== null;
  }

  value(key: string): unknown {
    return this.record !== null && Object.hasOwn(this.record, key) ? this.record[key] : undefined;
  }

  /** Text, number as written or boolean of a member as text of at most `length` units; empty for anything else. */
  text(key: string, length = 80): string {
    const value = this.value(key);
    if (typeof value === 'string') return clip(value, length, key);
    return typeof value === 'number' || typeof value === 'boolean'
      ? (this.written(key) ?? String(value))
      : '';
  }

  /** The digits of a number that is printed otherwise than it was written; null for everything else. */
  private written(key: string): string | null {
    if (this.record === null || typeof this.value(key) !== 'number') return null;
    const text = writtenNumber(this.record, key);
    return text === null ? null : clip(text, WRITTEN_LENGTH, key);
  }

  /** A text in quotation marks; empty when there is none. */
  quoted(key: string, length = 100): string {
    const text = this.text(key, length);
    return text === '' ? '' : `“${text}”`;
  }

  /** The first text among several members. */
  first(...keys: string[]): string {
    for (const key of keys) {
      const text = this.text(key);
      if (text !== '') return text;
    }
    return '';
  }

  /** The number with thousands separated, or as written where it is printed otherwise; empty when it is none. */
  count(key: string): string {
    const number = this.number(key);
    return this.written(key) ?? (number === null ? '' : formatCount(number));
  }

  number(key: string): number | null {
    const value = this.value(key);
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  }

  list(key: string): readonly unknown[] {
    const value = this.value(key);
    return Array.isArray(value) ? value : [];
  }

  /** The texts of an array, at most `limit` of them, with the number of the others. */
  names(key: string, limit = 4): string {
    return someOf(
      this.list(key).map((item) => (typeof item === 'string' ? clip(item, 48, key) : '…')),
      limit,
    );
  }

  child(key: string): Fields {
    return new Fields(this.value(key));
  }

  /** Own names, at most a thousand. */
  keys(): readonly string[] {
    const keys: string[] = [];
    for (const key in this.record) {
      if (!Object.hasOwn(this.record ?? {}, key)) continue;
      keys.push(clip(key, 48));
      if (keys.length >= COUNTED) break;
    }
    return keys;
  }

  /** Any value in a few words: a text in quotes, a number, or the content of an object or array. */
  brief(key: string, length = 80): string {
    const value = this.value(key);
    if (typeof value === 'string') return this.quoted(key, length);
    return this.written(key) ?? brief(value);
  }

  /** A duration after a word, "took 2.4 s"; empty for anything but milliseconds. */
  duration(key: string, word = ''): string {
    const ms = this.number(key);
    return ms === null || ms < 0 ? '' : behind(word, formatDuration(ms));
  }

  /** A text after a word, "by user"; empty when there is no text. */
  after(word: string, key: string): string {
    return behind(word, this.text(key));
  }

  /** The beginning of an opaque id after a word, "run 3f2a91bc…". */
  idAfter(word: string, key: string): string {
    return behind(word, shortId(this.text(key)));
  }

  /** A number after a word, "attempt 2". */
  countAfter(word: string, key: string): string {
    return behind(word, this.count(key));
  }

  /** A number of things, "3 attempts"; empty without a number. */
  amount(key: string, thing: string, many = `${thing}s`): string {
    const number = this.number(key);
    if (number === null) return '';
    const written = this.written(key);
    return written === null ? countOf(number, thing, many) : `${written} ${number === 1 ? thing : many}`;
  }

  /** A word when a member is `true`. */
  flag(key: string, word: string): string {
    return this.value(key) === true ? word : '';
  }
}

function behind(word: string, text: string): string {
  return text === '' || word === '' ? text : `${word} ${text}`;
}

/** A value of the log in a few words, without the text of strings inside objects; empty for one that is absent. */
export function brief(value: unknown): string {
  if (value === undefined) return '';
  if (value === null) return 'null';
  if (typeof value === 'string') return `“${clip(value, 80)}”`;
  if (Array.isArray(value)) return countOf(value.length, 'item');
  const fields = new Fields(value);
  if (!fields.isObject) return scalarText(value);
  const keys = fields.keys();
  return keys.length === 0 ? 'empty' : `${countOf(keys.length, 'field')}: ${someOf(keys, 4)}`;
}

/** Joins what is not empty by commas. */
export function joined(...parts: readonly (string | false)[]): string {
  return parts.filter(Boolean).join(', ');
}

/** Joins what is not empty by spaces. */
export function spaced(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(' ');
}

/** Reads a member in one form. `length` is the number after the form, `words` what follows, divided by slashes. */
type Form = (p: Fields, key: string, length: number | undefined, words: readonly string[]) => string;

const FORMS: Readonly<Record<string, Form>> = {
  text: (p, key, length) => p.text(key, length),
  quoted: (p, key, length) => p.quoted(key, length),
  brief: (p, key, length) => p.brief(key, length),
  names: (p, key, length) => p.names(key, length),
  keys: (p, key, length, [thing = '']) => {
    const keys = p.child(key).keys();
    return keys.length === 0 ? '' : `${countOf(keys.length, thing)}: ${someOf(keys, length ?? COUNTED)}`;
  },
  length: (p, key, _, [thing]) => {
    const { length } = p.list(key);
    return length === 0 ? '' : thing ? countOf(length, thing) : String(length);
  },
  count: (p, key) => p.count(key),
  amount: (p, key, _, [thing = '', many]) => p.amount(key, thing, many),
  duration: (p, key) => p.duration(key),
  id: (p, key) => shortId(p.text(key)),
  flag: (p, key, _, [yes = '']) => p.flag(key, yes),
  either: (p, key, _, [yes = '', no = '']) => (p.value(key) === false ? no : p.flag(key, yes)),
  said: (p, key, _, [words = '']) => p.text(key) && words,
  is: (p, key, _, [word = '', words = '']) => (p.text(key) === word ? words : ''),
  // The name of a model; a provider where the host names none.
  model: (p, key) => (['', 'default'].includes(p.text(key)) ? p.text('provider') : p.text(key)),
};

/**
 * A line from templates, of which the first counts that is not empty. Parts are divided by `; ` and joined by commas,
 * pieces of a part by ` + ` and by a space; of choices divided by ` | ` the first counts that is not empty. A choice with
 * an empty place is empty. Places are `{member}`, `{member.inner:form}` with a form of the table above, such as
 * `{reason:quoted80}` or `{attempts:amount attempt}`, and `{member?}`, which is a question mark where it is empty.
 */
export function line(...templates: readonly string[]): (p: Fields) => string {
  const lines = templates.map((template) => {
    const parts = template.split('; ').map((part) => {
      const pieces = part.split(' + ').map((piece) => firstOf(piece.split(' | ').map(choiceOf)));
      return (p: Fields) => spaced(...pieces.map((piece) => piece(p)));
    });
    return (p: Fields) => joined(...parts.map((part) => part(p)));
  });
  return firstOf(lines);
}

function firstOf(choices: readonly ((p: Fields) => string)[]): (p: Fields) => string {
  return (p) => {
    for (const choice of choices) {
      const text = choice(p);
      if (text !== '') return text;
    }
    return '';
  };
}

function choiceOf(template: string): (p: Fields) => string {
  const pieces = template.split(/\{([^}]*)\}/);
  const read = pieces.map((piece, at) => (at % 2 === 0 ? () => piece : placeOf(piece)));
  return (p) => {
    const texts = read.map((piece) => piece(p));
    return texts.some((text, at) => at % 2 === 1 && text === '') ? '' : texts.join('');
  };
}

function placeOf(place: string): (p: Fields) => string {
  const [, path = '', form = 'text', digits = '', words = '', mark] =
    /^([\w.]+)(?::([a-z]+)(\d*)(?: ([^?]*))?)?(\??)$/.exec(place) ?? [];
  const owners = path.split('.');
  const key = owners.pop() ?? '';
  const read = FORMS[form];
  if (key === '' || read === undefined) throw new Error(`no place of a template: {${place}}`);
  const length = digits === '' ? undefined : Number(digits);
  const given = words === '' ? [] : words.split('/');
  return (p) => {
    const owner = owners.reduce((at, name) => at.child(name), p);
    return read(owner, key, length, given) || (mark ?? '');
  };
}

/** Own words for a word of the protocol; undefined for a word that is not in the table, whatever it is called. */
export function wordIn<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

/** The beginning of an opaque id. */
export function shortId(id: string): string {
  return id.length <= 12 ? id : `${id.slice(0, 8)}…`;
}
