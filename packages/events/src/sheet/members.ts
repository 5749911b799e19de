/** Reads the members of a payload and tracks which were read, so that the rest can be listed. */
import { cutText, escapedToken, formatCount, isRecord, type JsonObject } from '@openwop-inspector/base';

/** A member that nothing read. */
export interface Leftover {
  /** Names on the way to it, joined by dots. */
  readonly name: string;
  readonly key: string;
  readonly value: unknown;
  readonly pointer: string;
}

/**
 * The members of one foreign object. `peek` looks, `take` reads: what was never taken is in `rest`. Only own members
 * are ever seen, and no key of the content is used to look anything up in an object of ours.
 */
export class Members {
  readonly pointer: string;
  readonly #object: JsonObject;
  readonly #taken = new Set<string>();
  readonly #inner = new Map<string, Members>();

  /** Anything but an object has no members. `pointer` is its place in the subject's value. */
  constructor(value: unknown, pointer: string) {
    this.#object = isRecord(value) ? value : {};
    this.pointer = pointer;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#object, key);
  }

  peek(key: string): unknown {
    return this.has(key) ? this.#object[key] : undefined;
  }

  peekText(key: string): string | null {
    const value = this.peek(key);
    return typeof value === 'string' ? value : null;
  }

  peekNumber(key: string): number | null {
    const value = this.peek(key);
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  }

  /** Undefined when there is none. */
  take(key: string): unknown {
    this.#taken.add(key);
    return this.peek(key);
  }

  pointerOf(key: string): string {
    return `${this.pointer}/${escapedToken(key)}`;
  }

  /** The members of a member; null when it is not an object. Unread ones are in `rest` with their path. */
  within(key: string): Members | null {
    const known = this.#inner.get(key);
    if (known !== undefined) return known;
    const value = this.peek(key);
    if (!isRecord(value)) return null;
    const inner = new Members(value, this.pointerOf(key));
    this.#inner.set(key, inner);
    return inner;
  }

  /** Everything that was not taken, in document order. O(members). */
  rest(path = ''): readonly Leftover[] {
    return Object.keys(this.#object).flatMap((key) => {
      if (this.#taken.has(key)) return [];
      const name = path === '' ? key : `${path}.${key}`;
      const inner = this.#inner.get(key);
      if (inner !== undefined) return inner.rest(name);
      return [{ name, key, value: this.#object[key], pointer: this.pointerOf(key) }];
    });
  }

  get isEmpty(): boolean {
    return Object.keys(this.#object).length === 0;
  }
}

/** A sentence in pieces: a string is ours, a `foreign` one was written by a stranger. */
export type Text = readonly (string | ForeignName)[];

export interface ForeignName {
  readonly foreign: string;
}

/** Longest name inside a sentence, in UTF-16 units; the fields below show it whole. */
const MAX_NAME = 80;
/**
 * A sentence: the template is ours, a string put into it is foreign, a number is written with separators, `Text` are
 * spliced in, null is nothing. So forgetting to say which it is errs on the safe side.
 */
export function say(ours: TemplateStringsArray, ...put: readonly (string | number | Text | null)[]): Text {
  return ours.flatMap((piece, at) => [...own(piece), ...textOf(put[at] ?? null)]);
}

/** Words of ours inside a sentence. */
export function own(words: string): Text {
  return words === '' ? [] : [words];
}

/** The sentence with its first piece changed, where that is one of ours. */
export function withStart(words: Text, change: (start: string) => string): Text {
  const [first, ...rest] = words;
  return typeof first === 'string' ? [change(first), ...rest] : words;
}

/** `Node draft`, or `A node` when the name is unknown. */
export function called(noun: string, otherwise: string, name: string | null): Text {
  return name === null || name === '' ? own(otherwise) : say`${own(noun)} ${name}`;
}

function textOf(put: string | number | Text | null): Text {
  if (put === null) return [];
  if (typeof put === 'number') return [formatCount(put)];
  return typeof put === 'string' ? [{ foreign: cutText(put, MAX_NAME) }] : put;
}
