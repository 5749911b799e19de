/** Rules about the events of one execution of a node: retries, exhaustion, limits, capabilities (acceptor 4, 5). */

import type { Fields } from '@openwop-inspector/events';
import type { RuleTell } from '../check-control.ts';
import type { Exhaustion, NodeState } from './node-state.ts';
import { asksForBreach, endsAttempts, isEnvelopeCode, NOT_TRUNCATION, rightCode } from './retry-codes.ts';

/** What an event of a node means for the rules. */
export interface NodeRule {
  /** What the event is to the execution of its node; null for one in the middle of it. */
  readonly step: 'starts' | 'continues' | 'pauses' | 'ends' | null;
  /** True when its payload is requested. */
  readonly reads: boolean;
  /** True when a state of its node is made for it; the others count only for a node that has one. */
  readonly opens: boolean;
  readonly take: (tell: RuleTell, row: number, node: NodeState, payload: Fields) => void;
}

const opens = (take: NodeRule['take'], reads = true): NodeRule => ({ step: null, reads, opens: true, take });
const follows = (take: NodeRule['take']): NodeRule => ({ step: null, reads: false, opens: false, take });
const steps = (step: NodeRule['step'], take: NodeRule['take'] = () => {}): NodeRule => ({
  step,
  reads: false,
  opens: false,
  take,
});

/** Of an event that no rule asks about. */
export const NO_RULE = steps(null);

/** Limits whose breach fails the node of the envelope (acceptor 4). */
const FAILS_NODE: ReadonlySet<unknown> = new Set(['clarification', 'schema', 'envelopes']);

const retry = opens((tell, row, node, payload) => {
  checkInsufficient(tell, row, node);
  if (node.isBlurred) return;
  const reason = payload.value('reason');
  if (node.refusal >= 0) tell.found('retry_after_refusal', row, tell.place(node.refusal));
  else if (reason === 'refusal') tell.found('retry_reason_refusal', row);
  node.refusal = -1;
  noteReason(node, row, reason);
  const attempt = payload.value('attempt');
  if (attempt === 1) tell.found('retry_of_first_attempt', row);
  if (!isWhole(attempt)) node.forgetAttempts();
  else if (!node.retry(attempt)) {
    const before = node.latestRetry < 0 ? node.startedAt : node.latestRetry;
    const what = node.latestRetry < 0 ? 'the start' : 'the retry';
    tell.found('retry_attempt_skipped', row, attempt, attempt - 1, what, tell.place(before));
  }
  node.latestRetry = row;
});

const exhausted = opens((tell, row, node, payload) => {
  checkInsufficient(tell, row, node);
  if (node.isBlurred) return;
  node.refusal = -1;
  const reason = payload.value('finalReason');
  noteReason(node, row, reason);
  const total = payload.value('totalAttempts');
  if (!isWhole(total)) node.forgetAttempts();
  else if (!node.exhaust(total)) {
    const about = node.latestRetry < 0 ? node.startedAt : node.latestRetry;
    const what = node.latestRetry < 0 ? 'no retry since the start' : 'another attempt by the retry';
    tell.found('retry_total_mismatch', row, total, what, tell.place(about));
  }
  node.isExhausted = true;
  node.exhaustion = { row, reason: typeof reason === 'string' ? reason : '', cap: 'none' };
});

const refusal = opens((tell, row, node) => {
  checkInsufficient(tell, row, node);
  node.refusal = row;
}, false);

const truncated = opens((tell, row, node, payload) => {
  checkInsufficient(tell, row, node);
  node.refusal = -1;
  const stop = payload.value('stopReason');
  if (stop !== 'max_tokens' && stop !== 'length') node.cuts.forget();
  else node.cuts.cut(row);
});

/** What follows a refusal in the same execution may be about another envelope. */
const otherEnvelope = follows((tell, row, node) => {
  checkInsufficient(tell, row, node);
  node.refusal = -1;
});

/** After exhaustion a second call may bring the answer into the format: how the node ends is open again. */
const secondCall = follows((tell, row, node) => {
  checkInsufficient(tell, row, node);
  node.exhaustion = null;
  node.breach = -1;
});

/** Another call of a model has come back: whose retry follows is unknown. */
const usage = follows((_tell, _row, node) => {
  node.refusal = -1;
  node.cuts.direct = -1;
});

const insufficient = opens((_tell, row, node) => {
  node.insufficient = row;
  node.hasEnvelope = false;
}, false);

const breach = opens((_tell, row, node, payload) => {
  const kind = payload.value('kind');
  if (FAILS_NODE.has(kind)) node.breach = row;
  const { exhaustion } = node;
  if (exhaustion === null || exhaustion.cap === 'schema') return;
  exhaustion.cap = kind === 'schema' ? 'schema' : typeof kind === 'string' ? 'other' : 'unknown';
});

