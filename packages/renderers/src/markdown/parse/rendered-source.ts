/** Content that is never laid out is never hidden either: its source is displayed in place. */

import type { Handle, Extension as TreeExtension } from 'mdast-util-from-markdown';
import type { Construct, Event, Extension, State, Token } from 'micromark-util-types';

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
    formula: 'formula';
    formulaBlock: 'formulaBlock';
    formulaText: 'formulaText';
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

// Formulas, as raw text (security S-05): `$…$` and `$$…$$` in a line, `$$` at the beginning of a line up to `$$` at the
// end of one. Their ends are found in the source beforehand, so that money stays text.

const DOLLAR = 0x24;

/** The constructs of formulas for one source. */
export function formulaSyntax(source: string): Extension {
  if (!source.includes('$')) return {};
  return {
    text: { [DOLLAR]: formula('formula', endsIn(source, INLINE)) },
    flow: { [DOLLAR]: formula('formulaBlock', endsIn(source, BLOCK)) },
  };
}

/** As in Pandoc: no blank inside next to a single dollar, and no letter or digit after it: not `$5 and $6`. */
const INLINE =
  /(?<![\\$\w])(?:\$\$(?!\$)(?:[^$\\`]|\\.){1,2000}?\$\$|\$(?![\s$])(?:[^$\\`\n]|\\.){1,400}?(?<!\s)\$(?![\w$]))/g;

/** Up to the first line that ends with `$$`, without a blank line before it, within 60 lines. */
const BLOCK =
  /(?<=^ {0,3})\$\$(?:.*\S[ \t]*\$\$[ \t]*|.*(?:(?:\r\n?|\n)(?![ \t]*$).*){0,59}?(?:\r\n?|\n)(?:.*\S)?[ \t]*\$\$[ \t]*)$/gm;

/** Offset of the end of each formula by that of its start. One over a gap or without content does not count. */
function endsIn(source: string, pattern: RegExp): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  for (const { 0: found, index } of source.matchAll(pattern)) {
    if (pattern === BLOCK || !/\n[ \t]*\n|^\$\$?\s*\$/.test(found)) ends.set(index, index + found.length);
  }
  return ends;
}

function formula(type: 'formula' | 'formulaBlock', ends: ReadonlyMap<number, number>): Construct {
  const isBlock = type === 'formulaBlock';
  return {
    name: type,
    concrete: isBlock,
    tokenize(effects, ok, nok) {
      const end = ends.get(this.now().offset);
      const { interrupt = false } = this;
      if (end === undefined) return nok;
      const inside: State = (code) => {
        if (code === null || this.now().offset >= end) return finish(code);
        if (!isLineEnd(code)) {
          effects.consume(code);
          return isBlock && interrupt ? finish : inside;
        }
        effects.exit('formulaText');
        effects.enter('lineEnding');
        effects.consume(code);
        effects.exit('lineEnding');
        return lineStart;
      };
      const lineStart: State = (code) => {
        effects.enter('formulaText');
        return inside(code);
      };
      const finish: State = (code) => {
        // One in a line may stop early, at the prefix of a quote.
        if (!isBlock && this.now().offset !== end) return nok(code);
        effects.exit('formulaText');
        effects.exit(type);
        return ok(code);
      };
      return (code) => {
        effects.enter(type);
        return lineStart(code);
      };
    },
  };
}

const isLineEnd = (code: number): boolean => code < -2;

/** Makes code of them, of a class of its own. */
export const formulaTrees: TreeExtension = {
  enter: {
    formula(token) {
      this.enter({ type: 'inlineCode', value: this.sliceSerialize(token), data: mathData() }, token);
    },
    formulaBlock(token) {
      const lines = this.sliceSerialize(token)
        .trim()
        .slice(2, -2)
        .split(/\r\n|\r|\n/);
      const value = lines
        .filter((line) => line.trim() !== '')
        .join('\n')
        .trim();
      this.enter({ type: 'code', value, data: mathData() }, token);
    },
  },
  exit: { formula: exitNode, formulaBlock: exitNode },
};

const mathData = () => ({ hProperties: { className: [MATH_SOURCE] } });
