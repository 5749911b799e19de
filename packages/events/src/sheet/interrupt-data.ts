/** The request of an interrupt, by its kind and in the forms that hosts write (run-events 3.3). */

import { countOf } from '@openwop-inspector/base';
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
  if (data.has('catalogVersion') && data.has('surface')) return surfaceData(data);
  switch (kind) {
    case 'approval':
      return approvalData(data);
    case 'clarification':
      return clarificationData(data);
    case 'external-event':
      return { fields: fieldsOf(data, 'eventType'), parts: [valuePart(data, 'correlation')] };
    case 'custom':
      return { fields: fieldsOf(data, 'customKind'), parts: [valuePart(data, 'payload')] };
    case 'low-confidence':
      return lowConfidenceData(data);
    default:
      return conversationData(data);
  }
}

/** A surface in an interrupt is an envelope of its own, and displayed as one (envelope 7.5). */
function surfaceData(data: Members): InterruptData {
  return {
    fields: fieldsOf(data, 'catalogVersion'),
    parts: [
      notice('note', 'It asks with a surface, which is displayed as an envelope.'),
      valuePart(data, 'surface', 'Surface as JSON', { open: false }),
    ],
  };
}

const REJECTION_POLICIES: Readonly<Record<string, string>> = {
  'single-veto': 'one rejection ends it',
  majority: 'most of the votes decide',
};

/** Who may act on an approval, what they may do, and how many of them it takes. */
export function approvalData(data: Members): InterruptData {
  return {
    fields: [
      ...fieldsOf(data, 'title prompt description artifactType artifactId revisionId actions'),
      ...quorumFields(data),
      ...approverFields(data),
    ],
    parts: [valuePart(data, 'artifactData', 'Artifact', { open: false })],
  };
}

function quorumFields(data: Members): readonly (SheetField | null)[] {
  const required = data.peekNumber('requiredApprovals');
  const quorum =
    required === null
      ? derivedField('Quorum', '1 approval, because no number is given')
      : fieldOf(data, 'requiredApprovals', { unit: required === 1 ? 'approval' : 'approvals' });
  return [
    quorum,
    wordField(data, 'rejectionPolicy', REJECTION_POLICIES),
    fieldOf(data, 'overrideBypassesQuorum'),
  ];
}

function approverFields(data: Members): readonly (SheetField | null)[] {
  const audience = data.within('audience');
  const named = ['approversList', 'approverGroupRefs', 'approverRoleRefs', 'audience'].some((key) =>
    data.has(key),
  );
  return [
    named ? null : derivedField('Who may act', 'No approver is named; the host decides.'),
    ...fieldsOf(data, 'approversList approverGroupRefs approverRoleRefs'),
    ...(audience === null ? [] : fieldsOf(audience, 'subjects groups roles')),
  ];
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

function lowConfidenceData(data: Members): InterruptData {
  return {
    fields: confidenceFields(data),
    parts: [confidenceShare(data), valuePart(data, 'decision', 'Decision it was not sure of')],
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

function conversationData(data: Members): InterruptData {
  return {
    fields: fieldsOf(data, 'conversationId title turnIndex reason agentId questions'),
    parts: [valuePart(data, 'initialPrompt', 'First prompt'), valuePart(data, 'prompt'), outcomeForm(data)],
  };
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
