/** Approvals, clarifications and conversations (run-events 3.2.3, 3.2.11). */
import { countOf as count, countOf, escapedToken, isRecord, member } from '@openwop-inspector/base';
import type { EventDescription } from '../description.ts';
import { answeredBy } from '../failure.ts';
import { line } from '../fields.ts';
import { byWord, type EventReader, type LeadForm, lead, phrase, sheet } from '../sheet/event-sheet.ts';
import { derivedField, fieldsOf, formPart, notice, plainValue, valuePart } from '../sheet/fields.ts';
import { approvalData, questionCount } from '../sheet/interrupt-data.ts';
import type { Members } from '../sheet/members.ts';
import type { SheetPart, TableRow } from '../sheet/sheet.ts';
import { approvalTitle, questions, waitText } from './waits.ts';

const waits = phrase('waiting warning Waiting', '{Node} waits for {an approval of title/an approval}.');

const approvalRequested: EventReader = (payload, event) => {
  const requested = approvalData(payload);
  return {
    lead: waits(payload, event),
    fields: [...requested.fields, ...fieldsOf(payload, 'nodeId interruptId')],
    parts: [
      ...requested.parts,
      notice('plain', 'An attached session has the form for the answer, in its tab Open interrupt.'),
    ],
  };
};

const approvalReceived = sheet(
  'approval',
  byWord('action', phrase('ask plain Answered', 'It was answered.'), {
    accept: phrase('ok ok Accepted', 'The artifact was accepted.'),
    'edit-accept': phrase('ok ok Accepted', 'The artifact was edited and accepted.'),
    reject: phrase('cancelled warning Rejected', 'The artifact was rejected.'),
    refine: phrase('retry note Refined', 'Changes were requested. Earlier votes no longer count.'),
    timeout: phrase('warning warning Timed out', 'No answer came in time, so it counts as rejected.'),
  }),
  'action decidedBy decidedAt comment feedback nodeId interruptId',
  { values: 'refineFeedback', folded: 'editedArtifactData' },
);

/** A decision at a gate of governance; `more` is what else is displayed of it. */
const gate =
  (
    form: LeadForm,
    did: string,
    more: (payload: Members) => Omit<ReturnType<EventReader>, 'lead'>,
  ): EventReader =>
  (payload, event) => {
    const fields = fieldsOf(payload, 'gateId principal reason');
    const { fields: others = [], parts = [] } = more(payload);
    const words = `{Principal principal/Somebody} ${did} {gate gateId/the gate}.`;
    return { lead: phrase(form, words)(payload, event), fields: [...fields, ...others], parts };
  };

function quorumShare(payload: Members): SheetPart | null {
  const progress = payload.within('quorumProgress');
  const given = progress?.peekNumber('granted') ?? null;
  const required = progress?.peekNumber('required') ?? null;
  if (progress === null || given === null || required === null) return null;
  progress.take('granted');
  progress.take('required');
  const words = `${given} of ${count(required, 'approval')}${given >= required ? ': the gate opens' : ''}.`;
  return { kind: 'share', value: given, of: required, words };
}

const loopsBack = derivedField('Effect', 'The run loops back; a rejection does not end it by default.');

/** Who decided: of v2 a subject (run-events 3.6). */
const BY_WHOM = 'gate {gateId}; by {principal} | by {resolvedBy.subjectId}';
const byWhom = line(BY_WHOM);
const governed = line(`${BY_WHOM}; {reason:quoted}`);

const questionsRequested: EventReader = (payload, event) => {
  const list = payload.peek('questions');
  if (Array.isArray(list)) payload.take('questions');
  const pointer = payload.pointerOf('questions');
  return {
    lead: phrase('ask warning Asks', `{Node} asks ${questionCount(payload) ?? 'the user'}.`)(payload, event),
    fields: fieldsOf(payload, 'nodeId interruptId contextType question'),
    parts: [Array.isArray(list) ? { kind: 'questions', list, pointer } : null],
  };
};

const answered = phrase('ok ok Answered', 'The questions of {node} were answered.');

const questionsAnswered: EventReader = (payload, event) => ({
  lead: answered(payload, event),
  parts: [answersTable(payload)],
  fields: fieldsOf(payload, 'answeredBy nodeId'),
});

/** Answers by the id of their question; a list of `{id, answer}` is what resume values hold (run-events 3.2.3). */
function answersTable(payload: Members): SheetPart | null {
  const answers = payload.peek('answers');
  const pointer = payload.pointerOf('answers');
  const rows = Array.isArray(answers)
    ? answers.map((entry, at) => {
        const id = member(entry, 'id');
        // Anything more than the two is displayed whole, so that nothing is hidden.
        const isPair = isRecord(entry) && Object.hasOwn(entry, 'answer') && Object.keys(entry).length === 2;
        if (typeof id !== 'string' || !isPair) return answerRow('', entry, `${pointer}/${at}`);
        return answerRow(id, member(entry, 'answer'), `${pointer}/${at}/answer`);
      })
    : objectRows(answers, pointer);
  if (rows === null) return null;
  payload.take('answers');
  return { kind: 'table', title: 'Answers', columns: ['Question', 'Answer'], rows };
}

