import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isRecord, type JsonObject, ownValue, textAt } from '@openwop-inspector/base';
import type { AghReceipt, AghResult, AghStepTrace } from './agh-result.ts';
import { type AghContext, type AghSettings, pairKey, settingsOf } from './agh-settings.ts';
import {
  type AghAnswer,
  type AghDecision,
  type AghInput,
  type AghInteraction,
  type AghMemory,
  type AghStep,
  type AghWork,
  emptyMemory,
  nowOf,
  ownSeconds,
  rejected,
} from './agh-work.ts';
import { dialectOf } from './dialect.ts';
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

const CHANNEL = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const PEER = /^[a-z0-9][a-z0-9._-]{0,127}$/;

/** Refusals that the reference answers, and the status of its answer (agh 2). */
const ANSWERS: ReadonlyMap<string, AghReceipt['body']['status']> = new Map([
  ['expired', 'expired'],
  ['malformed', 'rejected'],
  ['duplicate', 'duplicate'],
  ['interaction_closed', 'rejected'],
]);

/**
 * The receipt that the reference would send for a refusal: only for a `direct` in an interaction to a peer of its own,
 * and only when the fields that a receipt repeats can be read. At most one.
 */
function generatedReceipts(
  { record, settings, memory }: AghWork,
  { reasonCode }: AghDecision,
): readonly AghReceipt[] {
  if (reasonCode === null || record === null || settings.localPeers === null) return [];
  const status = ANSWERS.get(reasonCode);
  const parties = ownValue(record, 'kind') === 'direct' ? partiesOf(record) : null;
  if (status === undefined || parties === null) return [];
  const { channel, from, to, id, interactionId } = parties;
  if (!settings.localPeers.has(pairKey(channel, to))) return [];
  return [
    {
      protocol: 'agh-network/v0',
      id: receiptId(channel, from, id, reasonCode),
      kind: 'receipt',
      channel,
      from: to,
      to: from,
      interaction_id: interactionId,
      reply_to: id,
      ts: nowOf(settings, memory) ?? ownSeconds(record, 'ts') ?? 0,
      body: { for_id: id, status, reason_code: reasonCode },
      proof: null,
    },
  ];
}

/** Fields that a receipt repeats, or null when one of them is not in form. */
function partiesOf(record: JsonObject) {
  const [channel, from, to] = [textAt(record, 'channel'), textAt(record, 'from'), textAt(record, 'to')];
  const [id, interactionId] = [textAt(record, 'id'), textAt(record, 'interaction_id')];
  if (channel === null || from === null || to === null || id === null || interactionId === null) return null;
  if (!CHANNEL.test(channel) || !PEER.test(from) || !PEER.test(to)) return null;
  return { channel, from, to, id, interactionId };
}

function receiptId(...about: readonly string[]): string {
  return `receipt-${bytesToHex(sha256(utf8ToBytes(JSON.stringify(about)))).slice(0, 32)}`;
}
