import { createScanner } from 'jsonc-parser';

/** Deeper levels are indented as far as this one: indentation would otherwise grow with the square of the depth. */
const MAX_INDENT = 100;

/**
 * A JSON text with two spaces a level, one member a line; names, texts and numbers keep every digit and escape. What
 * comes in must be JSON. O(length), also of the result, whatever the depth.
 */
export function layOutJson(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  let last = '';
  for (const { kind, text: token } of jsonTokens(text)) {
    const closes = kind === 'structure' && (token === '}' || token === ']');
    const isInside = last === '{' || last === '[';
    if (closes) depth--;
    if (closes ? !isInside : isInside || last === ',') parts.push(LINES[Math.min(depth, MAX_INDENT)] ?? '\n');
    parts.push(token);
    if (kind === 'structure' && token === ':') parts.push(' ');
    if (kind === 'structure' && (token === '{' || token === '[')) depth++;
    last = kind === 'structure' ? token : '';
  }
  return parts.join('');
}

const LINES = Array.from({ length: MAX_INDENT + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`);

// Tokenizes raw JSON text without parsing it, so that it can be formatted again with every digit and escape as
// recorded. Iterative: nesting is not limited.

/** A string with its quotes, one structural character, or anything else between them. */
export interface JsonToken {
  readonly kind: 'string' | 'structure' | 'scalar';
  readonly text: string;
}

const STRUCTURE = new Set('{}[],:');

/** Yields the tokens of a JSON text, valid or not. O(length). */
export function* jsonTokens(text: string): Generator<JsonToken> {
  const scanner = createScanner(text);
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const start = scanner.getTokenOffset();
    const token = text.slice(start, start + scanner.getTokenLength());
    if (STRUCTURE.has(token)) yield { kind: 'structure', text: token };
    else if (token.trim() !== '') yield { kind: token.startsWith('"') ? 'string' : 'scalar', text: token };
  }
}
