/**
 * Regular expressions of a grammar, made ready one at a time. A grammar of C++ has hundreds, and Shiki would make all
 * that a line needs in one go, which held the window for a second. Here a line that needs an expression which is not
 * ready yet stops with the list of them; they are made between frames, and then the line is tried again.
 */
import type { RegexEngine } from '@shikijs/core';
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';

/** Thrown out of a tokenizer, and caught by the one caller beside it: Shiki offers no other way out of a line. */
export class ExpressionsMissing extends Error {
  readonly expressions: readonly string[];

  constructor(expressions: readonly string[]) {
    super('Expressions of the grammar are not ready.');
    this.expressions = expressions;
  }
}

export interface PatientEngine extends RegexEngine {
  /** Makes one expression ready, some milliseconds of work. One that JavaScript cannot say is passed over for good. */
  readonly prepare: (expression: string) => void;
}

/** An engine without WebAssembly and without code from text. */
export function patientEngine(): PatientEngine {
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
