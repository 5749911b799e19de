import { jsonTokens } from './json-tokens.ts';

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
    if (closes ? !isInside : isInside || last === ',') parts.push(lineAt(depth));
    parts.push(token);
    if (kind === 'structure' && token === ':') parts.push(' ');
    if (kind === 'structure' && (token === '{' || token === '[')) depth++;
    last = kind === 'structure' ? token : '';
  }
  return parts.join('');
}

const LINES = Array.from({ length: MAX_INDENT + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`);

function lineAt(depth: number): string {
  return LINES[Math.min(depth, MAX_INDENT)] ?? '\n';
}
