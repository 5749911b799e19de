/** Grammars as they are used here: a line goes in, the roles of its parts come out, or word that it must wait. */
import {
  codeToTokensBase,
  createShikiPrimitive,
  type GrammarState,
  getLastGrammarState,
  type RegexEngine,
  type ThemedToken,
} from '@shikijs/core';
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import { CODE_THEME, codeTheme, roleOf } from './code-theme.ts';
import type { CodeLanguage } from './languages.ts';

/** Thrown out of a tokenizer, and caught by its one caller: Shiki offers no other way out of a line. */
class ExpressionsMissing extends Error {
  readonly expressions: readonly string[];

  constructor(expressions: readonly string[]) {
    super('Expressions of the grammar are not ready.');
    this.expressions = expressions;
  }
}

/** Parts of a line: where each ends, in UTF-16 units, and its role as a place in `CODE_ROLES`. */
export type LineColours = readonly (readonly [end: number, role: number])[];

/** Open state at the end of a line, for the next one. Null at the beginning of a text. */
export type OpenState = GrammarState | null;

export interface Grammar {
  /**
   * Colours one line. `wait` says that some milliseconds went into making the grammar ready and that the same line is
   * to be tried again. A line longer than 5,000 units stays plain.
   */
  readonly line: (text: string, open: OpenState) => ColouredLine | 'wait';
}

export interface ColouredLine {
  readonly colours: LineColours;
  readonly open: OpenState;
}

const MAX_LINE_LENGTH = 5_000;
/** For one line, in milliseconds; the rest of the line stays plain. */
const LINE_LIMIT_MS = 250;

interface Workshop {
  readonly engine: PatientEngine;
  readonly shiki: ReturnType<typeof createShikiPrimitive>;
}

let workshop: Workshop | null = null;

/** Returns the shared workshop: expressions and grammars are cached. Created with the first code that is displayed. */
function theWorkshop(): Workshop {
  if (workshop === null) {
    const engine = patientEngine();
    workshop = { engine, shiki: createShikiPrimitive({ themes: [codeTheme], langs: [], engine }) };
  }
  return workshop;
}

/** The grammar of a language; null when its file cannot be had, which leaves code plain. */
export async function grammarOf(language: CodeLanguage): Promise<Grammar | null> {
  try {
    const { default: registrations } = await language.load();
    const { shiki } = theWorkshop();
    shiki.loadLanguageSync(registrations);
    // Embedded languages come first.
    return { line: patientLine(registrations.at(-1)?.name ?? language.name) };
  } catch {
    return null;
  }
}

function patientLine(name: string): Grammar['line'] {
  const { engine, shiki } = theWorkshop();
  let missing: readonly string[] = [];
  return (text, open) => {
    const [next, ...rest] = missing;
    if (next !== undefined) {
      missing = rest;
      engine.prepare(next);
      return 'wait';
    }
    try {
      return colouredLine(shiki, name, text, open);
    } catch (why) {
      if (!(why instanceof ExpressionsMissing)) return { colours: [], open };
      missing = why.expressions;
      return 'wait';
    }
  };
}

function colouredLine(shiki: Workshop['shiki'], lang: string, text: string, open: OpenState): ColouredLine {
  const tokens = codeToTokensBase(shiki, text, {
    lang,
    theme: CODE_THEME,
    tokenizeMaxLineLength: MAX_LINE_LENGTH,
    tokenizeTimeLimit: LINE_LIMIT_MS,
    ...(open === null ? {} : { grammarState: open }),
  });
  return { colours: coloursOf(tokens[0] ?? []), open: getLastGrammarState(shiki, tokens) ?? null };
}

/** Neighbours of one role become one part. */
function coloursOf(tokens: readonly ThemedToken[]): LineColours {
  const colours: (readonly [number, number])[] = [];
  let end = 0;
  for (const { content, color } of tokens) {
    end += content.length;
    const role = roleOf(color);
    const last = colours.at(-1);
    if (last !== undefined && last[1] === role) colours.pop();
    colours.push([end, role]);
  }
  return colours;
}

interface PatientEngine extends RegexEngine {
  /** Makes one expression ready, some milliseconds of work. One that JavaScript cannot say is passed over for good. */
  readonly prepare: (expression: string) => void;
}

/**
 * An engine without WebAssembly and without code from text, whose expressions are compiled one at a time. A grammar of C++
 * has hundreds; Shiki would compile all that a line needs at once, which blocks the window for a second. A line that needs
 * an expression that is not compiled yet stops with the list of them; they are compiled between frames, then the line is
 * tried again.
 */
function patientEngine(): PatientEngine {
  const ready = new Set<string>();
  const engine = createJavaScriptRegexEngine({ forgiving: true, cache: new Map() });
  return {
    createString: (text) => engine.createString(text),
    createScanner(expressions) {
      const missing = expressions.filter((one): one is string => typeof one === 'string' && !ready.has(one));
      if (missing.length > 0) throw new ExpressionsMissing(missing);
      return engine.createScanner(expressions);
    },
    prepare(expression) {
      ready.add(expression);
      // The browser compiles it with the first searches: roughly with the one, and with care with the next.
      const scanner = engine.createScanner([expression]);
      scanner.findNextMatchSync(' ', 0, 0);
      scanner.findNextMatchSync(' ', 0, 0);
    },
  };
}
