/** Renderers made of sheets: which subjects one reads, and how a payload becomes a sheet. */

import { countOf, isRecord, member } from '@openwop-inspector/base';
import {
  called,
  derivedField,
  eventSheet,
  fieldsOf,
  genericSheet,
  lead,
  Members,
  own,
  type Sheet,
  type SheetBody,
  type SheetPart,
  say,
  sheetOf,
  sheetOfType,
  type SheetView as View,
  valuePart,
} from '@openwop-inspector/events';
import { eventTypeInfo, foldedType, publishedKindSchema } from '@openwop-inspector/protocol';
import type { EnvelopeSubject } from '../../contract/render-services.ts';
import { type ReadProblem, type Renderer, unread } from '../../contract/renderer.ts';
import { SheetView } from '../show/SheetView.tsx';

/** A renderer for the event types whose sheets belong to one view, and for their aliases (run-events 3.4). */
export function eventSheets(view: View, title: string): Renderer<Sheet> {
  return {
    name: `event/${view}`,
    title,
    read: (subject) => {
      const known = subject.kind === 'event' ? sheetOfType(subject.type) : null;
      if (subject.kind !== 'event' || known?.[0] !== view) return null;
      const sheet = eventSheet(subject.value, subject, known[1]);
      if (sheet !== null) return { ok: true, view: sheet };
      const clause = eventTypeInfo(foldedType(subject.type))?.clause ?? 'run-events 1';
      const nearest = 'An object with the fields of this event type.';
      return unread({ ...noPayload, pointer: '', clause, nearest });
    },
    Show: SheetView,
  };
}

/** Reads any payload of an event: the last before raw JSON. */
export const genericEventRenderer: Renderer<Sheet> = {
  name: 'event/any',
  title: 'Fields of the event',
  read: (subject) =>
    subject.kind === 'event' ? { ok: true, view: genericSheet(subject.value, subject) } : null,
  Show: SheetView,
};

/** Reads the payload of one kind; returns a problem for a payload that does not match the kind. */
export type KindReader = (payload: Members, envelope: EnvelopeSubject) => SheetBody | ReadProblem;

/** A renderer for one envelope kind (envelope 4). Pointers count from the envelope. */
export function kindSheet(kind: string, title: string, clause: string, reader: KindReader): Renderer<Sheet> {
  return {
    name: `kind/${kind}`,
    title,
    read: (subject) => {
      if (subject.kind !== 'envelope' || subject.type !== kind) return null;
      const value = member(subject.value, 'payload');
      if (!isRecord(value)) return unread({ ...noPayload, clause });
      const payload = new Members(value, '/payload');
      const body = reader(payload, subject);
      return 'message' in body ? unread(body) : { ok: true, view: sheetOf(body, payload, null) };
    },
    Show: SheetView,
  };
}

const noPayload: ReadProblem = {
  message: 'The payload is not an object.',
  pointer: '/payload',
  clause: 'envelope 4',
  nearest: 'A payload with the fields of this kind.',
};

// Sheets of envelope kinds: the model asks the user, requests a schema, reports an error (envelope 4).

const CLAUSE = 'envelope 4';
const QUESTIONS = '{"questions": [{"id": "q1", "question": "…"}]}';

/** Questions in their order, each with a disabled form of its answer. Invalid entries stay in place. */
export const clarificationRequest = kindSheet(
  'clarification.request',
  'Questions',
  CLAUSE,
  (payload, envelope) => {
    const list = payload.peek('questions');
    const pointer = payload.pointerOf('questions');
    if (!Array.isArray(list)) {
      const message = payload.has('questions') ? 'The questions are not a list.' : 'There are no questions.';
      return { message, pointer, clause: CLAUSE, nearest: QUESTIONS };
    }
    if (list.length === 0)
      return { message: 'The list of questions is empty.', pointer, clause: CLAUSE, nearest: QUESTIONS };
    payload.take('questions');
    const schema = envelope.interrupt?.resumeSchema ?? null;
    return {
      lead: lead('ask note Asks', say`The model asks ${own(countOf(list.length, 'question'))}.`),
      fields: fieldsOf(payload, 'contextType'),
      parts: [
        { kind: 'questions', list, pointer },
        schema === null ? null : { kind: 'form', title: 'What resumes the run', schema, pointer: null },
        reasoningPart(payload),
        valuePart(payload, 'context', undefined, { open: false }),
      ],
    };
  },
);

/** The codes that the protocol recommends to models. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['validation_failed', 'The model could not make a valid payload.'],
  ['tool_call_refused', 'The model did not make a tool call.'],
  ['context_exhausted', 'The model ran out of context.'],
  ['ambiguous_intent', 'The model could not determine what is wanted.'],
]);

/** It is the model's own error, and no failure of the host or the run. */
export const modelError = kindSheet('error', "The model's report", CLAUSE, (payload) => {
  const code = payload.peekText('code');
  if (code === null && payload.peekText('message') === null) {
    return {
      message: 'The report has neither a code nor a message.',
      pointer: payload.pointer,
      clause: CLAUSE,
      nearest: '{"code": "ambiguous_intent", "message": "…"}',
    };
  }
  const meaning = MEANINGS.get(code ?? '');
  return {
    lead: lead("model note Model's report", 'Reported by the model. The host did not fail.'),
    fields: [
      ...fieldsOf(payload, 'code'),
      meaning === undefined ? null : derivedField('Meaning', meaning),
      ...fieldsOf(payload, 'message'),
    ],
    parts: [valuePart(payload, 'details'), reasoningPart(payload)],
  };
});

const noType = {
  message: 'The payload does not name a kind.',
  pointer: '/payload/envelopeType',
  clause: CLAUSE,
  nearest: '{"envelopeType": "media.image"}',
};

export const schemaRequest = kindSheet('schema.request', 'Requested schema', CLAUSE, (payload) => {
  const kind = payload.peekText('envelopeType');
  if (kind === null) return noType;
  return {
    lead: lead('ask note Asks', say`The model asks for the schema of ${called('kind', 'a kind', kind)}.`),
    fields: fieldsOf(payload, 'envelopeType reason'),
    parts: [schemaPart(kind), reasoningPart(payload)],
  };
});

export const schemaResponse = kindSheet('schema.response', 'Schema received', CLAUSE, (payload) => {
  const kind = payload.peekText('envelopeType');
  if (kind === null) return noType;
  const words = say`The model says that it has the schema of ${called('kind', 'a kind', kind)}.`;
  return {
    lead:
      payload.peek('ack') === true
        ? lead('ok ok Received', words)
        : lead(
            'warning warning Not acknowledged',
            'The payload does not say "ack": true, so it acknowledges nothing.',
          ),
    fields: fieldsOf(payload, 'envelopeType ack'),
    parts: [schemaPart(kind)],
  };
});

/** The published schema of a kind. Hosts have more kinds than are published. */
function schemaPart(kind: string): SheetPart {
  const schema = publishedKindSchema(kind);
  if (schema === null)
    return { kind: 'notice', tone: 'plain', words: own('The schema of this kind is not known here.') };
  return { kind: 'known', title: 'Published schema', value: schema };
}

/** `reasoning` of a payload: folded, for information only, never merged with anything (envelope 5). */
function reasoningPart(payload: Members): SheetPart | null {
  if (payload.peek('reasoning') === null) payload.take('reasoning');
  return typeof payload.peek('reasoning') === 'string'
    ? valuePart(payload, 'reasoning', 'Reasoning in the payload', { open: false })
    : null;
}
