/** JSON text laid out anew, and given members, without parsing it: digits and escapes stay as recorded. */
import { type JsonToken, jsonTokens } from '@openwop-inspector/acceptor-core';
import type { Line, Span } from '../terminal/line.ts';

/** Deeper levels stand as far right as this one, so that deep nesting does not make endless lines. */
const MAX_INDENT = 20;

/** JSON text laid out for reading, one member a line, with names, text and numbers as recorded. */
export function* jsonLines(text: string): Generator<Line> {
  let spans: Span[] = [];
  let depth = 0;
  let last: JsonToken | null = null;
  const indent = (): Span => ({ text: '  '.repeat(Math.min(depth, MAX_INDENT)), style: 'plain' });
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

/** A JSON object on one line with members added, and the names that the object had itself and gave up for them. */
export interface ExtendedObject {
  readonly json: string;
  readonly replaced: readonly string[];
}

/**
 * Adds members to the end of a JSON object given as text, and takes out those of the same name. Everything else stays
 * character by character, apart from space between tokens. The text must be a valid JSON object. O(length).
 */
export function withMembers(text: string, members: Readonly<Record<string, unknown>>): ExtendedObject {
  const kept: string[] = [];
  const replaced: string[] = [];
  let depth = 0;
  let member: string[] = [];
  const finish = (): void => {
    const [key] = member;
    if (key === undefined) return;
    const name: unknown = JSON.parse(key);
    if (typeof name === 'string' && Object.hasOwn(members, name)) replaced.push(name);
    else kept.push(member.join(''));
    member = [];
  };
  for (const token of jsonTokens(text)) {
    const isOpening = token.text === '{' || token.text === '[';
    const isClosing = token.text === '}' || token.text === ']';
    if (isClosing) depth--;
    if ((depth === 1 && token.text === ',') || (depth === 0 && isClosing)) finish();
    else if (depth > 0) member.push(token.text);
    if (isOpening) depth++;
  }
  for (const [name, value] of Object.entries(members))
    kept.push(`${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return { json: `{${kept.join(',')}}`, replaced };
}
