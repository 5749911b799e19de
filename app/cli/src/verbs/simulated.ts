/** `dispatch` and `gate`: what a host would decide, step by step, and the events that it would record. */

import {
  type DispatchAttempt,
  type DispatchResult,
  decideModelGate,
  type GateStep,
  type ModelGateResult,
  readDispatchFile,
  readGateFile,
  type SimulatedEvent,
  simulateDispatch,
} from '@openwop-inspector/acceptor-core';
import { createKillableSchemaCompiler } from '@openwop-inspector/acceptor-core/node';
import { countOf, formatCount } from '@openwop-inspector/base';
import {
  type Block,
  blank,
  dim,
  error,
  fact,
  labelled,
  line,
  name,
  ok,
  paragraph,
  type Span,
  strong,
  warning,
} from '@openwop-inspector/base/document';
import { cited, warningInfo } from '@openwop-inspector/protocol';
import type { Options } from '../grammar/options.ts';
import { readDocument } from '../open/whole-text.ts';
import { answering, printAnswer } from './answer-from-log.ts';
import { EXIT, remark } from './complain.ts';

/**
 * `dispatch FILE`: the attempts of one model turn, their routes and the events (acceptor 5). 0 when an attempt is accepted,
 * 1 when the node fails or a check gave no answer, 2 when the file is no such turn.
 */
export const dispatch = answering<string, Options<'gate'>>(async (file, options, surroundings) => {
  const { terminal } = surroundings;
  const read = await readDocument(file, readDispatchFile, 'this is no turn of a model', surroundings);
  const { responses, config, context } = read.turn;
  const compile = createKillableSchemaCompiler();
  const result = simulateDispatch(responses, config, context, { compile });
  const unused = responses.length - result.terminal.attempts;
  if (unused > 0)
    remark(terminal, `${countOf(unused, 'answer was', 'answers were')} not needed, of ${responses.length}`);
  await printAnswer(result, options, terminal, { document: dispatchLines });
  return result.terminal.status === 'accepted' ? EXIT.fine : EXIT.findings;
});

/**
 * `gate FILE`: the steps of the model-capability gate, and the events (acceptor 5.1). 0 when a model is called, 1 when the
 * node fails, 2 when the file is no such question.
 */
export const gate = answering<string, Options<'gate'>>(async (file, options, surroundings) => {
  const read = await readDocument(file, readGateFile, 'this is no question to the gate', surroundings);
  const decided = decideModelGate(read.question, read.nodeId);
  await printAnswer(decided, options, surroundings.terminal, { document: gateLines });
  return decided.decision === 'fail' ? EXIT.findings : EXIT.fine;
});

const ENDS: Readonly<Record<DispatchResult['terminal']['status'], Span>> = {
  accepted: ok('Accepted'),
  failed: error('Failed'),
  stopped: warning('Stopped'),
};

/** The end, each attempt with its reason, the events, the counters. */
function dispatchLines(result: DispatchResult): readonly Block[] {
  const { terminal, attempts, events, warnings, counters, mostAttempts } = result;
  const code = terminal.code === null ? '' : `, ${terminal.code}`;
  const made = Number.isFinite(mostAttempts)
    ? `${terminal.attempts} of ${countOf(mostAttempts, 'attempt')}`
    : countOf(terminal.attempts, 'attempt');
  const out = terminal.ranOut ? '; a retry was due, and the file holds no further answer' : '';
  const { schemaRounds, envelopesPerTurn } = counters;
  return [
    line(ENDS[terminal.status], `  after ${made}${code}${out}`),
    ...attempts.flatMap((attempt) => [blank, ...attemptLines(attempt)]),
    blank,
    ...eventLines(events),
    ...warnings.map(({ code: of, message }) =>
      labelled('Warning', warning(of), `  ${message || warningInfo(of).title}`),
    ),
    labelled('Counters', `schemaRounds ${schemaRounds}, envelopesPerTurn ${envelopesPerTurn}`),
  ];
}

function attemptLines(attempt: DispatchAttempt): readonly Block[] {
  const { maxTokens, corrective, stop, stopMeaning, decision, reason, envelopes, why, clause } = attempt;
  const budget = maxTokens === null ? '' : `  budget ${formatCount(maxTokens)}`;
  const reported = corrective ? '  with a corrective fragment' : '';
  const reached = envelopes.map(
    ({ status, step, code }) => `${status} at ${step}${code === null ? '' : `, ${code}`}`,
  );
  return [
    line(
      strong(`Attempt ${attempt.attempt}`),
      dim(`${budget}${reported}  stop ${stop ?? 'not reported'}, ${stopMeaning}`),
    ),
    ...(reached.length === 0 ? [] : [fact('Envelopes', reached.join('; '))]),
    fact('Decision', name(decision), reason === null ? '' : ` for ${reason}`, dim('  '), cited(clause)),
    fact('Why', why),
    ...attempt.violations.map(({ instancePath, keyword }) =>
      paragraph(14, '            ', name(instancePath === '' ? '(root)' : instancePath), dim(`  ${keyword}`)),
    ),
  ];
}

/** The chosen model, the four steps with their conditions, the events. */
function gateLines(result: ModelGateResult): readonly Block[] {
  const { decision, model, provider, code, missingCapabilities, nearCapabilities, steps, events } = result;
  const isFailed = decision === 'fail';
  const to = decision === 'dispatch-fallback' ? 'to the fallback ' : 'to ';
  const words = isFailed ? (code ?? '') : `${to}${provider ?? ''} ${model ?? ''}`;
  return [
    line(isFailed ? error('Failed') : ok('Dispatched'), `  ${words}`),
    ...(missingCapabilities.length === 0 ? [] : [fact('Missing', missingCapabilities.join(', '))]),
    ...Object.entries(nearCapabilities).map(([missing, near]) =>
      fact('', `for ${missing}: did you mean ${near.join(' or ')}?`),
    ),
    blank,
    ...steps.flatMap(stepLines),
    blank,
    ...eventLines(events),
  ];
}

const GATE_MARKS: Readonly<Record<GateStep['verdict'], Span>> = {
  passed: ok('✓'),
  decided: strong('▸'),
  'not-reached': dim('·'),
};

function stepLines({ number, step, verdict, note, conditions, clause }: GateStep): readonly Block[] {
  const head = [GATE_MARKS[verdict], '  ', name(step.padEnd(14)), verdict.padEnd(12)];
  return [
    paragraph(5, ...head, cited(`${clause}`), dim(`  step ${number}  `), note),
    ...conditions.map((one) => line('     ', one.holds ? ok('yes') : warning('no '), `  ${one.name}`)),
  ];
}

/** Longest payload printed on a line, in characters. */
const MAX_PAYLOAD = 400;

function eventLines(events: readonly SimulatedEvent[]): readonly Block[] {
  if (events.length === 0) return [labelled('Recorded', 'no event')];
  return [
    line(dim('Recorded')),
    ...events.map(({ type, payload }) => {
      const text = JSON.stringify(payload);
      const displayed = text.length > MAX_PAYLOAD ? `${text.slice(0, MAX_PAYLOAD)}…` : text;
      return paragraph(6, '  ', name(type), dim('  '), displayed);
    }),
  ];
}
