/** The model turn, the gate and the discovery document: a text in, an answer or its problems at their places out. */
import {
  createAcceptor,
  type DispatchFile,
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
  UNCHECKED,
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

/** Problems and marks that are displayed of one document. */
const MAX_PROBLEMS = 50;
const MAX_MARKS = 100;

/** Plays a turn (acceptor 5). */
export function simulateTurn(text: string, compile: SchemaCompiler): Simulated<TurnAnswer> {
  const parsed = parsedText(text);
  if (parsed.kind === 'refused') return parsed;
  const read = readDispatchFile(parsed.value);
  if (!read.ok) return refused(text, read.problems);
  const { responses, config, context } = read.turn;
  const result = simulateDispatch(responses, config, context, { compile });
  const answer: TurnAnswer = {
    result,
    unused: responses.length - result.terminal.attempts,
    unchecked: uncheckedIn(read.turn, result, compile),
    isLimitKnown:
      context.host?.limits?.schemaRounds !== undefined ||
      (isRecord(config) && config.schemaRounds !== undefined),
  };
  const marks = result.attempts.flatMap(({ attempt, decision, reason, why }) =>
    decision === 'accepted'
      ? []
      : [
          {
            pointer: `/responses/${attempt - 1}`,
            label: reason ?? decision,
            message: why,
            tone: TONES[decision],
          },
        ],
  );
  return { kind: 'answered', answer, marks: placed(text, marks) };
}

const TONES = { retry: 'warning', failed: 'error', stopped: 'warning' } as const;

/** Steps that had nothing to check the accepted answer against: what was not checked has not passed. */
function uncheckedIn(
  { responses, context }: DispatchFile,
  { terminal }: DispatchResult,
  compile: SchemaCompiler,
): readonly MissingInput[] {
  const last = responses[terminal.attempts - 1];
  if (terminal.status !== 'accepted' || !isRecord(last) || typeof last.text !== 'string') return [];
  const acceptor = createAcceptor(context, { compile });
  const lacks = acceptor
    .accept({ text: last.text })
    .flatMap(({ trace }) =>
      trace.filter(({ verdict, hypothetical }) => verdict === 'unchecked' && !hypothetical),
    )
    .map(({ step, note }) => UNCHECKED[step] ?? { what: note, record: '' });
  return [...new Map(lacks.map((one) => [one.what, one])).values()];
}

/** Asks the gate (acceptor 5.1). */
export function simulateGate(text: string): Simulated<ModelGateResult> {
  const parsed = parsedText(text);
  if (parsed.kind === 'refused') return parsed;
  const read = readGateFile(parsed.value);
  if (!read.ok) return refused(text, read.problems);
  return { kind: 'answered', answer: decideModelGate(read.question, read.nodeId), marks: [] };
}

/** Reads and lints what a host declares (bundles 5.2, envelope 9, acceptor 5.1). */
export function simulateDiscovery(text: string): Simulated<DiscoveryAnswer> {
  const parsed = parsedText(text);
  if (parsed.kind === 'refused') return parsed;
  const { documentText: _, findings, ...said } = readDiscovery(parsed.value, '');
  const declaration = readHostDeclaration(parsed.value);
  if (!isRecord(parsed.value) || (declaration === null && said.protocolVersion === null)) {
    const message = 'This is no discovery document: it names neither a protocol version nor envelopes.';
    return refused(text, [{ pointer: '', message }]);
  }
  const all = withDiscoveryLint(parsed.value, findings);
  const marks = placed(
    text,
    all.map(({ rule, level, message, pointer }) => ({
      pointer,
      label: rule,
      message,
      tone: level === 'error' ? ('error' as const) : ('warning' as const),
    })),
    all.length,
  );
  const placedFindings = all.map((finding, at) => ({
    ...finding,
    from: marks[at]?.from ?? 0,
    to: marks[at]?.to ?? 1,
  }));
  return {
    kind: 'answered',
    answer: { said, declaration, findings: placedFindings },
    marks: marks.slice(0, MAX_MARKS),
  };
}

type Parsed =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly problems: readonly DocumentProblem[] };

function parsedText(text: string): Parsed {
  const parsed = parseJsonText(text);
  if (parsed.ok) return { kind: 'read', value: parsed.value };
  const { message, line, column, offset } = parsed;
  const from = Math.min(offset, text.length);
  const problem = { pointer: '', message: `This is not JSON: ${message}`, line, column, from, to: from + 1 };
  return { kind: 'refused', problems: [problem] };
}

function refused(
  text: string,
  problems: readonly { readonly pointer: string; readonly message: string }[],
): { readonly kind: 'refused'; readonly problems: readonly DocumentProblem[] } {
  const root = treeAt(text, startOf(text));
  return {
    kind: 'refused',
    problems: problems.slice(0, MAX_PROBLEMS).map(({ pointer, message }) => {
      const range = root === null ? { from: 0, to: 1 } : rangeOf(nodeNear(root, pointer).node, startOf(text));
      const { line, column } = placeOf(text, range.from);
      return { pointer, message, line, column, ...range };
    }),
  };
}

function placed(
  text: string,
  said: readonly Omit<TextMark, 'from' | 'to'>[],
  most = MAX_MARKS,
): readonly TextMark[] {
  const root = treeAt(text, startOf(text));
  if (root === null) return said.slice(0, most).map((one) => ({ ...one, from: 0, to: 1 }));
  return said
    .slice(0, most)
    .map((one) => ({ ...one, ...rangeOf(nodeNear(root, one.pointer).node, startOf(text)) }));
}

/** A byte order mark is passed over. */
function startOf(text: string): number {
  return text.startsWith('\ufeff') ? 1 : 0;
}
