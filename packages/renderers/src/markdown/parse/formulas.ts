/**
 * Formulas, as raw text (security S-05): `$…$` and `$$…$$` in a line, `$$` at the beginning of a line up to `$$` at the
 * end of one. Their ends are found in the source beforehand, so that money stays text.
 */
import type { Extension as TreeExtension } from 'mdast-util-from-markdown';
import type { Construct, Extension, State } from 'micromark-util-types';
import { exitNode, MATH_SOURCE } from './rendered-source.ts';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    formula: 'formula';
    formulaBlock: 'formulaBlock';
    formulaText: 'formulaText';
  }
}

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
