import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isRecord, type JsonObject, ownString, ownValue, textAt } from '@openwop-inspector/base';
import {
  AGH_LATER_KEYS,
  type AghDialect,
  type AghReasonCode,
  aghSignalOf,
} from '@openwop-inspector/protocol';
import {
  type AghContext,
  type AghDecision,
  type AghDetail,
  type AghInput,
  type AghInteractionState,
  type AghMemory,
  type AghPeer,
  type AghSettings,
  type AghStatus,
  type AghWarning,
  type AghWork,
  nowOf,
  ownSeconds,
  pairKey,
  rejected,
  settingsOf,
} from './agh-work.ts';
import { aghGraph } from './graph.ts';
import { AGH_STEPS, type AghStepId } from './steps/later.ts';

/** An acceptor of AGH messages with the memory of a receiver: its clock, ids it has seen, interactions. */
export interface AghAcceptor {
  /** One message as a value. Never throws, never changes it; `preserved` is the message itself. */
  accept(message: unknown): AghResult;
  /** Accepts one raw message; `now`, Unix seconds, is the clock for this one alone. Never throws. */
  acceptText(text: string, now?: number): AghResult;
}

/**
 * The pipeline of AGH Network v0 in the order of the seed (agh 2) or of the later dialect (agh 9.4), first failure wins.
 * Pure: no clock, no network; two acceptors with one context give the same answers to the same messages. O(size) for each message.
 */
export function createAghAcceptor(context: AghContext = {}): AghAcceptor {
  const settings = settingsOf(context);
  const memory: AghMemory = {
    newestTs: null,
    seen: new Map(),
    interactions: new Map(),
    workChannels: new Map(),
    rooms: new Map(),
  };
  return {
    accept: (value) => judgeMessage({ value }, settings, memory),
    acceptText: (text, now) =>
      judgeMessage({ text }, now === undefined ? settings : { ...settings, fixedNow: now }, memory),
  };
}

/**
 * A whole list through a fresh acceptor: the results in file order, and the graph of all of them. `{raw: text}`, with no
 * other key, is text of the wire, as in vectors (vectors FORMAT 9). Never throws.
 */
export function runAghMessages(context: AghContext, messages: readonly unknown[]) {
  const acceptor = createAghAcceptor(context);
  const results = messages.map((message) => {
    const isRaw = isRecord(message) && Object.keys(message).length === 1;
    const text = isRaw ? ownString(message, 'raw') : null;
    return text === null ? acceptor.accept(message) : acceptor.acceptText(text);
  });
  return { results, graph: aghGraph(results.map(({ preserved }) => preserved)) };
}

/** One message through the steps, in order; the first failure decides. Changes the memory only. */
function judgeMessage(input: AghInput, settings: AghSettings, memory: AghMemory): AghResult {
  const work: AghWork = {
    settings,
    memory,
    input,
    judgedAs: settings.dialect,
    warnings: [],
    record: null,
    kind: null,
    message: null,
    lifecycle: null,
    badge: null,
  };
  const trace: AghStepTrace[] = [];
  const decision = decisionOf(work, trace);
  const { record, lifecycle, badge, warnings } = work;
  return {
    status: decision.status,
    reason_code: decision.reasonCode,
    step: trace.at(-1)?.step ?? 'A1',
    trust: 'unverified',
    lifecycle,
    badge,
    generated: generatedReceipts(work, decision),
    preserved: record,
    warnings,
    dialect: (record === null ? null : aghSignalOf(record)) ?? work.judgedAs,
    judgedAs: work.judgedAs,
    id: record === null ? null : textAt(record, 'id'),
    trace,
  };
}

function decisionOf(work: AghWork, trace: AghStepTrace[]): AghDecision {
  // The first step, which both dialects share, finds out which steps follow.
  const stepAt = (index: number) => AGH_STEPS[work.judgedAs][index];
  for (let at = 0, step = stepAt(0); step !== undefined; step = stepAt(++at)) {
    const answer = step.check(work);
    const isDecided = answer.verdict === 'decided';
    trace.push({
      step: step.id,
      name: step.name,
      verdict: answer.verdict,
      reason_code: isDecided ? answer.reasonCode : null,
      note: answer.note,
      clause: step.clause,
      inputs: step.inputs,
      details: isDecided ? answer.details : [],
    });
    if (answer.verdict === 'decided') return answer;
  }
  return rejected('internal', 'no step decided');
}

const CHANNEL = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const PEER = /^[a-z0-9][a-z0-9._-]{0,127}$/;

/** Whether there can be a message to a peer (agh 1): any other name is a slip of whoever wrote it. */
export function isAghPeer({ channel, peer }: AghPeer): boolean {
  return CHANNEL.test(channel) && PEER.test(peer);
}

/** Reasons of ours that the reference does not send. */
const SENT_AS: Readonly<Record<string, AghReasonCode>> = {
  invalid_surface: 'malformed',
  legacy_field_rejected: 'malformed',
};
/** Refusals that the reference answers, and the status of its answer (agh 2, 9.5). */
const ANSWERS: ReadonlyMap<string, AghReceipt['body']['status']> = new Map([
  ['expired', 'expired'],
  ['malformed', 'rejected'],
  ['duplicate', 'duplicate'],
  ['interaction_closed', 'rejected'],
  ['work_closed', 'rejected'],
  ['work_container_mismatch', 'rejected'],
]);

