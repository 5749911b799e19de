/**
 * Formulas, shown raw (security S-05): `$…$` and `$$…$$` in a line, `$$` at the beginning of a line up to `$$` at the
 * end of one. Their ends are found in the source beforehand, so that money stays text.
 */
import type { Extension as TreeExtension } from 'mdast-util-from-markdown';
import type { Construct, Extension, State, TokenizeContext } from 'micromark-util-types';
import { MATH_SOURCE } from './rendered-source.ts';

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
  const ends = inlineEnds(source);
  const lastLines = blockEnds(source);
  return {
    text: { [DOLLAR]: formula('formula', (context) => inlineBound(context, ends)) },
    flow: { [DOLLAR]: formula('formulaBlock', (context) => blockBound(context, lastLines)) },
  };
}

/** As in Pandoc: no blank inside next to a single dollar, and no letter or digit after it: not `$5 and $6`. */
const FORMULA =
  /(?<![\\$\w])(?:\$\$(?!\$)(?:[^$\\`]|\\.){1,2000}?\$\$|\$(?![\s$])(?:[^$\\`\n]|\\.){1,400}?(?<!\s)\$(?![\w$]))/g;

/** End of each formula in a line, by its start. One over a gap does not count. */
function inlineEnds(source: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  for (const { 0: found, index } of source.matchAll(FORMULA)) {
    if (!/\n[ \t]*\n|^\$\$?\s*\$/.test(found)) ends.set(index, index + found.length);
  }
  return ends;
}

/** Lines that a block may have; without an end by then it is text. */
const MAX_LINES = 60;

/** The last line of each block, by its first; from 1. */
function blockEnds(source: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const lines = source.split(/\r\n|\r|\n/);
  for (let at = 0; at < lines.length; at++) {
    const opening = /^ {0,3}\$\$(.*)$/.exec(lines[at] ?? '')?.[1];
    if (opening === undefined) continue;
    const end = /\S[ \t]*\$\$[ \t]*$/.test(opening) ? at : closingLine(lines, at + 1);
    if (end === null) continue;
    ends.set(at + 1, end + 1);
    at = end;
  }
  return ends;
}

function closingLine(lines: readonly string[], from: number): number | null {
  for (let at = from; at < Math.min(lines.length, from + MAX_LINES); at++) {
    const line = lines[at] ?? '';
    if (/^[ \t]*$/.test(line)) return null;
    if (/\$\$[ \t]*$/.test(line)) return at;
  }
  return null;
}

interface Bound {
  /** True when the character that comes next belongs to the formula. */
  readonly holds: (code: number) => boolean;
  /** False when it ended early, at a prefix of a quote. */
  readonly isWhole: () => boolean;
}

function inlineBound(context: TokenizeContext, ends: ReadonlyMap<number, number>): Bound | null {
  const end = ends.get(context.now().offset);
  if (end === undefined) return null;
  return { holds: () => context.now().offset < end, isWhole: () => context.now().offset === end };
}

function blockBound(context: TokenizeContext, lastLines: ReadonlyMap<number, number>): Bound | null {
  const last = lastLines.get(context.now().line);
  if (last === undefined) return null;
  const holds = (code: number) => context.now().line < last || !isLineEnd(code);
  return { holds, isWhole: () => true };
}

function formula(
  type: 'formula' | 'formulaBlock',
  boundOf: (context: TokenizeContext) => Bound | null,
): Construct {
  const isBlock = type === 'formulaBlock';
  return {
    name: type,
    concrete: isBlock,
    tokenize(effects, ok, nok) {
      const bound = boundOf(this);
      const { interrupt = false } = this;
      const inside: State = (code) => {
        if (code === null || !bound?.holds(code)) return end(code);
        if (!isLineEnd(code)) {
          effects.consume(code);
          return isBlock && interrupt ? end : inside;
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
      const end: State = (code) => {
        if (!bound?.isWhole()) return nok(code);
        effects.exit('formulaText');
        effects.exit(type);
        return ok(code);
      };
      if (bound === null) return nok;
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
  exit: {
    formula(token) {
      this.exit(token);
    },
    formulaBlock(token) {
      this.exit(token);
    },
  },
};

const mathData = () => ({ hProperties: { className: [MATH_SOURCE] } });
