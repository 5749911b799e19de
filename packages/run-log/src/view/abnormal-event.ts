/** Which events are themselves abnormal, and by which rule. */
import { isRecord } from '@openwop-inspector/base';
import { foldedType, preventedOutcome, scalarText } from '@openwop-inspector/protocol';
import type { CauseRule } from '../answers.ts';
import { failureOf } from './failure.ts';

/** Types that are abnormal whatever their payload says. */
const ALWAYS: ReadonlyMap<string, CauseRule> = new Map([
  ['run.failed', 'failure'],
  ['run.dead_lettered', 'failure'],
  ['node.failed', 'failure'],
  ['node.suspend-failed', 'failure'],
  ['connector.auth_expired', 'failure'],
  ['envelope.refusal', 'refusal'],
  ['model.capability.insufficient', 'refusal'],
  ['approval.rejected', 'refusal'],
  ['cap.breached', 'limit'],
  ['budget.exhausted', 'limit'],
  ['workflow.loopback-limit', 'limit'],
  ['envelope.retry.exhausted', 'limit'],
  ['envelope.truncated', 'truncation'],
  ['workflow.stalled', 'timeout'],
  ['replay.diverged', 'conflict'],
  ['replay.divergedAtRefusal', 'conflict'],
]);

/** Types that report an outcome. */
const BY_PAYLOAD: ReadonlySet<string> = new Set([
  'agent.toolReturned',
  'agent.invocation.completed',
  'approval.received',
  'authorization.decided',
  'core.workflowChain.event',
  'egress.decided',
  'heartbeat.evaluated',
  'interrupt.resolved',
  'log.appended',
  'node.resumed',
  'tool.session.closed',
]);

/** Types whose failure is made good when their node completes afterwards: what went wrong inside an execution. */
const RECOVERS: ReadonlySet<string> = new Set([
  'node.failed',
  'node.suspend-failed',
  'agent.toolReturned',
  'agent.invocation.completed',
  'cap.breached',
  'envelope.refusal',
  'envelope.retry.exhausted',
  'envelope.truncated',
  'log.appended',
  'tool.session.closed',
]);

/** What a type alone tells: a rule, nothing abnormal, or that the payload has to be looked at. */
export function ruleOfType(type: string): CauseRule | 'look' | null {
  const known = foldedType(type);
  // A failure says by its code whether time ran out or an answer was in conflict.
  if (known === 'node.failed' || known === 'run.failed') return 'look';
  return ALWAYS.get(known) ?? (BY_PAYLOAD.has(known) ? 'look' : null);
}

/** True for what a node has recovered from when it completes afterwards. */
export function recovers(type: string): boolean {
  return RECOVERS.has(foldedType(type));
}

/** The rule by which an event is abnormal, with its payload; null when it is not. */
export function ruleOfPayload(type: string, payload: unknown): CauseRule | null {
  const known = foldedType(type);
  if (known === 'node.failed' || known === 'run.failed') return ruleOfCode(failureOf(payload).code);
  const always = ALWAYS.get(known);
  if (always !== undefined) return always;
  if (!isRecord(payload)) return null;
  switch (known) {
    case 'agent.toolReturned':
      return toolRule(payload);
    case 'agent.invocation.completed':
    case 'tool.session.closed':
      return payload.outcome === 'failed' ? 'failure' : payload.outcome === 'refused' ? 'refusal' : null;
    case 'approval.received':
    case 'interrupt.resolved':
    case 'node.resumed':
      return answerRule(isRecord(payload.resumeValue) ? payload.resumeValue.action : payload.action);
    case 'authorization.decided':
      return payload.allowed === false ? 'refusal' : null;
    case 'egress.decided':
      return payload.decision === 'denied' ? 'refusal' : null;
    case 'heartbeat.evaluated':
      return payload.status === 'timeout' ? 'timeout' : payload.status === 'error' ? 'failure' : null;
    case 'core.workflowChain.event':
      return scalarText(payload.phase).endsWith('.failed') ? 'failure' : null;
    default: {
      const outcome = preventedOutcome(known, payload);
      return outcome === null ? null : outcome.kind === 'reported' ? 'failure' : 'refusal';
    }
  }
}

function ruleOfCode(code: string): CauseRule {
  if (/time_?d?_?-?out|deadline/i.test(code)) return 'timeout';
  return code === 'envelope_correlation_conflict' ? 'conflict' : 'failure';
}

function toolRule({ status, error }: Readonly<Record<string, unknown>>): CauseRule | null {
  switch (status) {
    case 'forbidden':
      return 'refusal';
    case 'rate_limited':
      return 'limit';
    case 'timeout':
      return 'timeout';
    case 'error':
      return 'failure';
    default:
      return error === undefined || error === null ? null : 'failure';
  }
}

function answerRule(action: unknown): CauseRule | null {
  return action === 'reject' ? 'refusal' : action === 'timeout' ? 'timeout' : null;
}