/**
 * The receipt that the reference would send for a refusal: only for a message that may open an interaction, to a peer
 * of its own, and only when the fields that a receipt repeats can be read. At most one.
 */
function generatedReceipts(
  { record, settings, memory, judgedAs }: AghWork,
  { reasonCode, status: outcome }: AghDecision,
): readonly AghReceipt[] {
  if (reasonCode === null || record === null || settings.localPeers === null || outcome === 'ignored')
    return [];
  const sent = SENT_AS[reasonCode] ?? reasonCode;
  const status = ANSWERS.get(sent);
  const kind = ownValue(record, 'kind');
  const isLater = judgedAs === 'later';
  const isAnswered = isLater
    ? kind === 'say' || (kind === 'capability' && reasonCode !== 'work_container_mismatch')
    : kind === 'direct';
  const parties = isAnswered ? partiesOf(record) : null;
  if (status === undefined || parties === null) return [];
  const { channel, from, to, id, interactionId } = parties;
  if (!settings.localPeers.has(pairKey(channel, to))) return [];
  const about = JSON.stringify([channel, from, id, reasonCode]);
  const own = isLater ? laterFields(record, id) : { interaction_id: interactionId };
  return [
    {
      protocol: 'agh-network/v0',
      id: `receipt-${bytesToHex(sha256(utf8ToBytes(about))).slice(0, 32)}`,
      kind: 'receipt',
      channel,
      from: to,
      to: from,
      ...own,
      reply_to: id,
      ts: nowOf(settings, memory) ?? ownSeconds(record, 'ts') ?? 0,
      body: { for_id: id, status, reason_code: sent },
      proof: null,
    },
  ];
}

/** Fields that a receipt of the later dialect repeats, and the message as its cause (agh 9.5). */
function laterFields(record: JsonObject, id: string): Readonly<Record<string, string>> {
  const fields: Record<string, string> = { causation_id: id };
  for (const name of [...AGH_LATER_KEYS, 'trace_id']) {
    const text = textAt(record, name);
    if (text !== null) fields[name] = text;
  }
  return fields;
}

/** Fields that a receipt repeats, or null when one of them is not in form. */
function partiesOf(record: JsonObject) {
  const [channel, from, to] = [textAt(record, 'channel'), textAt(record, 'from'), textAt(record, 'to')];
  const id = textAt(record, 'id');
  const interactionId = textAt(record, 'interaction_id') ?? textAt(record, 'work_id');
  if (channel === null || from === null || to === null || id === null || interactionId === null) return null;
  if (!isAghPeer({ channel, peer: from }) || !PEER.test(to)) return null;
  return { channel, from, to, id, interactionId };
}

/** One row of the trace. Rows after the deciding step do not exist: those steps never ran. */
export interface AghStepTrace {
  readonly step: AghStepId;
  /** What the step looks at, in one or two words. */
  readonly name: string;
  /** `skipped` when the step does not apply, `unchecked` when nothing is known to check against. */
  readonly verdict: 'passed' | 'skipped' | 'unchecked' | 'decided';
  readonly reason_code: AghReasonCode | null;
  /** One line on what was seen. Numbers, states and words of the protocol only. */
  readonly note: string;
  /** Clause that the verdict rests on, such as `agh 3`. */
  readonly clause: string;
  /** Inspected values: RFC 6901 pointers from the message, or names of the context. */
  readonly inputs: readonly string[];
  readonly details: readonly AghDetail[];
}

/** A receipt that the reference would send for a message to one of its peers (agh 2, 9.5). Plain data, never sent. */
export interface AghReceipt {
  readonly protocol: 'agh-network/v0';
  /** The same for the same message; the reference draws a random one. */
  readonly id: string;
  readonly kind: 'receipt';
  readonly channel: string;
  readonly from: string;
  readonly to: string;
  /** Of the seed. In the later dialect workspace, container, work_id, trace_id and causation_id are in its place (agh 9.5). */
  readonly interaction_id?: string;
  readonly reply_to: string;
  readonly ts: number;
  readonly body: {
    readonly for_id: string;
    readonly status: 'rejected' | 'duplicate' | 'expired';
    readonly reason_code: AghReasonCode;
  };
  readonly proof: null;
}

/** Everything the acceptor says of one message. Plain data. */
export interface AghResult {
  readonly status: AghStatus;
  readonly reason_code: AghReasonCode | null;
  /** The deciding step, which is the last row of the trace. */
  readonly step: AghStepId;
  /** Nothing in AGH Network v0 makes a message trusted: proofs are opaque, cards are claims (agh 7). */
  readonly trust: 'unverified';
  /** State of the interaction after this message; null without one. */
  readonly lifecycle: AghInteractionState | null;
  /** `accepted` for an accepted receipt, which changes no state (agh 5). */
  readonly badge: 'accepted' | null;
  /** Receipts the reference would send; empty when local peers are unknown. */
  readonly generated: readonly AghReceipt[];
  /**
   * The complete message, unknown fields of body and ext included; null when it is not a JSON object. The content is
   * raw: mask it before it is displayed.
   */
  readonly preserved: Readonly<Record<string, unknown>> | null;
  readonly warnings: readonly AghWarning[];
  /** What the message itself shows, else the dialect that it was judged by. */
  readonly dialect: AghDialect | 'earlier';
  /** The dialect whose steps it passed. */
  readonly judgedAs: AghDialect;
  /** The id when it is a text, whatever became of the message. */
  readonly id: string | null;
  readonly trace: readonly AghStepTrace[];
}
