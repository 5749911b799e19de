/** What a filter is made of at its top: what must all hold, each by its place in the text. */
import { filterTree } from './parse-tree.ts';
import type { Stretch } from './syntax.ts';
import { type Token, tokensOf } from './tokens.ts';

/** One of the parts that must all hold: a term or a group, with its negation. */
export interface FilterPart extends Stretch {
  readonly isNegated: boolean;
  /** It stands in parentheses, or is the whole of a filter with an `or` at its top. */
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
