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

  /** "from draft to final": nothing when it is not said what came after. */
  change(from: string, to: string): string {
    const next = this.text(to);
    return next && `${this.text(from) || '?'} to ${next}`;
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

/** Own words for a word of the protocol; undefined for a word that is not in the table, whatever it is called. */
export function wordIn<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

/** The beginning of an opaque id. */
export function shortId(id: string): string {
  return id.length <= 12 ? id : `${id.slice(0, 8)}…`;
}
