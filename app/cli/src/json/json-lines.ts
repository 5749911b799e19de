import { type JsonToken, jsonTokens } from '@openwop-inspector/acceptor-core';
import type { Line, Span } from '../terminal/line.ts';

/** Deeper levels stand as far right as this one, so that deep nesting does not make endless lines. */
const DEEPEST_INDENT = 20;

/** JSON text laid out for reading, one member a line, with names, text and numbers as recorded. */
export function* jsonLines(text: string): Generator<Line> {
  let spans: Span[] = [];
  let depth = 0;
  let last: JsonToken | null = null;
  const indent = (): Span => ({ text: '  '.repeat(Math.min(depth, DEEPEST_INDENT)), style: 'plain' });
  for (const token of jsonTokens(text)) {
    const opens: boolean = last?.text === '{' || last?.text === '[';
    const closes = token.text === '}' || token.text === ']';
    if (closes) depth--;
    if ((opens && !closes) || last?.text === ',' || (closes && !opens)) {
      if (last !== null) yield spans;
      spans = [indent()];
    }
    if (token.text === ':' && token.kind === 'structure') markName(spans);
    spans.push(spanOf(token));
    if (token.text === '{' || token.text === '[') depth++;
    last = token;
  }
  if (spans.length > 0) yield spans;
}

/** A string that a colon follows is a name. */
function markName(spans: Span[]): void {
  const span = spans.at(-1);
  if (span !== undefined) spans[spans.length - 1] = { text: span.text, style: 'name' };
}

function spanOf(token: JsonToken): Span {
  if (token.kind !== 'structure') return { text: token.text, style: 'plain' };
  return { text: token.text === ':' ? ': ' : token.text, style: 'dim' };
}
