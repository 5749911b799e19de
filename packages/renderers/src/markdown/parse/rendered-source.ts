/** Content that is never laid out is never hidden either: its source is displayed in place. */

import type { Extension as TreeExtension } from 'mdast-util-from-markdown';
import type { Event, Token } from 'micromark-util-types';
import { changeTree, type TreeNode } from './tree-node.ts';

/** Class of a code that is the source of HTML. */
export const HTML_SOURCE = 'source-html';
/** Class of a code that is a formula. */
export const MATH_SOURCE = 'source-math';
/** Class of a code that is text which would take too long to lay out. */
export const DENSE_SOURCE = 'source-dense';

/** What each of them is called. */
export const SOURCE_TITLES: ReadonlyMap<string, string> = new Map([
  [HTML_SOURCE, 'HTML, shown as source'],
  [MATH_SOURCE, 'Math, shown as source'],
  [DENSE_SOURCE, 'Too dense to be laid out, shown as source'],
]);

/** Turns HTML nodes into code: a block of it among blocks, else a piece of the line. */
export function showHtmlSource(root: TreeNode): void {
  changeTree(root, (node, _, parent) => {
    if (node.type !== 'html') return [node];
    const type = HOLD_BLOCKS.has(parent.type) ? 'code' : 'inlineCode';
    return [{ type, value: node.value ?? '', data: { hProperties: { className: [HTML_SOURCE] } } }];
  });
}

const HOLD_BLOCKS: ReadonlySet<string> = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

// Text with so many marks that parsing it would block the window: shown raw.

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    /** A paragraph. */
    writtenBlock: 'writtenBlock';
    /** A line of a heading or a cell. */
    writtenText: 'writtenText';
  }
}

/** More expensive text is displayed raw. */
const MAX_COST = 40_000;

/** Estimated cost of the text of a token and the linked ones that continue it; in microseconds. */
export function costFrom(first: Token, source: string): number {
  let cost = 0;
  for (let token: Token | undefined = first; token !== undefined; token = token.next) {
    cost += textCost(source.slice(token.start.offset, token.end.offset));
  }
  return cost;
}

export const isDense = (cost: number): boolean => cost > MAX_COST;

/**
 * Removes the text that begins at `at` from the input: the whole paragraph, or the line of a heading or a cell. Returns
 * the place to continue at.
 */
export function writeOut(events: Event[], at: number): number {
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
  exit: {
    writtenBlock(token) {
      this.exit(token);
    },
    writtenText(token) {
      this.exit(token);
    },
  },
};

/** Marks the code node of a text that is displayed raw. */
export const denseData = () => ({ hProperties: { className: [DENSE_SOURCE] } });

/** In microseconds. */
const A_LETTER = 1;
const A_MARK = 50;
const A_LINE = 100;

/** Guessed cost of the text of one line; in microseconds. */
function textCost(line: string): number {
  let marks = 0;
  for (let i = 0; i < line.length; i++) if (isMark(line.charCodeAt(i))) marks += 1;
  return A_LINE + line.length * A_LETTER + marks * A_MARK;
}

const MARKS: ReadonlySet<number> = new Set(Array.from('*_~[]!<>&|@`:\\#$', (mark) => mark.charCodeAt(0)));

function isMark(unit: number): boolean {
  return unit < 0x80 && MARKS.has(unit);
}