const retried = steps('continues', (tell, row, node) => {
  if (node.rejected >= 0 && !node.isBlurred)
    tell.found('retry_after_rejection', row, tell.place(node.rejected));
});

const completed = steps('ends', (tell, row, node) => {
  if (node.breach >= 0 && !node.isBlurred)
    tell.found('node_completed_after_cap', row, tell.place(node.breach));
  if (node.insufficient >= 0 && !node.isBlurred)
    tell.found('node_completed_after_insufficient', row, tell.place(node.insufficient));
});

const failed: NodeRule = {
  step: 'ends',
  reads: true,
  opens: true,
  take: (tell, row, node, payload) => {
    if (!node.isBlurred) checkFailure(tell, row, node, codeOf(payload));
  },
};

/** The rules by the type of an event. */
export const NODE_RULES: ReadonlyMap<string, NodeRule> = new Map([
  ['node.started', steps('starts')],
  ['node.retried', retried],
  ['node.resumed', steps('continues')],
  ['node.completed', completed],
  ['node.failed', failed],
  ['node.suspended', steps('pauses')],
  ['node.skipped', steps('ends')],
  ['node.cancelled', steps('ends')],
  ['envelope.retry.attempted', retry],
  ['envelope.retry.exhausted', exhausted],
  ['envelope.refusal', refusal],
  ['envelope.truncated', truncated],
  ['envelope.recovery.applied', otherEnvelope],
  ['envelope.nlToFormat.engaged', secondCall],
  ['provider.usage', usage],
  ['model.capability.insufficient', insufficient],
  ['cap.breached', breach],
]);

/** When an execution is over or paused: retries behind a cut that name another reason (run-events 3.2.7). */
export function checkCuts(tell: RuleTell, node: NodeState): void {
  const wrong = node.isBlurred ? null : node.cuts.wrong();
  if (wrong !== null)
    tell.found('retry_reason_not_truncation', wrong.row, wrong.reason, tell.place(wrong.cut));
}

function noteReason(node: NodeState, row: number, reason: unknown): void {
  if (reason === 'truncation') node.cuts.follow();
  else if (typeof reason === 'string' && NOT_TRUNCATION.has(reason)) node.cuts.otherwise(row, reason);
  else node.cuts.forget();
}

/** Takes an event that an envelope of the node led to (acceptor 5.1): the first of them is found. */
export function checkInsufficient(tell: RuleTell, row: number, node: NodeState): void {
  if (node.insufficient < 0 || node.hasEnvelope || node.isBlurred) return;
  tell.found('envelope_after_insufficient', row, tell.place(node.insufficient));
  node.hasEnvelope = true;
}

function codeOf(payload: Fields): unknown {
  const error = payload.child('error');
  return error.isObject ? error.value('code') : payload.value('code');
}

/** A failure without a code says nothing of its reason. */
function checkFailure(tell: RuleTell, row: number, node: NodeState, code: unknown): void {
  if (node.exhaustion !== null) checkExhaustion(tell, row, node.exhaustion, code);
  if (typeof code !== 'string' || code === '') return;
  if (code === 'approval_rejected' && tell.isOfV2(row)) node.rejected = row;
  if (node.insufficient >= 0 && code !== 'capability_not_provided')
    tell.found('insufficient_code_mismatch', row, tell.place(node.insufficient));
  if (!endsAttempts(code)) return;
  if (node.refusal >= 0) tell.found('refusal_code_mismatch', row, tell.place(node.refusal));
  else if (!node.isExhausted && node.startedAt >= 0 && (node.latestRetry >= 0 || tell.declaresExhaustion))
    tell.found(
      'exhaustion_not_recorded',
      row,
      node.latestRetry >= 0
        ? `the retry ${tell.place(node.latestRetry)}`
        : `the start ${tell.place(node.startedAt)}`,
    );
}

function checkExhaustion(tell: RuleTell, row: number, exhaustion: Exhaustion, code: unknown): void {
  const { reason, cap } = exhaustion;
  if (!isEnvelopeCode(code)) return;
  if (asksForBreach(reason) && (cap === 'none' || cap === 'other')) {
    const between = cap === 'none' ? 'no cap.breached' : 'a cap.breached of another kind';
    tell.found('exhaustion_without_cap_breach', exhaustion.row, tell.place(row), between);
  }
  const right = rightCode(reason, code);
  if (right !== null) tell.found('exhaustion_code_mismatch', row, reason, tell.place(exhaustion.row), right);
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value);
}
