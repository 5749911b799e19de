/** Tool calls and what they returned (run-events 3.2.9). A result is content from outside (security S-16). */
import { capital, member } from '@openwop-inspector/base';
import type { EventDescription } from '../description.ts';
import { ruleIn } from '../failure.ts';
import { type Fields, spaced } from '../fields.ts';
import { type EventReader, lead } from '../sheet/event-sheet.ts';
import { fieldOf, fieldsOf, notice, valuePart, wordField } from '../sheet/fields.ts';
import { type ErrorFacts, errorFacts } from '../sheet/interrupt-data.ts';
import { called, type Members, say, type Text, withStart } from '../sheet/members.ts';
import type { Lead, SheetField, SheetPart } from '../sheet/sheet.ts';

const STATUS = {
  ok: 'the tool succeeded',
  error: 'the tool failed',
  forbidden: 'the call was not allowed',
  rate_limited: 'the tool refused for now',
};

/** Names under which hosts write arguments, and results. */
const ARGUMENTS = ['inputs', 'arguments', 'args', 'input'] as const;
const RESULTS = ['outcome', 'result', 'output', 'content'] as const;
const TOOL = 'toolName tool agentId transport principal argsHash causationHostId callId';

const toolCalled: EventReader = (payload) => ({
  lead: lead(
    'tool plain Tool call',
    say`${called('Agent', 'An agent', payload.peekText('agentId'))} called ${toolText(payload)}.`,
  ),
  fields: [...fieldsOf(payload, TOOL), pairField(payload, 'agent.toolReturned')],
  parts: ARGUMENTS.map((key) => valuePart(payload, key, 'Arguments')),
});

const toolReturned: EventReader = (payload) => {
  const error = returnedError(payload);
  const hasResult = RESULTS.some((key) => (payload.peek(key) ?? null) !== null);
  return {
    lead: returnLead(payload, error),
    fields: [
      wordField(payload, 'status', STATUS),
      fieldOf(payload, 'durationMs'),
      ...(error?.fields ?? []),
      ...fieldsOf(payload, TOOL),
      pairField(payload, 'agent.toolCalled'),
    ],
    parts: [
      error !== null && hasResult ? bothNotice : null,
      ...resultParts(payload),
      ...(error?.parts ?? []),
    ],
  };
};

function resultParts(payload: Members): readonly (SheetPart | null)[] {
  return RESULTS.map((key) => valuePart(payload, key, 'Result', { fromOutside: true }));
}

/** The error of a return; null when there is none, for a result may hold a code of its own. */
function returnedError(payload: Members): ErrorFacts | null {
  const error = payload.peek('error') ?? null;
  if (error !== null) return errorFacts(payload);
  if (payload.has('error')) payload.take('error');
  return null;
}

function returnLead(payload: Members, error: ErrorFacts | null): Lead {
  const status = payload.peekText('status') ?? (error === null ? 'ok' : 'error');
  const tool = withStart(toolText(payload), capital);
  if (status === 'ok') return lead('tool ok Tool return', say`${tool} returned a result.`);
  const code = error?.code ?? null;
  const words = say`${tool} did not return a result${code === null ? null : say`: ${code}`}.`;
  return status === 'error'
    ? lead('failed error Tool return', words)
    : lead('warning warning Tool return', words);
}

function toolText(payload: Members): Text {
  const name = payload.peekText('toolName') ?? payload.peekText('tool') ?? payload.peekText('name');
  return called('tool', 'a tool', name);
}

/** Names the other half: the two belong together by their callId. */
function pairField(payload: Members, other: string): SheetField | null {
  const callId = payload.peekText('callId');
  if (callId === null) return null;
  const words = say`the ${other} with call ${callId}`;
  return { label: 'Belongs to', pointer: null, value: { kind: 'own', words } };
}

const bothNotice = notice('warning', 'There is a result and an error; only one of them should be recorded.');

/** Extension events of hosts that speak MCP: outside the catalogue, so the fields are the usual ones, if they are there. */
export const mcpSheet: EventReader = (payload, event) => {
  const error = returnedError(payload);
  return {
    lead: lead(
      error === null ? 'tool plain MCP' : 'failed error MCP',
      say`${event.type} is an event of the host, outside the catalogue.`,
    ),
    fields: [
      ...(error?.fields ?? []),
      ...fieldsOf(payload, TOOL),
      ...fieldsOf(payload, 'server method'),
      fieldOf(payload, 'name', { kind: 'text' }),
      fieldOf(payload, 'durationMs'),
    ],
    parts: [
      ...ARGUMENTS.map((key) => valuePart(payload, key, 'Arguments')),
      ...resultParts(payload),
      ...(error?.parts ?? []),
    ],
  };
};

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

function argumentText(p: Fields): string {
  const inputs = p.child('inputs');
  // The first text among the arguments distinguishes the call better than their names.
  const first = inputs.keys().find((key) => inputs.quoted(key) !== '');
  return first === undefined ? p.brief('inputs') : inputs.quoted(first, 90);
}

/** Calls of tools and their returns. */
export const toolEvents = {
  'agent.toolCalled': {
    glyph: 'tool',
    act: 'toolCalled',
    effect: 'tool-call',
    summary: (p) => [spaced(p.text('toolName'), argumentText(p)), p.text('transport')],
    sheet: ['tool', toolCalled],
  },
  'agent.toolReturned': {
    glyph: 'tool',
    tone: (p) => {
      const status = p.text('status');
      return (status !== '' && status !== 'ok') || !isMissing(p.value('error')) ? 'failed' : 'normal';
    },
    act: 'toolReturned',
    // By the status of a return; of one without a status by its error.
    abnormal: (payload: unknown) => {
      const byStatus = ruleIn(payload, 'status', {
        forbidden: 'refusal',
        rate_limited: 'limit',
        timeout: 'timeout',
        error: 'failure',
      });
      return byStatus ?? (isMissing(member(payload, 'error')) ? null : 'failure');
    },
    recovers: true,
    summary: (p) => {
      const status = p.text('status');
      return [
        p.text('toolName'),
        status !== 'ok' && status,
        p.child('error').text('code') || p.text('error'),
        p.brief('outcome'),
        p.duration('durationMs'),
      ];
    },
    sheet: ['tool', toolReturned],
  },
} satisfies Record<string, EventDescription>;
