/** What agents do beside calling tools and thinking (run-events 3.2.9). */
import {
  anyField,
  flagField,
  idField,
  namesField,
  numberField,
  textField,
  valuePart,
  wordField,
} from '../sheet/fields.ts';
import type { Members } from '../sheet/members.ts';
import { called, own, say, type Words } from '../sheet/say.ts';
import type { SheetGlyph, Tone } from '../sheet/sheet.ts';
import { type EventReader, eventSheets } from '../sheet/sheet-renderer.ts';

const handoff: EventReader = (payload) => ({
  lead: {
    glyph: 'agent',
    tone: 'plain',
    badge: 'Handed over',
    words: say`${called('Agent', 'An agent', payload.peekText('fromAgentId'))} handed over to ${called('agent', 'another one', payload.peekText('toAgentId'))}.`,
  },
  fields: [
    textField(payload, 'reason', 'Reason'),
    idField(payload, 'fromAgentId', 'From'),
    idField(payload, 'toAgentId', 'To'),
    idField(payload, 'agentId', 'Agent'),
    idField(payload, 'causationHostId', 'Caused on host'),
  ],
});

const decided: EventReader = (payload) => ({
  lead: { glyph: 'agent', tone: 'plain', badge: 'Decided', words: say`${agentWords(payload)} decided.` },
  fields: [
    numberField(payload, 'confidence', 'Confidence'),
    idField(payload, 'agentId', 'Agent'),
    idField(payload, 'causationHostId', 'Caused on host'),
  ],
  parts: [valuePart(payload, 'decision', 'Decision')],
});

const VERDICTS: ReadonlyMap<string, readonly [SheetGlyph, Tone, string]> = new Map([
  ['pass', ['ok', 'ok', 'found nothing against it']],
  ['fail', ['failed', 'error', 'turned it down']],
  ['revise', ['retry', 'warning', 'asks for changes']],
]);

const verified: EventReader = (payload) => {
  const [glyph, tone, words] = VERDICTS.get(payload.peekText('verdict') ?? '') ?? [
    'note',
    'plain',
    'checked it',
  ];
  return {
    lead: { glyph, tone, badge: 'Verified', words: say`${agentWords(payload)} ${own(words)}.` },
    fields: [
      idField(payload, 'verdict', 'Verdict'),
      idField(payload, 'target', 'What was checked'),
      namesField(payload, 'criteria', 'Criteria'),
      numberField(payload, 'confidence', 'Confidence'),
      idField(payload, 'agentId', 'Agent'),
      idField(payload, 'causationHostId', 'Caused on host'),
    ],
    contentFree: true,
  };
};

const SOURCES: ReadonlyMap<string, string> = new Map([
  ['workflow-node', 'a node of the workflow'],
  ['run-api', 'a call of the run API'],
  ['chat-mention', 'a mention in a chat'],
]);

const began: EventReader = (payload) => ({
  lead: {
    glyph: 'running',
    tone: 'plain',
    badge: 'Invoked',
    words: say`${agentWords(payload)} began to work.`,
  },
  fields: [
    idField(payload, 'agentId', 'Agent'),
    wordField(payload, 'source', 'Called by', SOURCES),
    idField(payload, 'resolvedProvider', 'Provider'),
    idField(payload, 'resolvedModel', 'Model'),
    idField(payload, 'modelClass', 'Model class'),
    idField(payload, 'resolvedAgentVersion', 'Agent version'),
    idField(payload, 'resolvedChannel', 'Channel'),
    numberField(payload, 'toolSurfaceCount', 'Tools at hand'),
    flagField(payload, 'memoryBound', 'Has memory'),
    idField(payload, 'invocationId', 'Invocation'),
  ],
});

const OUTCOMES: ReadonlyMap<string, readonly [SheetGlyph, Tone]> = new Map([
  ['completed', ['ok', 'ok']],
  ['handed-off', ['agent', 'plain']],
  ['escalated', ['warning', 'warning']],
  ['refused', ['warning', 'warning']],
  ['failed', ['failed', 'error']],
  ['cancelled', ['cancelled', 'warning']],
]);

const ended: EventReader = (payload) => {
  const outcome = payload.peekText('outcome');
  const [glyph, tone] = OUTCOMES.get(outcome ?? '') ?? ['agent', 'plain'];
  return {
    lead: {
      glyph,
      tone,
      badge: 'Ended',
      words: say`${agentWords(payload)} ended its work${outcomeWords(outcome)}.`,
    },
    fields: [
      idField(payload, 'outcome', 'Outcome'),
      flagField(payload, 'schemaValidated', 'Schema checked'),
      numberField(payload, 'confidence', 'Confidence'),
      idField(payload, 'enqueuedRunId', 'Run it started'),
      idField(payload, 'agentId', 'Agent'),
      idField(payload, 'invocationId', 'Invocation'),
    ],
  };
};

const sessionOpened: EventReader = (payload) => ({
  lead: {
    glyph: 'tool',
    tone: 'plain',
    badge: 'Session opened',
    words: say`A session with ${tool(payload)} began.`,
  },
  fields: [idField(payload, 'toolId', 'Tool'), idField(payload, 'sessionId', 'Session')],
});

const sessionClosed: EventReader = (payload) => {
  const outcome = payload.peekText('outcome');
  const [glyph, tone] = OUTCOMES.get(outcome ?? '') ?? ['tool', 'plain'];
  return {
    lead: {
      glyph,
      tone,
      badge: 'Session closed',
      words: say`The session with ${tool(payload)} ended${outcomeWords(outcome)}.`,
    },
    fields: [
      idField(payload, 'outcome', 'Outcome'),
      idField(payload, 'toolId', 'Tool'),
      idField(payload, 'sessionId', 'Session'),
    ],
  };
};

const EGRESS: ReadonlyMap<string, readonly [SheetGlyph, Tone, string]> = new Map([
  ['allowed', ['ok', 'ok', 'A request to the outside was allowed']],
  ['denied', ['failed', 'error', 'A request to the outside was denied']],
  ['downgraded', ['warning', 'warning', 'A request to the outside was let through with less']],
  ['approval-required', ['waiting', 'warning', 'A request to the outside needs an approval']],
]);

const egress: EventReader = (payload) => {
  const [glyph, tone, words] = EGRESS.get(payload.peekText('decision') ?? '') ?? [
    'note',
    'plain',
    'A request to the outside was decided on',
  ];
  const to = payload.peekText('destination');
  return {
    lead: { glyph, tone, badge: 'Egress', words: say`${own(words)}${to === null ? null : say`, to ${to}`}.` },
    fields: [
      idField(payload, 'decision', 'Decision'),
      anyField(payload, 'reason', 'Reason'),
      idField(payload, 'destination', 'Destination'),
      idField(payload, 'credentialId', 'Credential'),
      idField(payload, 'auditCorrelationId', 'Audit'),
    ],
    contentFree: true,
  };
};

function agentWords(payload: Members): Words {
  return called('Agent', 'An agent', payload.peekText('agentId'));
}

function tool(payload: Members): Words {
  return called('tool', 'a tool', payload.peekText('toolId'));
}

function outcomeWords(outcome: string | null): Words {
  return outcome === null ? [] : say`: ${outcome}`;
}

export const agentEvents = eventSheets('agent', 'Agent', {
  'agent.handoff': handoff,
  'agent.decided': decided,
  'agent.verified': verified,
  'agent.invocation.started': began,
  'agent.invocation.completed': ended,
  'tool.session.opened': sessionOpened,
  'tool.session.closed': sessionClosed,
  'egress.decided': egress,
});
