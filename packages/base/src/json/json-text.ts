/** JSON as text: where its strings and objects end, how deep it nests, how long it is. Iterative, one pass, O(1) memory. */
import { BACKSLASH, CLOSE_ARRAY, CLOSE_OBJECT, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from './json-scanner.ts';

/** Number of units after an escaped quote in which the next one is searched unit by unit. */
const NEAR = 16;

/** Place of the quote that ends a string whose content begins at `from`; the length of the text when none does. */
export function closingQuote(text: string, from: number, sign = '"'): number {
  const end = sign.charCodeAt(0);
  for (let at = from; at < text.length; ) {
    const quote = text.indexOf(sign, at);
    if (quote < 0) return text.length;
    let slashes = 0;
    while (quote - slashes > at && text.charCodeAt(quote - slashes - 1) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote;
    // Escapes come in crowds, as in JSON within JSON: step by step for a while.
    const near = Math.min(quote + NEAR, text.length);
    for (at = quote + 1; at < near; at++) {
      const code = text.charCodeAt(at);
      if (code === end) return at;
      if (code === BACKSLASH) at++;
    }
  }
  return text.length;
}

/** Place of the brace that closes the object which begins at `start`; -1 when none does. */
export function closingBrace(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = closingQuote(text, at + 1);
    else if (code === OPEN_OBJECT) depth++;
    else if (code === CLOSE_OBJECT && --depth === 0) return at;
  }
  return -1;
}

/** Deepest nesting of brackets outside of strings, whether or not the text is JSON; a scalar has depth 0. */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = closingQuote(text, at + 1);
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (++depth > deepest) deepest = depth;
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth--;
  }
  return deepest;
}

/** Parses JSON; undefined when it is invalid or nests deeper than `maxDepth` (`jsonDepth` distinguishes the two). */
export function parsedJson(text: string, maxDepth?: number): unknown {
  if (maxDepth !== undefined && jsonDepth(text) > maxDepth) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** A value as JSON without blanks; null for what JSON cannot say: cycles, big numbers, nothing at all. */
export function jsonText(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    return null;
  }
}

/** Bytes of a part of a text in UTF-8; a lone surrogate counts three, as its replacement would. */
export function utf8Length(text: string, from = 0, to = text.length): number {
  let bytes = 0;
  for (let index = from; index < to; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if ((unit & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
      bytes += 4;
      index++;
    } else bytes += 3;
  }
  return bytes;
}

/** True when a text has more UTF-8 bytes than a limit; they are counted only when the length does not decide. */
export function isLongerThan(text: string, bytes: number): boolean {
  if (text.length * 3 <= bytes) return false;
  return text.length > bytes || utf8Length(text) > bytes;
}

// JSON inside of other text, such as the answer of a model: fenced blocks, and objects in prose (envelope 10).

/** A JSON text inside a text, with the place of its first character in UTF-16 units. */
export interface JsonPiece {
  readonly json: string;
  readonly start: number;
}

const startOfObject = /\{[ \t\r\n]*["}]/g;

/**
 * Yields texts from a brace to the one that closes it. Only a brace before a key or an end is a beginning, so that one
 * in a sentence is not. An object that never closes ends the walk: the content of a cut-off envelope is not an
 * envelope. Each character is read once.
 */
export function* bracedObjects(text: string): Generator<JsonPiece> {
  let from = 0;
  for (;;) {
    startOfObject.lastIndex = from;
    const start = startOfObject.exec(text)?.index;
    if (start === undefined) return;
    const end = closingBrace(text, start);
    if (end === -1) return;
    yield { json: text.slice(start, end + 1), start };
    from = end + 1;
  }
}

const opening = /^ {0,3}(`{3,})[ \t]*([^`\s]*)/;
const TAGS: ReadonlySet<string> = new Set(['', 'json', 'jsonc']);

/** Contents of blocks with the tag `json`, `jsonc` or none, in order. The last block may lack its closing fence. */
export function* fencedBlocks(text: string): Generator<JsonPiece> {
  let fence: string | null = null;
  let isWanted = false;
  let start = 0;
  for (const line of linesOf(text)) {
    if (fence === null) {
      const match = opening.exec(line.text);
      // A backtick after the marks makes it code inside a line.
      if (match === null || line.text.includes('`', match[0].length)) continue;
      fence = match[1] ?? '```';
      isWanted = TAGS.has((match[2] ?? '').toLowerCase());
      start = line.next;
    } else if (closes(line.text, fence)) {
      fence = null;
      if (isWanted) yield trimmed(text, start, line.start);
    }
  }
  if (fence !== null && isWanted) yield trimmed(text, start, text.length);
}

function closes(line: string, fence: string): boolean {
  const bare = line.trimEnd();
  const marks = bare.replace(/^ {0,3}/, '');
  return marks.length >= fence.length && /^`+$/.test(marks);
}

function trimmed(text: string, start: number, end: number): JsonPiece {
  const content = text.slice(start, end);
  const json = content.trim();
  return { json, start: start + (content.length - content.trimStart().length) };
}

function* linesOf(
  text: string,
): Generator<{ readonly text: string; readonly start: number; readonly next: number }> {
  let start = 0;
  while (start < text.length) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed;
    const next = feed === -1 ? end : feed + 1;
    yield { text: text.slice(start, end).replace(/\r$/, ''), start, next };
    start = next;
  }
}