function objectRows(answers: unknown, pointer: string): readonly TableRow[] | null {
  if (!isRecord(answers)) return null;
  return Object.entries(answers).map(([id, answer]) =>
    answerRow(id, answer, `${pointer}/${escapedToken(id)}`),
  );
}

function answerRow(id: string, answer: unknown, pointer: string): TableRow {
  return [
    { value: { kind: 'id', text: id }, pointer: null },
    { value: plainValue(answer, id), pointer },
  ];
}

/** Turns of a conversation, in the two published forms (run-events 3.2.11). */
const conversation =
  (badge: string, words: string): EventReader =>
  (payload, event) => {
    const turn = payload.within('turn') ?? payload.within('initialTurn') ?? payload.within('finalTurn');
    const about = 'conversationId turnIndex turnCount openedBy agentId participants capabilities reason';
    return {
      lead: phrase(`ask plain ${badge}`, words)(payload, event),
      fields: [
        ...fieldsOf(payload, about),
        ...(turn === null ? [] : fieldsOf(turn, 'role from to speakerId messageId')),
      ],
      parts: [
        turn === null ? null : valuePart(turn, 'content'),
        formPart(payload, 'schema', 'Requested outcome'),
        valuePart(payload, 'outcome'),
      ],
    };
  };

function turnOf(key: string): string {
  return `{${key}.speakerId} | {${key}.role} | {${key}.from}; {${key}.content:brief}`;
}

/** Approvals, clarifications and conversations. */
export const humanEvents = {
  // Approvals requested, given and refused.
  'approval.requested': {
    tone: 'waiting',
    act: 'requestedLegacy',
    summary: (p) => approvalTitle(p) || waitText('approval'),
    sheet: ['approval', approvalRequested],
  },
  'approval.received': {
    act: 'answeredLegacy',
    abnormal: answeredBy,
    summary: line(
      '{action}; by {decidedBy}; {comment:quoted} | {feedback:quoted} | {refineFeedback.text:quoted}',
    ),
    sheet: approvalReceived,
  },
  'approval.granted': {
    tone: 'ok',
    summary: (p) => {
      const progress = p.child('quorumProgress');
      return [
        byWhom(p),
        progress.isObject && `${progress.count('granted')} of ${progress.count('required')}`,
      ];
    },
    sheet: ['approval', gate('ok ok Granted', 'approved', (payload) => ({ parts: [quorumShare(payload)] }))],
  },
  'approval.rejected': {
    tone: 'warning',
    abnormal: 'refusal',
    summary: governed,
    sheet: ['approval', gate('cancelled warning Rejected', 'rejected', () => ({ fields: [loopsBack] }))],
  },
  'approval.overridden': {
    tone: 'warning',
    summary: governed,
    sheet: ['approval', gate('warning warning Overridden', 'overrode', () => ({}))],
  },
  // Questions for the user, and their answers.
  'clarification.requested': {
    tone: 'waiting',
    act: 'requestedLegacy',
    envelope: { part: 'accepted' },
    summary: (p) => questions(p) || waitText('clarification'),
    sheet: ['clarification', questionsRequested],
  },
  'clarification.resolved': {
    act: 'answeredLegacy',
    summary: (p) => {
      const answers = p.list('answers').length || p.child('answers').keys().length;
      return [countOf(answers, 'answer'), p.after('by', 'answeredBy')];
    },
    sheet: ['clarification', questionsAnswered],
  },
  // Types of the family `conversation`.
  'conversation.opened': {
    summary: line(
      `opened by {openedBy}; {agentId}; ${turnOf('initialTurn')}; {capabilities:names}`,
      'conversation opened',
    ),
    sheet: ['conversation', conversation('Opened', 'A conversation began.')],
  },
  'conversation.exchanged': {
    summary: line(`turn {turnIndex:count}; ${turnOf('turn')}; {outcome:brief}`),
    sheet: ['conversation', conversation('Turn', '{Turn #turnIndex/A turn} of the conversation.')],
  },
  'conversation.closed': {
    summary: line('{reason} | closed; {turnCount:amount turn}; at turn {turnIndex:count}; {outcome:brief}'),
    sheet: ['conversation', conversation('Closed', 'The conversation ended.')],
  },
  'channel.presence': {
    summary: (p) => [
      p.names('present', 3) || (Array.isArray(p.value('present')) && 'nobody is present'),
      p.after('typing', 'typing'),
    ],
    sheet: sheet(
      'conversation',
      lead('ask plain Present', 'Who is present in the channel now.'),
      'present typing conversationId',
    ),
  },
} satisfies Record<string, EventDescription>;
