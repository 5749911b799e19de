/**
 * Tokenizes raw JSON text without parsing it, so that it can be formatted again with every digit and escape as
 * recorded. Iterative: nesting is not limited.
 */
import { closingQuote } from '@openwop-inspector/base';

/** A string with its quotes, one structural character, or anything else between them. */
export interface JsonToken {
  readonly kind: 'string' | 'structure' | 'scalar';
  readonly text: string;
}

const STRUCTURE = new Set('{}[],:');
const SPACE = new Set(' \t\n\r');

/** Yields the tokens of a JSON text, valid or not. O(length). */
export function* jsonTokens(text: string): Generator<JsonToken> {
  let at = 0;
  while (at < text.length) {
    const c = text.charAt(at);
    if (SPACE.has(c)) {
      at++;
      continue;
    }
    if (STRUCTURE.has(c)) {
      yield { kind: 'structure', text: c };
      at++;
      continue;
    }
    const end = c === '"' ? Math.min(closingQuote(text, at + 1) + 1, text.length) : endOfScalar(text, at);
    yield { kind: c === '"' ? 'string' : 'scalar', text: text.slice(at, end) };
    at = end;
  }
}

function endOfScalar(text: string, from: number): number {
  let end = from + 1;
  while (
    end < text.length &&
    !STRUCTURE.has(text.charAt(end)) &&
    !SPACE.has(text.charAt(end)) &&
    text[end] !== '"'
  ) {
    end++;
  }
  return end;
}
