/** Tool calls and what they returned (run-events 3.2.9). A result is content from outside (security S-16). */
import { foldedType } from '@openwop-inspector/protocol';
import type { Renderer } from '../../contract/renderer.ts';
import { durationField, idField, textField, valuePart, wordField } from '../sheet/fields.ts';
import type { Members } from '../sheet/members.ts';
import { called, own, say, type Words } from '../sheet/say.ts';
import type { Lead, Sheet, SheetField, SheetPart } from '../sheet/sheet.ts';
import { type EventReader, eventSheet, eventSheets } from '../sheet/sheet-renderer.ts';
import { SheetView } from '../show/SheetView.tsx';
import { type ErrorFacts, errorFacts } from './error-facts.ts';

const STATUS: ReadonlyMap<string, string> = new Map([
  ['ok', 'the tool did what it was asked'],
  ['error', 'the tool failed'],
  ['forbidden', 'the call was not allowed'],
  ['rate_limited', 'the tool refused for now'],
]);

/** Names under which hosts write arguments, and results. */
const ARGUMENTS = ['inputs', 'arguments', 'args', 'input'] as const;
const RESULTS = ['outcome', 'result', 'output', 'content'] as const;

const toolCalled: EventReader = (payload) => ({
  lead: {
    glyph: 'tool',
    tone: 'plain',
    badge: 'Tool call',
    words: say`${agentWords(payload)} called ${toolWords(payload)}.`,
  },
  fields: [...toolFields(payload), pairField(payload, 'agent.toolReturned')],
  parts: ARGUMENTS.map((key) => valuePart(payload, key, 'Arguments')),
});

const toolReturned: EventReader = (payload) => {
  const error = returnedError(payload);
  return {
    lead: returnLead(payload, error),
    fields: [
      wordField(payload, 'status', 'Status', STATUS),
      durationField(payload, 'durationMs', 'Duration'),
      ...(error?.fields ?? []),
      ...toolFields(payload),
      pairField(payload, 'agent.toolCalled'),
    ],
    parts: [
      error !== null && hasResult(payload) ? bothNotice : null,
      ...RESULTS.map((key) => valuePart(payload, key, 'Result', { fromOutside: true })),
      ...(error?.parts ?? []),
    ],
  };
};

/** The error of a return; null when there is none, for a result may hold a code of its own. */
function returnedError(payload: Members): ErrorFacts | null {
  const error = payload.peek('error') ?? null;
  if (error !== null) return errorFacts(payload);
  if (payload.has('error')) payload.take('error');
  return null;
}

function returnLead(payload: Members, error: ErrorFacts | null): Lead {
  const status = payload.peekText('status') ?? (error === null ? 'ok' : 'error');
  const tool = toolWords(payload);
  if (status === 'ok')
    return {
      glyph: 'tool',
      tone: 'ok',
      badge: 'Tool return',
      words: say`${capital(tool)} returned a result.`,
    };
  const code = error?.code ?? null;
  const words = say`${capital(tool)} did not return a result${code === null ? null : say`: ${code}`}.`;
  return {
    glyph: status === 'error' ? 'failed' : 'warning',
    tone: status === 'error' ? 'error' : 'warning',
    badge: 'Tool return',
    words,
  };
}

function capital(words: Words): Words {
  const [first, ...rest] = words;
  return typeof first === 'string' ? [first.charAt(0).toUpperCase() + first.slice(1), ...rest] : words;
}

function agentWords(payload: Members): Words {
  return called('Agent', 'An agent', payload.peekText('agentId'));
}

function toolWords(payload: Members): Words {
  const name = payload.peekText('toolName') ?? payload.peekText('tool') ?? payload.peekText('name');
  return called('tool', 'a tool', name);
}

function toolFields(payload: Members): readonly (SheetField | null)[] {
  return [
    idField(payload, 'toolName', 'Tool'),
    idField(payload, 'tool', 'Tool'),
    idField(payload, 'agentId', 'Agent'),
    idField(payload, 'transport', 'Transport'),
    idField(payload, 'principal', 'Principal'),
    idField(payload, 'argsHash', 'Hash of arguments'),
    idField(payload, 'causationHostId', 'Caused on host'),
    idField(payload, 'callId', 'Call'),
  ];
}

/** Names the other half: the two belong together by their callId. */
function pairField(payload: Members, other: string): SheetField | null {
  const callId = payload.peekText('callId');
  if (callId === null) return null;
  return {
    label: 'Belongs to',
    pointer: null,
    value: { kind: 'own', words: say`the ${other} with call ${callId}` },
  };
}

function hasResult(payload: Members): boolean {
  return RESULTS.some((key) => (payload.peek(key) ?? null) !== null);
}

const bothNotice: SheetPart = {
  kind: 'notice',
  tone: 'warning',
  words: own('There is a result and an error; only one of them should be recorded.'),
};

export const toolEvents = eventSheets('tool', 'Tool', {
  'agent.toolCalled': toolCalled,
  'agent.toolReturned': toolReturned,
});

/** Extension events of hosts that speak MCP: outside the catalogue, so the fields are the usual ones, if they are there. */
const mcpEvent: EventReader = (payload, event) => {
  const error = returnedError(payload);
  return {
    lead: {
      glyph: error === null ? 'tool' : 'failed',
      tone: error === null ? 'plain' : 'error',
      badge: 'MCP',
      words: say`${event.type} is an event of the host, outside the catalogue.`,
    },
    fields: [
      ...(error?.fields ?? []),
      ...toolFields(payload),
      idField(payload, 'server', 'Server'),
      idField(payload, 'method', 'Method'),
      textField(payload, 'name', 'Name'),
      durationField(payload, 'durationMs', 'Duration'),
    ],
    parts: [
      ...ARGUMENTS.map((key) => valuePart(payload, key, 'Arguments')),
      ...RESULTS.map((key) => valuePart(payload, key, 'Result', { fromOutside: true })),
      ...(error?.parts ?? []),
    ],
  };
};

export const mcpEvents: Renderer<Sheet> = {
  name: 'event/mcp',
  title: 'MCP',
  takes: (subject) =>
    subject.kind === 'event' && !subject.tooLarge && foldedType(subject.type).startsWith('mcp.'),
  read: (subject) =>
    subject.kind === 'event'
      ? eventSheet(subject, mcpEvent)
      : {
          ok: false,
          problem: {
            message: 'This is no event.',
            pointer: '',
            clause: 'run-events 1',
            nearest: 'An event.',
          },
        },
  Show: SheetView,
};
