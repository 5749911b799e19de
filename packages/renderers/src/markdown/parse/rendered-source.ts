/** Content that is never laid out is never hidden either: its source is displayed in place. */

import type { Handle, Extension as TreeExtension } from 'mdast-util-from-markdown';
import type { Event, Token } from 'micromark-util-types';

/** Class of a code that is the source of HTML. */
export const HTML_SOURCE = 'source-html';
/** Class of a code that is a formula. */
export const MATH_SOURCE = 'source-math';
/** Class of a code that is text which would take too long to lay out. */
export const DENSE_SOURCE = 'source-dense';

/** What each of them is called. */
export const SOURCE_TITLES: ReadonlyMap<string, string> = new Map([
  [HTML_SOURCE, 'HTML, as source'],
  [MATH_SOURCE, 'Math, as source'],
  [DENSE_SOURCE, 'Too dense to be laid out, as source'],
]);

// Text with enough marks that parsing it would block the window: displayed raw.

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    /** A paragraph. */
    writtenBlock: 'writtenBlock';
    /** A line of a heading or a cell. */
    writtenText: 'writtenText';
  }
}

/** More expensive text is displayed raw; in microseconds. */
const MAX_COST = 40_000;

const MARKS = /[*_~[\]!<>&|@`:\\#$]/g;

/** Estimated cost of the text of a token and the linked ones that continue it, each of which is a line. */
function isDense(first: Token, source: string): boolean {
  let cost = 0;
  for (let token: Token | undefined = first; token !== undefined && cost <= MAX_COST; token = token.next) {
    const line = source.slice(token.start.offset, token.end.offset);
    cost += 100 + line.length + 50 * (line.match(MARKS)?.length ?? 0);
  }
  return cost > MAX_COST;
}

/** Removes text that is too dense from the input of the parser; `source` is the document. O(events). */
export function writeOutDense(events: Event[], source: string): void {
  let continues = false;
  for (let at = 0; at < events.length; at++) {
    const [phase, token] = events[at] ?? [];
    if (token?.contentType === undefined) continue;
    if (phase === 'enter' && !continues && isDense(token, source)) at = writeOut(events, at) - 1;
    else continues = token.next !== undefined;
  }
}

/**
 * Removes the text that begins at `at` from the input: the whole paragraph, or the line of a heading or a cell. Returns
 * the place to continue at.
 */
function writeOut(events: Event[], at: number): number {
  const holder = events[at - 1];
  const event = events[at];
  if (event === undefined) return at + 1;
  if (holder?.[0] !== 'enter' || holder[1].type !== 'paragraph') {
    for (let token: Token | undefined = event[1]; token !== undefined; token = token.next) {
      token.type = 'writtenText';
      delete token.contentType;
    }
    // The text of a cell ends with an event of another token, which its content would have replaced.
    const end = events[at + 1];
    if (end?.[0] === 'exit') events[at + 1] = ['exit', event[1], end[2]];
    return at + 1;
  }
  const end = events.findIndex(
    ([phase, token], place) => place > at && phase === 'exit' && token === holder[1],
  );
  holder[1].type = 'writtenBlock';
  events.splice(at, end - at);
  return at;
}

/** Ends the node of a token. */
export const exitNode: Handle = function (token) {
  this.exit(token);
};

/** Makes code of it, of a class of its own. */
export const writtenTrees: TreeExtension = {
  enter: {
    writtenBlock(token) {
      this.enter({ type: 'code', value: this.sliceSerialize(token), data: denseData() }, token);
    },
    writtenText(token) {
      this.enter({ type: 'inlineCode', value: this.sliceSerialize(token), data: denseData() }, token);
    },
  },
  exit: { writtenBlock: exitNode, writtenText: exitNode },
};

/** Marks the code node of a text that is displayed raw. */
export const denseData = () => ({ hProperties: { className: [DENSE_SOURCE] } });
