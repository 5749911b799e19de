/** Agents, what they think, and orchestration (run-events 3.2.9, 3.2.10). */
import { countOf as count, member, someOf } from '@openwop-inspector/base';
import { scalarText } from '@openwop-inspector/protocol';
import type { EventDescription, EventTone } from '../description.ts';
import { ruleIn } from '../failure.ts';
import { brief, Fields, joined, line, spaced, wordIn } from '../fields.ts';
import {
  byWord,
  type EventReader,
  type LeadReader,
  type LeadStyle,
  lead,
  phrase,
  sheet,
} from '../sheet/event-sheet.ts';
import { fieldOf, fieldsOf, valuePart } from '../sheet/fields.ts';
import { confidenceShare, errorFacts } from '../sheet/interrupt-data.ts';
import { called, type Members, own, say, type Text } from '../sheet/members.ts';
import { failureText } from './run.ts';

/** The agent, at the beginning of a sentence. */
const AGENT = '{Agent agentId/An agent}';

const verdict = byWord('verdict', phrase('note plain Verified', `${AGENT} checked it.`), {
  pass: phrase('ok ok Verified', `${AGENT} found nothing against it.`),
  fail: phrase('failed error Verified', `${AGENT} turned it down.`),
  revise: phrase('retry warning Verified', `${AGENT} asks for changes.`),
});

const SOURCES = {
  'workflow-node': 'a node of the workflow',
  'run-api': 'a call of the run API',
  'chat-mention': 'a mention in a chat',
};

const invoked = sheet(
  'agent',
  phrase('running plain Invoked', `${AGENT} began to work.`),
  'agentId source resolvedProvider resolvedModel modelClass resolvedAgentVersion resolvedChannel toolSurfaceCount memoryBound invocationId',
  { meanings: { source: SOURCES } },
);

const OUTCOMES: Readonly<Record<string, LeadStyle>> = {
  completed: 'ok ok',
  'handed-off': 'agent plain',
  escalated: 'warning warning',
  refused: 'warning warning',
  failed: 'failed error',
  cancelled: 'cancelled warning',
};

/** Something that ended with an outcome; `otherwise` is for an outcome that is not in the table. */
const ended =
  (otherwise: LeadStyle, badge: string, what: string): LeadReader =>
  (payload, event) => {
    const style = wordIn(OUTCOMES, payload.peekText('outcome') ?? '') ?? otherwise;
    return phrase(`${style} ${badge}`, `${what}[: {outcome}].`)(payload, event);
  };

/** A tone by the outcome of what ended. */
const byOutcome = (p: Fields) =>
  p.text('outcome') === 'failed' ? 'failed' : p.text('outcome') === 'refused' ? 'warning' : 'normal';
const ruleByOutcome = (payload: unknown) =>
  ruleIn(payload, 'outcome', { failed: 'failure', refused: 'refusal' });

/** What became of a request to the outside. */
const requested = (style: LeadStyle, what: string): LeadReader =>
  phrase(`${style} Egress`, `A request to the outside ${what}[, to {destination}].`);

const egressLead = byWord('decision', requested('note plain', 'was decided on'), {
  allowed: requested('ok ok', 'was allowed'),
  denied: requested('failed error', 'was denied'),
  downgraded: requested('warning warning', 'was let through with less'),
  'approval-required': requested('waiting warning', 'needs an approval'),
});

const egress: EventReader = (payload, event) => ({
  lead: egressLead(payload, event),
  fields: [
    fieldOf(payload, 'decision'),
    fieldOf(payload, 'reason', { kind: 'any' }),
    ...fieldsOf(payload, 'destination credentialId auditCorrelationId'),
  ],
  contentFree: true,
});

const VERBOSITY = {
  summary: 'a summary, not the whole trace',
  full: 'the whole trace',
  off: 'no trace is stored',
};

const reasoned = sheet(
  'reasoning',
  phrase('reasoning plain Reasoning', `${AGENT} thought. Nothing was decided by this text.`),
  'verbosity tokenCount agentId causationHostId',
  { meanings: { verbosity: VERBOSITY }, values: 'reasoning' },
);

const reasoningDelta = sheet(
  'reasoning',
  (payload, event) => {
    const sequence = payload.peekNumber('sequence');
    const place = sequence === null ? '' : `, piece ${sequence + 1} of its block`;
    const words = `${AGENT} went on thinking${place}. The closing agent.reasoned counts.`;
    return phrase('reasoning plain Reasoning, a piece', words)(payload, event);
  },
  'sequence verbosity agentId',
  { meanings: { verbosity: VERBOSITY }, values: 'delta' },
);

const decided: EventReader = (payload) => {
  const decision = payload.within('decision');
  const who = called('Agent', 'The orchestrator', payload.peekText('agentId'));
  return {
    lead: lead('agent plain Decided', say`${who} decided: ${decisionLabel(decision)}.`),
    fields: [
      ...(decision === null ? [] : decisionFields(decision)),
      ...fieldsOf(payload, 'iteration agentId causationHostId'),
    ],
    parts: [
      decision === null
        ? valuePart(payload, 'decision')
        : valuePart(decision, 'successCriteria', 'Criteria of success'),
    ],
  };
};

