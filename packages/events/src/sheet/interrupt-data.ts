/** The request of an interrupt, by its kind and in the forms that hosts write (run-events 3.3). */
import { countOf } from '@openwop-inspector/base';
import { isProblemCode, isRefusalCode, problemInfo, refusalInfo } from '@openwop-inspector/protocol';
import type { SheetBody } from './event-sheet.ts';
import { derivedField, fieldOf, fieldsOf, notice, valuePart, wordField } from './fields.ts';
import type { Members } from './members.ts';
import type { SheetField, SheetPart } from './sheet.ts';

/** The request, as fields and parts of a sheet. */
export type InterruptData = Required<Pick<SheetBody, 'fields' | 'parts'>>;

/** Returns the members of the request: `data`, or the `config` that some hosts wrap it in; null for neither. */
export function interruptData(payload: Members): Members | null {
  const data = payload.within('data');
  return data?.within('config') ?? data ?? payload.within('config');
}

/** Fields and parts of the data of one kind. Additional members are listed with the other fields. */
export function readInterruptData(kind: string | null, data: Members): InterruptData {
  // A surface in an interrupt is an envelope of its own, and displayed as one (envelope 7.5).
  if (data.has('catalogVersion') && data.has('surface'))
    return {
      fields: fieldsOf(data, 'catalogVersion'),
      parts: [
        notice('note', 'It asks with a surface, which is displayed as an envelope.'),
        valuePart(data, 'surface', 'Surface as JSON', { open: false }),
      ],
    };
  if (kind === 'approval') return approvalData(data);
  if (kind === 'clarification') return clarificationData(data);
  if (kind === 'external-event')
    return { fields: fieldsOf(data, 'eventType'), parts: [valuePart(data, 'correlation')] };
  if (kind === 'custom') return { fields: fieldsOf(data, 'customKind'), parts: [valuePart(data, 'payload')] };
  if (kind === 'low-confidence')
    return {
      fields: confidenceFields(data),
      parts: [confidenceShare(data), valuePart(data, 'decision', 'Decision it was not sure of')],
    };
  return {
    fields: fieldsOf(data, 'conversationId title turnIndex reason agentId questions'),
    parts: [valuePart(data, 'initialPrompt', 'First prompt'), valuePart(data, 'prompt'), outcomeForm(data)],
  };
}

function clarificationData(data: Members): InterruptData {
  const list = data.peek('questions');
  const fields = fieldsOf(data, 'contextType');
  if (Array.isArray(list)) {
    data.take('questions');
    return { fields, parts: [{ kind: 'questions', list, pointer: data.pointerOf('questions') }] };
  }
  if (data.peekText('question') === null) return { fields, parts: [] };
  // One host writes a single question as the data itself (run-events 3.3).
  const entry = { question: data.take('question'), schema: data.take('schema') };
  return { fields, parts: [{ kind: 'question', entry, pointer: data.pointer }] };
}

const REJECTION_POLICIES: Readonly<Record<string, string>> = {
  'single-veto': 'one rejection ends it',
  majority: 'most of the votes decide',
};

/** Who may act on an approval, what they may do, and how many of them it takes. */
export function approvalData(data: Members): InterruptData {
  const required = data.peekNumber('requiredApprovals');
  const quorum =
    required === null
      ? derivedField('Quorum', '1 approval, because no number is given')
      : fieldOf(data, 'requiredApprovals', { unit: required === 1 ? 'approval' : 'approvals' });
  const audience = data.within('audience');
  const named = ['approversList', 'approverGroupRefs', 'approverRoleRefs', 'audience'].some((key) =>
    data.has(key),
  );
  return {
    fields: [
      ...fieldsOf(data, 'title prompt description artifactType artifactId revisionId actions'),
      quorum,
      wordField(data, 'rejectionPolicy', REJECTION_POLICIES),
      fieldOf(data, 'overrideBypassesQuorum'),
      named ? null : derivedField('Who may act', 'No approver is named; the host decides.'),
      ...fieldsOf(data, 'approversList approverGroupRefs approverRoleRefs'),
      ...(audience === null ? [] : fieldsOf(audience, 'subjects groups roles')),
    ],
    parts: [valuePart(data, 'artifactData', 'Artifact', { open: false })],
  };
}

/** Who was not sure, and how sure it had to be. */
export function confidenceFields(from: Members): readonly (SheetField | null)[] {
  const [agent, threshold] = [fieldOf(from, 'agentId'), fieldOf(from, 'threshold')];
  return [agent, fieldOf(from, 'observed', { label: 'Confidence' }), threshold];
}

/** How far an agent was from being sure enough; null when a number is missing. */
export function confidenceShare(from: Members, given = 'observed', least = 'threshold'): SheetPart | null {
  const value = from.peekNumber(given);
  const of = from.peekNumber(least);
  if (value === null || of === null) return null;
  return { kind: 'share', value, of, words: `Confidence ${value}, and at least ${of} is required.` };
}

/** A schema that is written as null is a schema all the same. */
function outcomeForm(data: Members): SheetPart | null {
  if (!data.has('outcomeSchema')) return null;
  const pointer = data.pointerOf('outcomeSchema');
  return { kind: 'form', title: 'Outcome', schema: data.take('outcomeSchema'), pointer };
}

/** `3 questions`, for a sentence; null when the data has none. */
export function questionCount(data: Members | null): string | null {
  const list = data?.peek('questions');
  return Array.isArray(list) ? countOf(list.length, 'question') : null;
}

// The error of a failed event, in whatever form a host wrote it (run-events 5.3).

export interface ErrorFacts extends Required<Pick<SheetBody, 'fields' | 'parts'>> {
  /** For a sentence; null when none was recorded. */
  readonly code: string | null;
}

/**
 * Reads the error under `key`: an object, or a text, or, where there is neither, `code` and `message` of the payload
 * itself. A copy of the same code and message outside the object is not displayed twice.
 */
export function errorFacts(payload: Members, key = 'error'): ErrorFacts {
  const error = payload.within(key);
  if (error === null) {
    const isText = typeof payload.peek(key) === 'string';
    const own = factsOf(payload);
    if (!isText) return own;
    return { ...own, fields: [...own.fields, fieldOf(payload, key, { kind: 'text', label: 'Message' })] };
  }
  for (const name of ['code', 'message']) {
    if (payload.peek(name) === error.peek(name)) payload.take(name);
  }
  return factsOf(error);
}

function factsOf(error: Members): ErrorFacts {
  const code = error.peekText('code');
  return {
    code,
    fields: [
      ...fieldsOf(error, 'code message'),
      ...knownCode(code),
      ...fieldsOf(error, 'userMessage category action retryable'),
    ],
    parts: [valuePart(error, 'details'), valuePart(error, 'stack', 'Stack', { open: false, look: 'mono' })],
  };
}

/** What the table of codes says: meaning, advice, clause. */
function knownCode(code: string | null): readonly SheetField[] {
  if (code === null) return [];
  const info = isRefusalCode(code) ? refusalInfo(code) : isProblemCode(code) ? problemInfo(code) : null;
  if (info === null) return [];
  return [
    derivedField('Meaning', `${info.title}.`),
    derivedField('What to do', info.advice),
    derivedField('Clause', info.clause),
  ];
}
