/** JSON inside of other text, such as the answer of a model: fenced blocks, and objects in prose (envelope 10). */
import { closingBrace } from './json-text.ts';

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

interface Line {
  readonly text: string;
  readonly start: number;
  readonly next: number;
}

function* linesOf(text: string): Generator<Line> {
  let start = 0;
  while (start < text.length) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed;
    const next = feed === -1 ? end : feed + 1;
    yield { text: text.slice(start, end).replace(/\r$/, ''), start, next };
    start = next;
  }
}
