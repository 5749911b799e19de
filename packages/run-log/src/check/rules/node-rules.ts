/** Rules about the events of one execution of a node: retries, exhaustion, limits, capabilities (acceptor 4, 5). */
import type { Fields } from '@openwop-inspector/events';
import type { Exhaustion, NodeState } from './node-state.ts';
import { asksForBreach, isEnvelopeCode, NOT_TRUNCATION, rightCode } from './retry-codes.ts';
import type { RuleTell } from './rule-tell.ts';

/** What an event of a node means for the rules. */
export interface NodeRule {
  /** True when its payload is asked for; else it gets an empty one. */
  readonly reads: boolean;
  readonly take: (tell: RuleTell, row: number, node: NodeState, payload: Fields) => void;
}

/** Limits whose breach fails the node of the envelope (acceptor 4). */
const FAILS_NODE: ReadonlySet<unknown> = new Set(['clarification', 'schema', 'envelopes']);

const start: NodeRule = { reads: false, take: (_tell, row, node) => node.begin(row) };
const restart: NodeRule = { reads: false, take: (_tell, _row, node) => node.begin(-1) };
const end: NodeRule = { reads: false, take: leave };

const retry: NodeRule = {
  reads: true,
  take: (tell, row, node, payload) => {
    checkInsufficient(tell, row, node);
    if (node.isBlurred) return;
    if (node.refusal >= 0)
      tell.found(
        'retry_after_refusal',
        `Follows the refusal ${tell.place(node.refusal)} in the same execution; the node would have failed`,
        row,
      );
    node.refusal = -1;
    noteReason(node, row, payload.value('reason'));
    const attempt = payload.value('attempt');
    if (!isWhole(attempt)) node.forgetAttempts();
    else if (!node.retry(attempt)) {
      const before = node.latestRetry < 0 ? node.startedAt : node.latestRetry;
      const what = node.latestRetry < 0 ? 'the start' : 'the retry';
      tell.found(
        'retry_attempt_skipped',
        `attempt is ${attempt}, and attempt ${attempt - 1} is not recorded since ${what} ${tell.place(before)}`,
        row,
        '/payload/attempt',
      );
    }
    node.latestRetry = row;
  },
};

const exhausted: NodeRule = {
  reads: true,
  take: (tell, row, node, payload) => {
    checkInsufficient(tell, row, node);
    if (node.isBlurred) return;
    const reason = payload.value('finalReason');
    noteReason(node, row, reason);
    const total = payload.value('totalAttempts');
    if (!isWhole(total)) node.forgetAttempts();
    else if (!node.exhaust(total)) {
      const about = node.latestRetry < 0 ? node.startedAt : node.latestRetry;
      const what = node.latestRetry < 0 ? 'no retry since the start' : 'another attempt by the retry';
      tell.found(
        'retry_total_mismatch',
        `totalAttempts is ${total}; there is ${what} ${tell.place(about)}`,
        row,
        '/payload/totalAttempts',
      );
    }
    node.exhaustion = { row, reason: typeof reason === 'string' ? reason : '', cap: 'none' };
  },
};

const refusal: NodeRule = {
  reads: false,
  take: (tell, row, node) => {
    checkInsufficient(tell, row, node);
    node.refusal = row;
  },
};

const truncated: NodeRule = {
  reads: true,
  take: (tell, row, node, payload) => {
    checkInsufficient(tell, row, node);
    const stop = payload.value('stopReason');
    if (stop !== 'max_tokens' && stop !== 'length') node.cuts.forget();
    else node.cuts.cut(row);
  },
};

const otherEnvelope: NodeRule = { reads: false, take: checkInsufficient };

/** After exhaustion a second call may bring the answer into the format: how the node ends is open again. */
const secondCall: NodeRule = {
  reads: false,
  take: (tell, row, node) => {
    checkInsufficient(tell, row, node);
    node.exhaustion = null;
    node.breach = -1;
  },
};

/** Another call of a model has come back: whose retry follows cannot be told. */
const usage: NodeRule = {
  reads: false,
  take: (_tell, _row, node) => {
    node.refusal = -1;
    node.cuts.direct = -1;
  },
};

const insufficient: NodeRule = {
  reads: false,
  take: (_tell, row, node) => {
    node.insufficient = row;
  },
};

const breach: NodeRule = {
  reads: true,
  take: (_tell, row, node, payload) => {
    const kind = payload.value('kind');
    if (FAILS_NODE.has(kind)) node.breach = row;
    const { exhaustion } = node;
    if (exhaustion === null || exhaustion.cap === 'schema') return;
    exhaustion.cap = kind === 'schema' ? 'schema' : typeof kind === 'string' ? 'other' : 'unknown';
  },
};

const completed: NodeRule = {
  reads: false,
  take: (tell, row, node) => {
    if (node.breach >= 0 && !node.isBlurred)
      tell.found(
        'node_completed_after_cap',
        `The node completes, and its limit was breached ${tell.place(node.breach)}; node.failed would have followed`,
        row,
      );
    leave(tell, row, node);
  },
};

const failed: NodeRule = {
  reads: true,
  take: (tell, row, node, payload) => {
    if (node.exhaustion !== null && !node.isBlurred) checkFailure(tell, row, node.exhaustion, payload);
    leave(tell, row, node);
  },
};

/** The rules by the type of an event. */
export const NODE_RULES: ReadonlyMap<string, NodeRule> = new Map([
  ['node.started', start],
  ['node.retried', restart],
  ['node.resumed', restart],
  ['node.completed', completed],
  ['node.failed', failed],
  ['node.suspended', end],
  ['node.skipped', end],
  ['node.cancelled', end],
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

function leave(tell: RuleTell, _row: number, node: NodeState): void {
  const wrong = node.isBlurred ? null : node.cuts.wrong();
  if (wrong !== null)
    tell.found(
      'retry_reason_not_truncation',
      `The reason is ${wrong.reason}, and the answer before was cut ${tell.place(wrong.cut)}; truncation was right`,
      wrong.row,
      '/payload',
    );
  node.end();
}

function noteReason(node: NodeState, row: number, reason: unknown): void {
  if (reason === 'truncation') node.cuts.follow();
  else if (typeof reason === 'string' && NOT_TRUNCATION.has(reason)) node.cuts.otherwise(row, reason);
  else node.cuts.forget();
}

function checkInsufficient(tell: RuleTell, row: number, node: NodeState): void {
  if (node.insufficient < 0 || node.isBlurred) return;
  tell.found(
    'envelope_after_insufficient',
    `The model lacked a capability ${tell.place(node.insufficient)}; the node would have failed without a call`,
    row,
  );
  node.insufficient = -1;
}

function checkFailure(tell: RuleTell, row: number, exhaustion: Exhaustion, payload: Fields): void {
  const { reason, cap } = exhaustion;
  const error = payload.child('error');
  const code = error.isObject ? error.value('code') : payload.value('code');
  if (!isEnvelopeCode(code)) return;
  if (asksForBreach(reason) && (cap === 'none' || cap === 'other')) {
    const between = cap === 'none' ? 'no cap.breached' : 'a cap.breached of another kind';
    tell.found(
      'exhaustion_without_cap_breach',
      `Between exhaustion and node.failed ${tell.place(row)} stands ${between}; one of kind schema was right`,
      exhaustion.row,
    );
  }
  const right = rightCode(reason, code);
  if (right !== null)
    tell.found(
      'exhaustion_code_mismatch',
      `Retries were exhausted for ${reason} ${tell.place(exhaustion.row)}; the code would have been ${right}`,
      row,
      '/payload',
    );
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value);
}
