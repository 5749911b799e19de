/**
 * From the text of a filter to its tree, by recursive descent:
 *
 *     either := both { "or" both }
 *     both   := unary { [ "and" ] unary }
 *     unary  := "not" unary | "-" primary | primary
 *     primary:= "(" either ")" | term
 */
import { type FilterError, type FilterTree, filterError, type Stretch } from './syntax.ts';
import { type Token, tokensOf } from './tokens.ts';

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
function lonely({ at, kind }: Token, side: 'precedes' | 'follows'): FilterError {
  return filterError(at, `Nothing ${side} ${kind}; quote it to search for the word`, `"${kind}"`);
}

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
