import { isRecord, ownValue, textAt } from '@openwop-inspector/base';
import type { AghContext } from './agh-context.ts';
import type { AghResult, AghStepTrace } from './agh-result.ts';
import { type AghSettings, settingsOf } from './agh-settings.ts';
import { type AghAnswer, type AghDecision, type AghStep, rejected } from './agh-step.ts';
import { type AghInput, type AghInteraction, type AghMemory, type AghWork, emptyMemory } from './agh-work.ts';
import { dialectOf } from './dialect.ts';
import { generatedReceipts } from './generated-receipt.ts';
import { type AghGraph, aghGraph } from './graph.ts';
import { AGH_STEPS, type AghStepId } from './steps/list.ts';

/** An acceptor of AGH messages with the memory of a receiver: its clock, ids it has seen, interactions. */
export interface AghAcceptor {
  /** One message as a value. Never throws, never changes it; `preserved` is the message itself. */
  accept(message: unknown): AghResult;
  /** Accepts one raw message; `now`, Unix seconds, is the clock for this one alone. Never throws. */
  acceptText(text: string, now?: number): AghResult;
  /** Every interaction so far, in the order they were opened. */
  interactions(): readonly AghInteraction[];
}

/**
 * The pipeline of AGH Network v0 in the order of the seed (agh 2): A1 to A7, first failure wins. Pure: no clock, no
 * network; two acceptors with one context give the same answers to the same messages. O(size) for each message.
 */
export function createAghAcceptor(context: AghContext = {}): AghAcceptor {
  const settings = settingsOf(context);
  const memory = emptyMemory();
  return {
    accept: (value) => judgeMessage({ value }, settings, memory),
    acceptText: (text, now) =>
      judgeMessage({ text }, now === undefined ? settings : { ...settings, fixedNow: now }, memory),
    interactions: () => [...memory.interactions.values()],
  };
}

/** Results by message, in order, and the graph of all of them. */
export interface AghRun {
  readonly results: readonly AghResult[];
  readonly graph: AghGraph;
}

/**
 * A whole list through a fresh acceptor, in file order. `{raw: text}`, with no other key, is text of the wire, as in
 * vectors (vectors FORMAT 9). Never throws.
 */
export function runAghMessages(context: AghContext, messages: readonly unknown[]): AghRun {
  const acceptor = createAghAcceptor(context);
  const results = messages.map((message) => {
    const text = rawText(message);
    return text === null ? acceptor.accept(message) : acceptor.acceptText(text);
  });
  return { results, graph: aghGraph(results.map(({ preserved }) => preserved)) };
}

function rawText(message: unknown): string | null {
  if (!isRecord(message) || Object.keys(message).length !== 1) return null;
  const raw = ownValue(message, 'raw');
  return typeof raw === 'string' ? raw : null;
}

/** One message through the steps, in order; the first failure decides (agh 2). Changes the memory only. */
function judgeMessage(input: AghInput, settings: AghSettings, memory: AghMemory): AghResult {
  const read = { record: null, kind: null, message: null };
  const work: AghWork = { settings, memory, input, warnings: [], ...read, lifecycle: null, badge: null };
  const trace: AghStepTrace[] = [];
  const decision = decisionOf(work, trace);
  const { record, lifecycle, badge, warnings } = work;
  return {
    status: decision.status,
    reason_code: decision.reasonCode,
    step: trace.at(-1)?.step ?? AGH_STEPS[0].id,
    trust: 'unverified',
    lifecycle,
    badge,
    generated: generatedReceipts(work, decision),
    preserved: record,
    warnings,
    dialect: record === null ? 'seed' : dialectOf(record),
    id: record === null ? null : textAt(record, 'id'),
    trace,
  };
}

function decisionOf(work: AghWork, trace: AghStepTrace[]): AghDecision {
  for (const step of AGH_STEPS) {
    const answer = step.check(work);
    trace.push(rowOf(step, answer));
    if (answer.verdict === 'decided') return answer;
  }
  return rejected('internal', 'no step decided');
}

function rowOf({ id, clause, inputs }: AghStep<AghStepId>, answer: AghAnswer): AghStepTrace {
  const isDecided = answer.verdict === 'decided';
  return {
    step: id,
    verdict: answer.verdict,
    reason_code: isDecided ? answer.reasonCode : null,
    note: answer.note,
    clause,
    inputs,
    details: isDecided ? answer.details : [],
  };
}