function decisionFields(decision: Members) {
  const kind = fieldOf(decision, 'kind', { label: 'Decision' });
  return [kind, ...fieldsOf(decision, 'nextWorkerIds prompt reason confidence')];
}

function decisionLabel(decision: Members | null): Text {
  const kind = decision?.peekText('kind') ?? null;
  const workers = decision?.peek('nextWorkerIds');
  if (kind === 'next-worker' && Array.isArray(workers))
    return own(workers.length === 0 ? 'no worker is next' : `${count(workers.length, 'worker')} next`);
  if (kind === 'ask-user') return own('ask the user');
  if (kind === 'terminate') return own('end the run');
  return kind === null ? own('nothing recorded') : say`${kind}`;
}

/** "next-worker draft", "ask-user “Which market?”", "terminate". */
function decisionText(p: Fields): string {
  const kind = p.text('kind');
  return joined(spaced(kind, decisionDetail(p, kind)), p.countAfter('confidence', 'confidence'));
}

function decisionDetail(p: Fields, kind: string): string {
  if (kind === 'ask-user') return p.quoted('prompt');
  if (kind !== 'next-worker') return p.text('reason');
  const workers = p.list('nextWorkerIds').map((worker) => new Fields({ worker }).text('worker'));
  return someOf(workers, 4) || '(none)';
}

/** Texts of a phase of a chain, in a line and in a sentence about the worker. */
const PHASES: Readonly<Record<string, readonly [line: string, sentence: string]>> = {
  'dispatch.began': ['dispatch began', 'is being started'],
  'dispatch.succeeded': ['dispatched', 'was started'],
  'dispatch.failed': ['dispatch failed', 'could not be started'],
  'child.completed': ['child completed', 'ended well'],
  'child.failed': ['child failed', 'failed'],
  'child.cancelled': ['child cancelled', 'was cancelled'],
  'output.harvested': ['outputs taken over', 'gave its output'],
};

const chain: EventReader = (payload) => {
  const phase = payload.peekText('phase') ?? '';
  const isBad = phase.endsWith('.failed');
  const error = payload.has('error') ? errorFacts(payload) : null;
  const glyph = isBad ? 'failed' : phase.endsWith('cancelled') ? 'cancelled' : 'agent';
  const worker = called('Worker', 'A worker', payload.peekText('workerId'));
  return {
    lead: lead(
      `${glyph} ${isBad ? 'error' : 'plain'} Chain`,
      say`${worker} ${own(wordIn(PHASES, phase)?.[1] ?? 'went on')}.`,
    ),
    fields: [
      fieldOf(payload, 'phase'),
      ...(error?.fields ?? []),
      ...fieldsOf(payload, 'workerId childRunId parentRunId harvestedKeys causationHostId'),
    ],
    parts: [valuePart(payload, 'attestation'), ...(error?.parts ?? [])],
  };
};

const escalated: EventReader = (payload) => {
  const isRequested = payload.peekText('escalationKind') === 'clarify';
  return {
    lead: lead(
      'warning warning Escalated',
      isRequested
        ? 'The decision was not sure enough, so the user is prompted.'
        : 'The decision was not sure enough, so it is passed on.',
    ),
    fields: fieldsOf(payload, 'escalationKind confidence floor workerId parentRunId causationHostId'),
    parts: [confidenceShare(payload, 'confidence', 'floor'), valuePart(payload, 'originalDecision')],
  };
};

/** How a join of child runs ended: its tone, the words in a line, the style and the words of its sheet. */
const JOINS: Readonly<Record<string, readonly [EventTone, line: string, LeadStyle, sentence: string]>> = {
  satisfied: ['normal', 'joined', 'agent plain', 'joined'],
  partial: ['warning', 'joined in part', 'agent warning', 'joined in part; the run continues'],
  failed: ['failed', 'join failed', 'failed error', 'did not end as the join demands'],
};

const joinCounts = line(
  '{completedCount:count} completed; {failedCount:count} failed; {cancelledCount:count} cancelled',
);

