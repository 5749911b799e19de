/** What an interrupt asks for, by its kind and in the forms that hosts write (run-events 3.3). */
import { countOf } from '@openwop-inspector/base';
import {
  anyField,
  flagField,
  idField,
  namesField,
  numberField,
  present,
  saidField,
  textField,
  valuePart,
  wordField,
} from '../sheet/fields.ts';
import { REJECTION_POLICIES } from '../sheet/interrupt-words.ts';
import type { Members } from '../sheet/members.ts';
import { own } from '../sheet/say.ts';
import type { SheetField, SheetPart } from '../sheet/sheet.ts';

export interface InterruptData {
  readonly fields: readonly SheetField[];
  readonly parts: readonly SheetPart[];
}

/** The members that hold what is asked: `data`, or the `config` that some hosts wrap it in; null when there are none. */
export function interruptData(payload: Members): Members | null {
  const data = payload.within('data');
  return data?.within('config') ?? data ?? payload.within('config');
}

/** Fields and parts of the data of one kind. Members beside them are listed with the other fields. */
export function readInterruptData(kind: string | null, data: Members): InterruptData {
  if (data.has('catalogVersion') && data.has('surface')) return surfaceData(data);
  switch (kind) {
    case 'approval':
      return approvalData(data);
    case 'clarification':
      return clarificationData(data);
    case 'external-event':
      return {
        fields: present([idField(data, 'eventType', 'Event type')]),
        parts: present([valuePart(data, 'correlation', 'Correlation')]),
      };
    case 'custom':
      return {
        fields: present([idField(data, 'customKind', 'Custom kind')]),
        parts: present([valuePart(data, 'payload', 'Payload')]),
      };
    case 'low-confidence':
      return lowConfidenceData(data);
    default:
      return conversationData(data);
  }
}

/** A surface in an interrupt is an envelope of its own, and shown as one (envelope 7.5). */
function surfaceData(data: Members): InterruptData {
  return {
    fields: present([idField(data, 'catalogVersion', 'Catalogue')]),
    parts: present([
      { kind: 'notice', tone: 'note', words: own('It asks by a surface, which is shown as an envelope.') },
      valuePart(data, 'surface', 'Surface as JSON', { open: false }),
    ]),
  };
}

/** Who may act on an approval, what they may do, and how many of them it takes. */
export function approvalData(data: Members): InterruptData {
  return {
    fields: present([
      textField(data, 'title', 'Title'),
      textField(data, 'prompt', 'Prompt'),
      textField(data, 'description', 'Description'),
      idField(data, 'artifactType', 'Artifact type'),
      idField(data, 'artifactId', 'Artifact'),
      idField(data, 'revisionId', 'Revision'),
      namesField(data, 'actions', 'Actions offered'),
      ...quorumFields(data),
      ...approverFields(data),
    ]),
    parts: present([valuePart(data, 'artifactData', 'Artifact', { open: false })]),
  };
}

function quorumFields(data: Members): readonly (SheetField | null)[] {
  const required = data.peekNumber('requiredApprovals');
  const quorum =
    required === null
      ? saidField('Quorum', '1 approval, because no number is given')
      : numberField(data, 'requiredApprovals', 'Quorum', required === 1 ? 'approval' : 'approvals');
  return [
    quorum,
    wordField(data, 'rejectionPolicy', 'Rejection', REJECTION_POLICIES),
    flagField(data, 'overrideBypassesQuorum', 'Override skips it'),
  ];
}

function approverFields(data: Members): readonly (SheetField | null)[] {
  const audience = data.within('audience');
  const named = ['approversList', 'approverGroupRefs', 'approverRoleRefs', 'audience'].some((key) =>
    data.has(key),
  );
  return [
    named ? null : saidField('Who may act', 'Nobody is named; the host decides.'),
    namesField(data, 'approversList', 'Who may act'),
    namesField(data, 'approverGroupRefs', 'Groups that may act'),
    namesField(data, 'approverRoleRefs', 'Roles that may act'),
    ...(audience === null
      ? []
      : [
          namesField(audience, 'subjects', 'Audience'),
          namesField(audience, 'groups', 'Audience, groups'),
          namesField(audience, 'roles', 'Audience, roles'),
        ]),
  ];
}

function clarificationData(data: Members): InterruptData {
  const list = data.peek('questions');
  const fields = present([idField(data, 'contextType', 'Context type')]);
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
    fields: present([
      idField(data, 'agentId', 'Agent'),
      numberField(data, 'observed', 'Confidence'),
      numberField(data, 'threshold', 'Threshold'),
    ]),
    parts: present([confidenceShare(data), valuePart(data, 'decision', 'Decision it was not sure of')]),
  };
}

/** How far an agent was from being sure enough; null when a number is missing. */
export function confidenceShare(from: Members): SheetPart | null {
  const observed = from.peekNumber('observed');
  const threshold = from.peekNumber('threshold');
  if (observed === null || threshold === null) return null;
  const words = `Confidence ${observed}, and at least ${threshold} is asked for.`;
  return { kind: 'share', value: observed, of: threshold, words };
}

function conversationData(data: Members): InterruptData {
  const outcome = data.has('outcomeSchema') ? data.take('outcomeSchema') : undefined;
  return {
    fields: present([
      idField(data, 'conversationId', 'Conversation'),
      textField(data, 'title', 'Title'),
      numberField(data, 'turnIndex', 'Turn'),
      textField(data, 'reason', 'Reason'),
      idField(data, 'agentId', 'Agent'),
      anyField(data, 'questions', 'Questions'),
    ]),
    parts: present([
      valuePart(data, 'initialPrompt', 'First prompt'),
      valuePart(data, 'prompt', 'Prompt'),
      outcome === undefined
        ? null
        : { kind: 'form', title: 'Outcome', schema: outcome, pointer: data.pointerOf('outcomeSchema') },
    ]),
  };
}

/** `3 questions`, for a sentence; null when the data holds none. */
export function questionCount(data: Members | null): string | null {
  const list = data?.peek('questions');
  return Array.isArray(list) ? countOf(list.length, 'question') : null;
}
