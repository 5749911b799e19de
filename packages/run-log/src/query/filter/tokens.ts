/** The words of a filter: terms, parentheses and operators with their places. */
import { nearNames } from '@openwop-inspector/base';
import {
  FILTER_FIELDS,
  type FilterError,
  type FilterTree,
  filterError,
  type PathStep,
  quotedText,
  type Stretch,
  type Term,
  type WrittenValue,
} from './syntax.ts';

/** One word. `minus` is directly before what it negates. */
export type Token =
  | { readonly kind: 'term'; readonly at: Stretch; readonly term: Term }
  | { readonly kind: 'open' | 'close' | 'and' | 'or' | 'not' | 'minus'; readonly at: Stretch };

const OPERATORS: ReadonlyMap<string, 'and' | 'or' | 'not'> = new Map([
  ['and', 'and'],
  ['AND', 'and'],
  ['or', 'or'],
  ['OR', 'or'],
  ['not', 'not'],
  ['NOT', 'not'],
]);

const BLANK = /\s/;
const FIELD = /([A-Za-z][A-Za-z.]*):/y;
const PAYLOAD = /payload(?=\.)/y;
const STEP = /\.(?:"((?:[^"\\]|\\.)*)"|([^\s.:"()]+))/y;
const QUOTED = /"((?:[^"\\]|\\.)*)("?)/sy;
const ESCAPED = /\\(.)/gs;
const REGEX = /\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)(?=[\s)]|$)/y;
const FLAGS = /^[dgimsuvy]*$/;
/** `not(a b)` negates a group. */
const BEFORE_GROUP = /(?:and|or|not|AND|OR|NOT)(?=\()/y;
const SEQUENCE = /^#(\d{1,15})$/;

/** Cuts a filter into words, or says where it cannot be. O(length). */
export const tokensOf = (text: string): readonly Token[] | FilterError => new Tokenizer(text).all();

/** The pattern that a text is from its first character to its last; null for any other text. */
export const patternOf = (text: string): Extract<Term, { kind: 'regex' }> | FilterError | null =>
  new Tokenizer(text).wholePattern();

class Tokenizer {
  private readonly text: string;
  private readonly tokens: Token[] = [];
  private at = 0;
  private depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  all(): readonly Token[] | FilterError {
    for (;;) {
      while (BLANK.test(this.text[this.at] ?? '')) this.at++;
      if (this.at >= this.text.length) return this.tokens;
      const wrong = this.next();
      if (wrong !== null) return wrong;
    }
  }

  wholePattern(): Extract<Term, { kind: 'regex' }> | FilterError | null {
    const found = this.match(REGEX);
    if (found === null || found[0].length < this.text.length || !FLAGS.test(found[2] ?? '')) return null;
    const wrong = this.regex(0, found);
    const [token] = this.tokens;
    return wrong ?? (token?.kind === 'term' && token.term.kind === 'regex' ? token.term : null);
  }

  private next(): FilterError | null {
    const from = this.at;
    const sign = this.text[from];
    if (sign === '(') {
      this.depth++;
      return this.sign('open');
    }
    if (sign === ')') {
      if (this.depth === 0)
        return filterError({ from, to: from + 1 }, 'This parenthesis closes a group that was not opened');
      this.depth--;
      return this.sign('close');
    }
    // A second minus belongs to the word: `--flag` is everything without the text `-flag`.
    const before = this.tokens.at(-1);
    const isSecond = before?.kind === 'minus' && before.at.to === from;
    return sign === '-' && !isSecond ? this.sign('minus') : this.term();
  }

  private sign(kind: 'open' | 'close' | 'minus'): null {
    this.tokens.push({ kind, at: { from: this.at, to: ++this.at } });
    return null;
  }

  private term(): FilterError | null {
    const from = this.at;
    if (this.text[from] === '"') return this.quoted(from);
    if (this.text[from] === '/') {
      const regex = this.match(REGEX);
      if (regex !== null) return this.regex(from, regex);
    }
    if (this.match(PAYLOAD) !== null) {
      const wrong = this.payload(from);
      if (wrong !== 'plain') return wrong;
    }
    this.at = from;
    const field = this.match(FIELD)?.[1];
    return field !== undefined ? this.field(from, field) : this.plain(from);
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text);
  }

  private push(from: number, term: (at: Stretch) => Term): null {
    const at = { from, to: this.at };
    this.tokens.push({ kind: 'term', at, term: term(at) });
    return null;
  }

  private quoted(from: number): FilterError | null {
    const value = this.quotedValue(from);
    if ('column' in value) return value;
    const { text } = value;
    if (text === '') return filterError({ from, to: this.at }, 'Nothing is between the quotes');
    return this.push(from, (at) => ({ kind: 'text', at, text }));
  }

  private quotedValue(from: number): WrittenValue | FilterError {
    const [whole = '', inner = '', closing] = this.match(QUOTED) ?? [];
    this.at += whole.length;
    const written = this.text.slice(from, this.at);
    if (closing !== '"') return filterError({ from, to: this.at }, 'A quote is not closed', `${written}"`);
    return { text: inner.replace(ESCAPED, '$1'), isQuoted: true };
  }

  private regex(from: number, [whole, source = '', flags = '']: RegExpExecArray): FilterError | null {
    // `/error/code` is a path and a text, as ever; `/error/g` looks like a pattern with a flag that is not known.
    if (!FLAGS.test(flags)) return this.plain(from);
    this.at += whole.length;
    if (flags !== '' && flags !== 'i')
      return filterError({ from, to: this.at }, 'A pattern takes the flag i alone', `/${source}/i`);
    return this.push(from, (at) => ({ kind: 'regex', at, source, ignoresCase: flags === 'i' }));
  }

  /** `plain` for what begins like a path and has no colon behind it. */
  private payload(from: number): FilterError | null | 'plain' {
    this.at = from + 'payload'.length;
    const path: PathStep[] = [];
    for (let step = this.match(STEP); step !== null; step = this.match(STEP)) {
      const [whole, quoted, plain = ''] = step;
      this.at += whole.length;
      path.push({ key: quoted?.replace(ESCAPED, '$1') ?? plain, isQuoted: quoted !== undefined });
    }
    const isField = path.length > 0 && this.text[this.at] === ':';
    if (!isField) {
      const to = this.wordEnd(from);
      if (!/[":]/.test(this.text.slice(from, to))) return 'plain';
      const message = 'A path is written payload.error.code:value, with keys that hold blanks in quotes';
      return filterError({ from, to }, message);
    }
    this.at++;
    const name = this.text.slice(from, this.at - 1);
    return this.value(from, name, (value) => (at) => ({ kind: 'payload', at, path, value }));
  }

  private field(from: number, name: string): FilterError | null {
    const field = FILTER_FIELDS.find((one) => one === name);
    this.at += name.length + 1;
    if (field === undefined) return unknownField(name, this.text, from, this.wordEnd(this.at));
    if (field === 'payload') {
      const message = 'payload: needs a path, for example payload.error.code:envelope_invalid';
      return filterError({ from, to: this.wordEnd(this.at) }, message);
    }
    return this.value(from, name, (value) => (at) => ({ kind: 'field', at, field, value }));
  }

  private value(from: number, name: string, make: (value: WrittenValue) => (at: Stretch) => Term) {
    if (this.text[this.at] === '"') {
      const value = this.quotedValue(from);
      if ('column' in value) return value;
      return value.text === '' ? this.noValue(from, name) : this.push(from, make(value));
    }
    const start = this.at;
    this.at = this.wordEnd(start);
    const text = this.text.slice(start, this.at);
    return text === '' ? this.noValue(from, name) : this.push(from, make({ text, isQuoted: false }));
  }

  private noValue(from: number, name: string): FilterError {
    return filterError({ from, to: this.at }, `${name}: needs a value`);
  }

  private plain(from: number): null {
    this.at = from;
    const grouping = this.match(BEFORE_GROUP)?.[0];
    this.at = grouping === undefined ? this.wordEnd(from) : from + grouping.length;
    const word = this.text.slice(from, this.at);
    const operator = OPERATORS.get(word);
    if (operator !== undefined) {
      this.tokens.push({ kind: operator, at: { from, to: this.at } });
      return null;
    }
    const sequence = SEQUENCE.exec(word)?.[1];
    return this.push(from, (at) =>
      sequence === undefined
        ? { kind: 'text', at, text: word }
        : { kind: 'field', at, field: 'seq', value: { text: sequence, isQuoted: false } },
    );
  }

  /** Where a word ends: at a blank, or at a parenthesis that closes a group and none of the word's own. */
  private wordEnd(from: number): number {
    let own = 0;
    for (let at = from; at < this.text.length; at++) {
      const sign = this.text[at] as string;
      if (BLANK.test(sign)) return at;
      if (sign === '(') own++;
      if (sign === ')' && --own < 0) return at;
    }
    return this.text.length;
  }
}

/** The error of a field that is none: with the one that was probably meant, else with the term as a text. */
function unknownField(name: string, text: string, from: number, to: number): FilterError {
  const lower = name.toLowerCase();
  const near =
    nearNames(lower, FILTER_FIELDS)[0] ??
    FILTER_FIELDS.find((field) => field === lower || field.startsWith(lower.slice(0, 2)));
  const value = text.slice(from + name.length + 1, to);
  const known = FILTER_FIELDS.join(', ');
  const message = `There is no field ${name}. Fields: ${known}. Quote the term to search for it as text`;
  const isNear = near !== undefined && near !== 'payload';
  return filterError({ from, to }, message, isNear ? `${near}:${value}` : quotedText(`${name}:${value}`));
}

/*
 * From the text of a filter to its tree, by recursive descent:
 *
 *     either := both { "or" both }
 *     both   := unary { [ "and" ] unary }
 *     unary  := "not" unary | "-" primary | primary
 *     primary:= "(" either ")" | term
 */

/** Characters a filter may have, and how deep groups and negations may nest. */
const MAX_FILTER_LENGTH = 200_000;
const MAX_FILTER_DEPTH = 100;

/** Reads a filter; an empty one holds for every event. Never throws. O(length). */
export function filterTree(text: string): FilterTree | FilterError {
  if (text.length > MAX_FILTER_LENGTH) {
    const at = { from: MAX_FILTER_LENGTH, to: text.length };
    return filterError(at, `A filter has at most ${MAX_FILTER_LENGTH} characters`);
  }
  const tokens = tokensOf(text);
  return 'column' in tokens ? tokens : new TreeParser(tokens, text.length).whole();
}

class TreeParser {
  private readonly tokens: readonly Token[];
  private readonly end: number;
  private next = 0;
  private depth = 0;

  constructor(tokens: readonly Token[], end: number) {
    this.tokens = tokens;
    this.end = end;
  }

  /** The tokenizer has matched every closing parenthesis, so nothing is left. */
  whole(): FilterTree | FilterError {
    return this.tokens.length === 0 ? { kind: 'and', parts: [] } : this.either();
  }

  private peek(): Token | undefined {
    return this.tokens[this.next];
  }

  private either(): FilterTree | FilterError {
    const parts: FilterTree[] = [];
    for (;;) {
      const part = this.both();
      if ('column' in part) return part;
      parts.push(part);
      const token = this.peek();
      if (token?.kind !== 'or') return joined('or', parts);
      this.next++;
      if (!this.beginsTerm()) return lonely(token, 'follows');
    }
  }

  private both(): FilterTree | FilterError {
    const parts: FilterTree[] = [];
    for (;;) {
      const part = this.unary();
      if ('column' in part) return part;
      parts.push(part);
      const token = this.peek();
      if (token?.kind === 'and') {
        this.next++;
        if (!this.beginsTerm()) return lonely(token, 'follows');
      } else if (!this.beginsTerm()) return joined('and', parts);
    }
  }

  private beginsTerm(): boolean {
    const kind = this.peek()?.kind;
    return kind === 'term' || kind === 'open' || kind === 'not' || kind === 'minus';
  }

  private unary(): FilterTree | FilterError {
    const token = this.peek();
    if (token === undefined) return filterError({ from: this.end, to: this.end }, 'A term is missing here');
    if (token.kind === 'and' || token.kind === 'or') return lonely(token, 'precedes');
    if (token.kind !== 'not' && token.kind !== 'minus') return this.primary(token);
    this.next++;
    const negated = this.peek();
    const isDirect = token.kind === 'not' || negated?.at.from === token.at.to;
    if (negated === undefined || !isDirect || !this.beginsTerm())
      return filterError(token.at, 'Nothing follows the negation');
    return this.deeper(token, () => {
      const part = this.unary();
      return 'column' in part ? part : { kind: 'not', part };
    });
  }

  private primary(token: Token): FilterTree | FilterError {
    this.next++;
    if (token.kind === 'term') return { kind: 'term', term: token.term };
    if (token.kind !== 'open') return filterError(token.at, 'A term is missing before this parenthesis');
    if (this.peek()?.kind === 'close') return filterError(token.at, 'The group is empty');
    return this.deeper(token, () => {
      if (this.peek() === undefined) return filterError(token.at, 'This group is not closed');
      const inner = this.either();
      if ('column' in inner) return inner;
      if (this.peek()?.kind !== 'close') return filterError(token.at, 'This group is not closed');
      this.next++;
      return inner;
    });
  }

  private deeper(token: Token, read: () => FilterTree | FilterError): FilterTree | FilterError {
    if (this.depth === MAX_FILTER_DEPTH)
      return filterError(token.at, `Groups and negations nest at most ${MAX_FILTER_DEPTH} deep`);
    this.depth++;
    const tree = read();
    this.depth--;
    return tree;
  }
}

function joined(kind: 'and' | 'or', parts: readonly FilterTree[]): FilterTree {
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? first : { kind, parts };
}

/** An `and` or `or` with nothing on one side. */
const lonely = ({ at, kind }: Token, side: 'precedes' | 'follows'): FilterError =>
  filterError(at, `Nothing ${side} ${kind}; quote it to search for the word`, `"${kind}"`);

/** One of the parts that must all hold: a term or a group, with its negation. */
export interface FilterPart extends Stretch {
  readonly isNegated: boolean;
  /** It is in parentheses, or is the whole of a filter with an `or` at its top. */
  readonly isGroup: boolean;
}

/** The parts of a filter in their order; none for an empty one and for one that cannot be read. O(length). */
export function filterParts(text: string): readonly FilterPart[] {
  const tokens = tokensOf(text);
  if ('column' in tokens || 'column' in filterTree(text)) return [];
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (hasTopOr(tokens)) return [{ from: first.at.from, to: last.at.to, isNegated: false, isGroup: true }];
  const parts: FilterPart[] = [];
  for (let at = 0; at < tokens.length; ) {
    if (tokens[at]?.kind === 'and') {
      at++;
      continue;
    }
    const end = endOfPart(tokens, at);
    const [begin, close] = [tokens[at], tokens[end - 1]];
    if (begin === undefined || close === undefined) break;
    const { from } = begin.at;
    const isNegated = begin.kind === 'not' || begin.kind === 'minus';
    parts.push({ from, to: close.at.to, isNegated, isGroup: close.kind === 'close' });
    at = end;
  }
  return parts;
}

function hasTopOr(tokens: readonly Token[]): boolean {
  let depth = 0;
  for (const { kind } of tokens) {
    if (kind === 'open') depth++;
    else if (kind === 'close') depth--;
    else if (kind === 'or' && depth === 0) return true;
  }
  return false;
}

/** Behind the part that begins at a token: its negations, then a term or a whole group. */
function endOfPart(tokens: readonly Token[], begin: number): number {
  let at = begin;
  while (tokens[at]?.kind === 'not' || tokens[at]?.kind === 'minus') at++;
  if (tokens[at]?.kind !== 'open') return at + 1;
  for (let depth = 0; at < tokens.length; at++) {
    if (tokens[at]?.kind === 'open') depth++;
    else if (tokens[at]?.kind === 'close' && --depth === 0) return at + 1;
  }
  return at;
}