/** Types of the families `agent` and `orchestration`. */
export const agentEvents = {
  // Types of the family `agent` but for the calls of tools.
  'agent.handoff': {
    summary: line('from {fromAgentId?} to {toAgentId}; {reason:quoted}'),
    sheet: sheet(
      'agent',
      phrase(
        'agent plain Handed over',
        '{Agent fromAgentId/An agent} handed over to {agent toAgentId/another one}.',
      ),
      'reason fromAgentId toAgentId agentId causationHostId',
    ),
  },
  'agent.decided': {
    summary: line('{decision.kind} | {decision:brief}; confidence {confidence:count}; {agentId}'),
    sheet: sheet(
      'agent',
      phrase('agent plain Decided', `${AGENT} decided.`),
      'confidence agentId causationHostId',
      { values: 'decision' },
    ),
  },
  'agent.verified': {
    tone: (p) => (p.text('verdict') === 'fail' ? 'warning' : 'normal'),
    summary: line('{verdict}; of {target:id}; confidence {confidence:count}; {criteria:names3}'),
    sheet: sheet('agent', verdict, 'verdict target criteria confidence agentId causationHostId', {
      contentFree: true,
    }),
  },
  'agent.invocation.started': {
    summary: line('{agentId}; from {source}; {resolvedModel} | {modelClass}; {toolSurfaceCount:amount tool}'),
    sheet: invoked,
  },
  'agent.invocation.completed': {
    tone: byOutcome,
    abnormal: ruleByOutcome,
    recovers: true,
    summary: line('{outcome}; {agentId}; confidence {confidence:count}'),
    sheet: sheet(
      'agent',
      ended('agent plain', 'Ended', `${AGENT} ended its work`),
      'outcome schemaValidated confidence enqueuedRunId agentId invocationId',
    ),
  },
  'tool.session.opened': {
    summary: line('{toolId}'),
    sheet: sheet(
      'agent',
      phrase('tool plain Session opened', 'A session with {tool toolId/a tool} began.'),
      'toolId sessionId',
    ),
  },
  'tool.session.closed': {
    tone: byOutcome,
    abnormal: ruleByOutcome,
    recovers: true,
    summary: line('{toolId}; {outcome}'),
    sheet: sheet(
      'agent',
      ended('tool plain', 'Session closed', 'The session with {tool toolId/a tool} ended'),
      'outcome toolId sessionId',
    ),
  },
  'egress.decided': {
    tone: (p) =>
      wordIn({ denied: 'warning', 'approval-required': 'waiting' } as const, p.text('decision')) ?? 'normal',
    abnormal: (payload) => ruleIn(payload, 'decision', { denied: 'refusal' }),
    summary: (p) => [
      spaced(p.text('decision'), p.text('destination')),
      p.text('reason') !== 'ok' && p.text('reason'),
    ],
    sheet: ['agent', egress],
  },
  // Reasoning of an agent, for information only (run-events 3.2.9, envelope 5).
  'agent.reasoned': {
    glyph: 'reasoning',
    stream: 'reasoningEnd',
    summary: line('{reasoning:quoted140}', '{agentId}; {verbosity}'),
    sheet: reasoned,
  },
  'agent.reasoning.delta': {
    stream: 'reasoning',
    summary: line('{delta:quoted140}'),
    sheet: reasoningDelta,
  },
  // Types of the family `orchestration`.
  'runOrchestrator.decided': {
    summary: (p) =>
      joined(
        p.child('decision').isObject ? decisionText(p.child('decision')) : p.brief('decision'),
        p.countAfter('iteration', 'iteration'),
      ) || brief(p.whole),
    sheet: ['orchestration', decided],
  },
  'core.workflowChain.event': {
    tone: (p) => {
      const phase = p.text('phase');
      return phase.endsWith('.failed') ? 'failed' : phase.endsWith('.cancelled') ? 'warning' : 'normal';
    },
    act: 'chain',
    abnormal: (payload) => (scalarText(member(payload, 'phase')).endsWith('.failed') ? 'failure' : null),
    summary: (p) => [
      wordIn(PHASES, p.text('phase'))?.[0] ?? p.text('phase'),
      p.after('worker', 'workerId'),
      p.idAfter('child run', 'childRunId'),
      p.names('harvestedKeys', 3),
      p.child('error').isObject && failureText(p, 'error'),
    ],
    sheet: ['orchestration', chain],
  },
  'core.dispatch.fanOut': {
    summary: line('{childCount:amount child run}; at most {maxConcurrency:count}; join {joinMode}'),
    sheet: sheet(
      'orchestration',
      lead('agent plain Dispatch', 'Several child runs were started.'),
      'childCount maxConcurrency joinMode fanOutPolicy',
    ),
  },
  'core.dispatch.join': {
    tone: (p) => wordIn(JOINS, p.text('joinOutcome'))?.[0] ?? 'normal',
    abnormal: (payload) => ruleIn(payload, 'joinOutcome', { failed: 'failure' }),
    summary: (p) => [wordIn(JOINS, p.text('joinOutcome'))?.[1] ?? p.text('joinOutcome'), joinCounts(p)],
    sheet: sheet(
      'orchestration',
      (payload) => {
        const [, , style, sentence] = wordIn(JOINS, payload.peekText('joinOutcome') ?? '') ?? [];
        return lead(`${style ?? 'agent plain'} Join`, `The child runs ${sentence ?? 'ended'}.`);
      },
      'joinOutcome completedCount failedCount cancelledCount mergeOrder',
    ),
  },
  'context.summarized': {
    summary: line(
      '{replacedTurns:length turn} replaced; {tokensBefore?} to {tokensAfter} tokens; by {summaryRef:id}',
    ),
    sheet: sheet(
      'orchestration',
      lead('note plain Summarised', 'Earlier turns were replaced by a summary.'),
      'iteration replacedTurns summaryRef tokensBefore tokensAfter tokenCounter',
    ),
  },
  'core.workflowChain.confidence-escalated': {
    tone: 'warning',
    summary: line('{escalationKind}; confidence {confidence:count} below {floor:count?}; worker {workerId}'),
    sheet: ['orchestration', escalated],
  },
} satisfies Record<string, EventDescription>;
