/** One line about an event, and how it stands in its run. */
import { isRecord, type MaskedText, masker } from '@openwop-inspector/base';
import { foldedType, plainLine } from '@openwop-inspector/protocol';
import type { EventTone } from '../answers.ts';
import { cut } from './failure.ts';
import { brief, Fields, joined, type Summary } from './summaries/fields.ts';
import { humanSummaries } from './summaries/human.ts';
import {
  agentSummaries,
  envelopeSummaries,
  modelSummaries,
  orchestrationSummaries,
} from './summaries/model.ts';
import { operationSummaries } from './summaries/operations.ts';
import { nodeSummaries, runSummaries } from './summaries/run-and-node.ts';
import { engineSummaries, stateSummaries } from './summaries/state-and-engine.ts';

/** Longest summary in UTF-16 units. */
const LENGTH = 160;

const byType: ReadonlyMap<string, Summary> = new Map(
  [
    runSummaries,
    nodeSummaries,
    humanSummaries,
    stateSummaries,
    engineSummaries,
    envelopeSummaries,
    modelSummaries,
    agentSummaries,
    orchestrationSummaries,
    operationSummaries,
  ].flatMap((family) => Object.entries(family)),
);

/**
 * What an event says, in one line of at most 160 characters: plain words made from its payload, masked, with hidden
 * and direction characters replaced. Any payload of any type is taken; a type without words of its own shows its first
 * fields. Long texts are cut before they are worked on. Never throws.
 */
export function summarise(
  type: string,
  recorded: Readonly<Record<string, unknown>>,
  payload: unknown,
): MaskedText {
  const fields = new Fields(payload);
  const line = byType.get(type)?.(fields);
  if (line) return masker.text(cut(plainLine(line), LENGTH));
  const isAbsent = payload === undefined || payload === null;
  const told = isAbsent
    ? firstFields(new Fields(recorded), ENVELOPE_KEYS)
    : fields.isObject
      ? firstFields(fields, NODE)
      : brief(payload);
  return masker.text(cut(plainLine(told), LENGTH));
}

/** Members that every event may have and the row shows elsewhere. */
const ENVELOPE_KEYS: ReadonlySet<string> = new Set([
  'eventId',
  'runId',
  'nodeId',
  'type',
  'payload',
  'data',
  'timestamp',
  'sequence',
  'seq',
  'causationId',
  'contentTrust',
  'schemaVersion',
  'engineVersion',
]);
const NODE: ReadonlySet<string> = new Set(['nodeId']);

/** "name value, name value" of the first members, for types that nobody knows. */
function firstFields(fields: Fields, leftOut: ReadonlySet<string>): string {
  const told = fields
    .keys()
    .filter((key) => !leftOut.has(key))
    .slice(0, 4)
    .map((key) => {
      const text = fields.brief(key, 60);
      return text === '' ? key : `${key} ${text}`;
    });
  return joined(...told);
}

const TONES: ReadonlyMap<string, EventTone> = new Map([
  ...tone('failed', [
    'run.failed',
    'run.dead_lettered',
    'node.failed',
    'node.suspend-failed',
    'cap.breached',
    'envelope.retry.exhausted',
    'envelope.refusal',
    'model.capability.insufficient',
    'budget.exhausted',
    'connector.auth_expired',
  ]),
  ...tone('warning', [
    'envelope.retry.attempted',
    'envelope.truncated',
    'envelope.nlToFormat.engaged',
    'model.capability.substituted',
    'node.retried',
    'node.cancelled',
    'run.cancelled',
    'approval.rejected',
    'approval.overridden',
    'workflow.loopback-limit',
    'workflow.stalled',
    'lease.lost',
    'replay.diverged',
    'replay.divergedAtRefusal',
    'budget.threshold.crossed',
    'deployment.rolled-back',
    'core.workflowChain.confidence-escalated',
  ]),
  ...tone('waiting', [
    'node.suspended',
    'run.paused',
    'interrupt.requested',
    'approval.requested',
    'clarification.requested',
  ]),
  ...tone('ok', ['run.completed', 'approval.granted']),
]);

function tone(name: EventTone, types: readonly string[]): (readonly [string, EventTone])[] {
  return types.map((type) => [type, name]);
}

/** Types that always mean a failure, for marks on a time axis. */
export const FAILED_TYPES: ReadonlySet<string> = new Set(
  [...TONES].filter(([, name]) => name === 'failed').map(([type]) => type),
);

/** How an event stands in its run. Types that report an outcome are judged by their payload. */
export function toneOf(type: string, payload: unknown): EventTone {
  const known = TONES.get(foldedType(type));
  if (known !== undefined) return known;
  return isRecord(payload) ? toneByOutcome(type, new Fields(payload)) : 'normal';
}

function toneByOutcome(type: string, p: Fields): EventTone {
  switch (type) {
    case 'agent.toolReturned': {
      const status = p.text('status');
      const failed =
        (status !== '' && status !== 'ok') || (p.value('error') !== undefined && p.value('error') !== null);
      return failed ? 'failed' : 'normal';
    }
    case 'core.workflowChain.event':
      return p.text('phase').endsWith('.failed')
        ? 'failed'
        : p.text('phase').endsWith('.cancelled')
          ? 'warning'
          : 'normal';
    case 'eval.scored':
    case 'eval.completed':
      return p.value('passed') === false ? 'warning' : p.value('passed') === true ? 'ok' : 'normal';
    case 'agent.verified':
      return p.text('verdict') === 'fail' ? 'warning' : 'normal';
    case 'agent.invocation.completed':
    case 'tool.session.closed':
      return p.text('outcome') === 'failed'
        ? 'failed'
        : p.text('outcome') === 'refused'
          ? 'warning'
          : 'normal';
    case 'authorization.decided':
      return p.value('allowed') === false ? 'warning' : 'normal';
    case 'egress.decided':
      return p.text('decision') === 'denied'
        ? 'warning'
        : p.text('decision') === 'approval-required'
          ? 'waiting'
          : 'normal';
    case 'log.appended':
      return toneOfLog(p);
    case 'trigger.delivery.attempted':
      return p.text('outcome') === 'dead-lettered'
        ? 'failed'
        : p.text('outcome') === 'retrying'
          ? 'warning'
          : 'normal';
    default:
      return 'normal';
  }
}

/** A log line at level `error` that records an accepted `error` envelope is what a model reported; nothing failed by it. */
function toneOfLog(p: Fields): EventTone {
  const level = p.text('level');
  if (level !== 'error') return level === 'warn' ? 'warning' : 'normal';
  return recordsEnvelope(p.value('fields')) ? 'warning' : 'failed';
}

function recordsEnvelope(fields: unknown): boolean {
  return isRecord(fields) && typeof fields.envelopeType === 'string';
}
