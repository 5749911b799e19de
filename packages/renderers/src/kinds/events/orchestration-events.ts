/** Decisions of an orchestrator and the work it hands out (run-events 3.2.10). */
import { countOf } from '@openwop-inspector/base';
import { idField, namesField, numberField, textField, valuePart } from '../sheet/fields.ts';
import type { Members } from '../sheet/members.ts';
import { called, own, say, type Words } from '../sheet/say.ts';
import type { SheetPart } from '../sheet/sheet.ts';
import { type EventReader, eventSheets } from '../sheet/sheet-renderer.ts';
import { errorFacts } from './error-facts.ts';

const decided: EventReader = (payload) => {
  const decision = payload.within('decision');
  return {
    lead: {
      glyph: 'agent',
      tone: 'plain',
      badge: 'Decided',
      words: say`${called('Agent', 'The orchestrator', payload.peekText('agentId'))} decided: ${decisionWords(decision)}.`,
    },
    fields: [
      ...(decision === null ? [] : decisionFields(decision)),
      numberField(payload, 'iteration', 'Iteration'),
      idField(payload, 'agentId', 'Agent'),
      idField(payload, 'causationHostId', 'Caused on host'),
    ],
    parts: [decision === null ? valuePart(payload, 'decision', 'Decision') : criteriaPart(decision)],
  };
};

function decisionWords(decision: Members | null): Words {
  const kind = decision?.peekText('kind') ?? null;
  const workers = decision?.peek('nextWorkerIds');
  if (kind === 'next-worker' && Array.isArray(workers))
    return own(workers.length === 0 ? 'no worker is next' : `${countOf(workers.length, 'worker')} next`);
  if (kind === 'ask-user') return own('ask the user');
  if (kind === 'terminate') return own('end the run');
  return kind === null ? own('nothing that is told') : say`${kind}`;
}

function decisionFields(decision: Members) {
  return [
    idField(decision, 'kind', 'Decision'),
    namesField(decision, 'nextWorkerIds', 'Next workers'),
    textField(decision, 'prompt', 'Prompt'),
    textField(decision, 'reason', 'Reason'),
    numberField(decision, 'confidence', 'Confidence'),
  ];
}

function criteriaPart(decision: Members): SheetPart | null {
  return valuePart(decision, 'successCriteria', 'Criteria of success');
}

const PHASES: ReadonlyMap<string, string> = new Map([
  ['dispatch.began', 'is being started'],
  ['dispatch.succeeded', 'was started'],
  ['dispatch.failed', 'could not be started'],
  ['child.completed', 'ended well'],
  ['child.failed', 'failed'],
  ['child.cancelled', 'was cancelled'],
  ['output.harvested', 'gave its output'],
]);

const chain: EventReader = (payload) => {
  const phase = payload.peekText('phase') ?? '';
  const isBad = phase.endsWith('.failed');
  const error = payload.has('error') ? errorFacts(payload) : null;
  return {
    lead: {
      glyph: isBad ? 'failed' : phase.endsWith('cancelled') ? 'cancelled' : 'agent',
      tone: isBad ? 'error' : 'plain',
      badge: 'Chain',
      words: say`${called('Worker', 'A worker', payload.peekText('workerId'))} ${own(PHASES.get(phase) ?? 'went on')}.`,
    },
    fields: [
      idField(payload, 'phase', 'Phase'),
      ...(error?.fields ?? []),
      idField(payload, 'workerId', 'Worker'),
      idField(payload, 'childRunId', 'Child run'),
      idField(payload, 'parentRunId', 'Parent run'),
      namesField(payload, 'harvestedKeys', 'Outputs taken'),
      idField(payload, 'causationHostId', 'Caused on host'),
    ],
    parts: [valuePart(payload, 'attestation', 'Attestation'), ...(error?.parts ?? [])],
  };
};

const escalated: EventReader = (payload) => {
  const confidence = payload.peekNumber('confidence');
  const floor = payload.peekNumber('floor');
  return {
    lead: {
      glyph: 'warning',
      tone: 'warning',
      badge: 'Escalated',
      words: own(
        payload.peekText('escalationKind') === 'clarify'
          ? 'The decision was not sure enough, so somebody is asked.'
          : 'The decision was not sure enough, so it is passed on.',
      ),
    },
    fields: [
      idField(payload, 'escalationKind', 'Kind'),
      numberField(payload, 'confidence', 'Confidence'),
      numberField(payload, 'floor', 'Floor'),
      idField(payload, 'workerId', 'Worker'),
      idField(payload, 'parentRunId', 'Parent run'),
      idField(payload, 'causationHostId', 'Caused on host'),
    ],
    parts: [
      confidence === null || floor === null
        ? null
        : {
            kind: 'share',
            value: confidence,
            of: floor,
            words: `Confidence ${confidence}, and at least ${floor} is asked for.`,
          },
      valuePart(payload, 'originalDecision', 'Decision it was not sure of'),
    ],
  };
};

export const orchestrationEvents = eventSheets('orchestration', 'Orchestration', {
  'runOrchestrator.decided': decided,
  'core.workflowChain.event': chain,
  'core.workflowChain.confidence-escalated': escalated,
});
