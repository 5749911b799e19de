/** The model turn, the gate and the discovery document: a text in, an answer or its problems at their places out. */
import {
  createAcceptor,
  type DispatchResult,
  decideModelGate,
  type HostDeclaration,
  type MissingInput,
  type ModelGateResult,
  nodeNear,
  type PlacedFinding,
  parseJsonText,
  placeOf,
  rangeOf,
  readDispatchFile,
  readGateFile,
  readHostDeclaration,
  type SchemaCompiler,
  simulateDispatch,
  type TextMark,
  type TextRange,
  treeAt,
  uncheckedInputs,
  withDiscoveryLint,
} from '@openwop-inspector/acceptor-core';
import { isRecord } from '@openwop-inspector/base';
import { type HostDiscovery, readDiscovery } from '@openwop-inspector/host-client';

/** Something in a document that keeps it from being answered. Line and column count from 1. */
export interface DocumentProblem extends TextRange {
  /** RFC 6901, '' for the document. */
  readonly pointer: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** What came of a document: an answer with marks in its text, or what is wrong with it, at most 50 problems. */
export type Simulated<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer; readonly marks: readonly TextMark[] }
  | { readonly kind: 'refused'; readonly problems: readonly DocumentProblem[] };

export interface TurnAnswer {
  readonly result: DispatchResult;
  /** Answers of the document that were not needed. */
  readonly unused: number;
  /** Checks of what was accepted that had nothing to check against. */
  readonly unchecked: readonly MissingInput[];
  /** True when the document names a cap of schema rounds. */
  readonly isLimitKnown: boolean;
}

/** What a host declares, and where that breaks a rule. Names are masked. */
export interface DiscoveryAnswer {
  readonly said: Omit<HostDiscovery, 'documentText' | 'findings'>;
  /** Null when it says nothing of envelopes. */
  readonly declaration: HostDeclaration | null;
  readonly findings: readonly (PlacedFinding & TextRange)[];
}

/** Largest text of a document that is played, in UTF-16 units: that of a file that is opened. */
const MAX_TEXT = 16 * 1024 * 1024;

/** Problems and marks that are displayed of one document. */
const MAX_PROBLEMS = 50;
const MAX_MARKS = 100;

/** Plays a turn (acceptor 5). */
export function simulateTurn(text: string, compile: SchemaCompiler): Simulated<TurnAnswer> {
  return simulated(text, (document) => {
    const read = readDispatchFile(document);
    if (!read.ok) return read;
    const { responses, config, context } = read.turn;
    const result = simulateDispatch(responses, config, context, { compile });
    const { status, attempts } = result.terminal;
    const last = status === 'accepted' ? responses[attempts - 1] : null;
    // Steps that had nothing to check the accepted answer against: what was not checked has not passed.
    const lacks =
      isRecord(last) && typeof last.text === 'string'
        ? createAcceptor(context, { compile }).accept({ text: last.text }).flatMap(uncheckedInputs)
        : [];
    const hasCap = isRecord(config) && config.schemaRounds !== undefined;
    const answer: TurnAnswer = {
      result,
      unused: responses.length - attempts,
      unchecked: [...new Map(lacks.map((one) => [one.what, one])).values()],
      isLimitKnown: hasCap || context.host?.limits?.schemaRounds !== undefined,
    };
    const range = rangesIn(text);
    const marks = result.attempts
      .filter(({ decision }) => decision !== 'accepted')
      .slice(0, MAX_MARKS)
      .map(({ attempt, decision, reason, why }): TextMark => {
        const pointer = `/responses/${attempt - 1}`;
        const tone = decision === 'failed' ? 'error' : 'warning';
        return { pointer, label: reason ?? decision, message: why, tone, ...range(pointer) };
      });
    return { answer, marks };
  });
}

/** Asks the gate (acceptor 5.1). */
export function simulateGate(text: string): Simulated<ModelGateResult> {
  return simulated(text, (document) => {
    const read = readGateFile(document);
    return read.ok ? { answer: decideModelGate(read.question, read.nodeId), marks: [] } : read;
  });
}

/** Reads and lints what a host declares (bundles 5.2, envelope 9, acceptor 5.1). */
export function simulateDiscovery(text: string): Simulated<DiscoveryAnswer> {
  return simulated(text, (document) => {
    const { documentText: _, findings, ...said } = readDiscovery(document, '');
    const declaration = readHostDeclaration(document);
    if (!isRecord(document) || (declaration === null && said.protocolVersion === null)) {
      const message = 'This is no discovery document: it names neither a protocol version nor envelopes.';
      return { problems: [{ pointer: '', message }] };
    }
    const range = rangesIn(text);
    const placed = withDiscoveryLint(document, findings).map((one) => ({ ...one, ...range(one.pointer) }));
    const marks = placed.slice(0, MAX_MARKS).map(({ rule, level, message, pointer, from, to }): TextMark => {
      const tone = level === 'error' ? 'error' : 'warning';
      return { pointer, label: rule, message, tone, from, to };
    });
    return { answer: { said, declaration, findings: placed }, marks };
  });
}

type Found<Answer> =
  | { readonly answer: Answer; readonly marks: readonly TextMark[] }
  | { readonly problems: readonly Pick<DocumentProblem, 'pointer' | 'message'>[] };

/** Answers what a text holds as JSON; problems are found in the text by their pointers. */
function simulated<Answer>(text: string, answer: (document: unknown) => Found<Answer>): Simulated<Answer> {
  if (text.length > MAX_TEXT) throw new Error('the text is longer than 16 Mi characters');
  const parsed = parseJsonText(text);
  if (!parsed.ok) {
    const { line, column, offset } = parsed;
    const message = `This is not JSON: ${parsed.message}`;
    const from = Math.min(offset, text.length);
    const problem = { pointer: '', message, line, column, from, to: from + 1 };
    return { kind: 'refused', problems: [problem] };
  }
  const found = answer(parsed.value);
  if ('answer' in found) return { kind: 'answered', ...found };
  const rangeAt = rangesIn(text);
  const problems = found.problems.slice(0, MAX_PROBLEMS).map(({ pointer, message }) => {
    const range = rangeAt(pointer);
    const { line, column } = placeOf(text, range.from);
    return { pointer, message, line, column, ...range };
  });
  return { kind: 'refused', problems };
}

/** Where the value of a pointer, or the one around it, is in a text. A byte order mark is passed over. */
function rangesIn(text: string): (pointer: string) => TextRange {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  const root = treeAt(text, start);
  return (pointer) => (root === null ? { from: 0, to: 1 } : rangeOf(nodeNear(root, pointer).node, start));
}
