/** A node waits, gets an answer, and continues (run-events 3.2.2, 3.2.3, 3.3). */
import { countOf, isRecord } from '@openwop-inspector/base';
import type { EventDescription } from '../description.ts';
import { answeredBy } from '../failure.ts';
import { Fields, joined, line, shortId, spaced, wordIn } from '../fields.ts';
import { type EventReader, lead, nodeText, type SheetEvent, sheet } from '../sheet/event-sheet.ts';
import { derivedField, fieldsOf, formPart, valuePart } from '../sheet/fields.ts';
import {
  confidenceFields,
  confidenceShare,
  interruptData,
  questionCount,
  readInterruptData,
} from '../sheet/interrupt-data.ts';
import { type Members, own, say } from '../sheet/members.ts';
import type { Lead, SheetPart, SheetValue } from '../sheet/sheet.ts';

/** "2 questions, first “Which market first?”", from either form of a clarification. */
export function questions(p: Fields): string {
  const list = p.list('questions');
  if (list.length === 0) return p.quoted('question');
  const first = new Fields(list[0]).quoted('question');
  return joined(countOf(list.length, 'question'), first && `first ${first}`);
}

/** "report “Weekly summary”, 2 approvals": what is to be approved, and by how many. */
export function approvalTitle(p: Fields): string {
  const required = p.number('requiredApprovals');
  return joined(
    spaced(p.text('artifactType'), p.quoted('title') || p.quoted('prompt')),
    required !== null && countOf(required, 'approval') + (required === 1 ? '' : ' needed'),
  );
}

/** "confidence too low, observed 0.41, threshold 0.7". */
export const confidence = line(
  'confidence too low; observed {observed:count}; threshold {threshold:count}; {agentId}',
);

const WAITS: Readonly<Record<string, string>> = {
  approval: 'waits for an approval',
  clarification: 'waits for an answer',
  'external-event': 'waits for an external event',
  'low-confidence': 'waits: confidence too low',
  credential: 'waits for a credential',
  conversation: 'waits for the next turn',
  'conversation.start': 'waits for a conversation to begin',
  'conversation.exchange': 'waits for the next turn',
  'conversation.close': 'waits for the conversation to close',
};

/** Returns what an interrupt of this kind waits for. */
export function waitText(kind: string): string {
  return wordIn(WAITS, kind) ?? (kind === '' ? 'waits' : `waits: ${kind}`);
}

function requestText(kind: string, data: Fields): string {
  if (kind === 'approval') return approvalTitle(data);
  if (kind === 'clarification') return questions(data);
  if (kind === 'low-confidence') return confidence(data);
  return data.text('eventType') || data.quoted('prompt') || data.quoted('title');
}

const resolvedSummary = line(
  '{kind} resolved | resolved; {outcome} | {decision}; {resumeValue.action} | {resumeValue:brief}; {reason}',
);

/** The value that a node continues with. */
export const resumedSummary = line('resumed with {action} | resumed; {resumeValue:brief}');

/** What a node waits for, as text after "waits for". */
const WAITS_FOR: Readonly<Record<string, string>> = {
  approval: 'an approval',
  clarification: 'answers of the user',
  'external-event': 'an event from outside',
  custom: 'an answer of its own kind',
  'conversation.start': 'the start of a conversation',
  'conversation.exchange': 'the next turn of a conversation',
  'conversation.close': 'the end of a conversation',
  'low-confidence': 'the user, because an agent was not sure enough',
  credential: 'a credential',
};

/** `interrupt.requested` and `node.suspended`: hosts put the questions into either. */
export const suspended: EventReader = (payload, event) => {
  const reason = payload.peekText('reason');
  const kind = payload.peekText('kind') ?? (reason === 'low-confidence' ? reason : null);
  const data = interruptData(payload);
  const requested = data === null ? null : readInterruptData(kind, data);
  const count = questionCount(data);
  const known = wordIn(WAITS_FOR, kind ?? '');
  const what = known === undefined ? (kind === null ? own('an answer') : say`${kind}`) : own(known);
  const more = count === null ? null : own(` to ${count}`);
  const words = say`${nodeText(payload, event)} waits for ${what}${more}.`;
  const requestedAt = payload.peekText('requestedAt');
  const timeoutMs = payload.peekNumber('timeoutMs');
  const deadline = requestedAt === null || timeoutMs === null ? null : timeAfter(requestedAt, timeoutMs);
  return {
    lead: lead('waiting warning Waiting', words),
    fields: [
      ...fieldsOf(payload, 'kind reason'),
      ...(requested?.fields ?? []),
      ...fieldsOf(payload, 'requestedAt timeoutMs'),
      deadline === null ? null : derivedField('Deadline', deadline),
      // Binding of an answer. The token is a live credential and masked (security S-20).
      ...fieldsOf(payload, 'nodeId interruptId key runId interruptToken callbackUrl'),
      // Some hosts write the confidence next to the kind, not into the data.
      ...confidenceFields(payload),
    ],
    parts: [
      confidenceShare(payload),
      ...(requested?.parts ?? []),
      // Data that is not an object is displayed raw.
      data === null ? valuePart(payload, 'data') : null,
      formPart(payload, 'resumeSchema', 'What resumes the run'),
    ],
  };
};

/** Returns the RFC 3339 time that many milliseconds later, or null when it is invalid. */
function timeAfter(time: string, ms: number): string | null {
  const at = new Date(Date.parse(time) + ms);
  return Number.isFinite(at.getTime()) ? at.toISOString() : null;
}

const answer = { values: 'resumeValue' };
const resolvedSheet = sheet('interrupt', answeredLead, 'kind outcome reason nodeId interruptId', answer);

function answeredLead(payload: Members, event: SheetEvent): Lead {
  const node = nodeText(payload, event);
  if (payload.peekText('reason') === 'timeout') {
    const words = say`No answer came in time, so ${node} continues as if it was rejected.`;
    return lead('warning warning Timed out', words);
  }
  return isRejection(payload)
    ? lead('cancelled warning Rejected', say`${node} was answered with a rejection.`)
    : lead('ok ok Answered', say`${node} has its answer.`);
}

/** The answer was a no, in any of the forms hosts write it. */
function isRejection(payload: Members): boolean {
  const answer = payload.within('resumeValue');
  return [payload.peekText('outcome'), payload.peekText('action'), answer?.peekText('action')].some(
    (word) => word === 'reject' || word === 'rejected',
  );
}

const resumedSheet = sheet(
  'interrupt',
  (payload, event) =>
    isRejection(payload)
      ? lead('cancelled warning Rejected', say`${nodeText(payload, event)} continues after a rejection.`)
      : lead('running plain Resumed', say`${nodeText(payload, event)} continues.`),
  'nodeId action interruptId',
  answer,
);

/** `node.resumed`, without its glyph, act and summary. */
export const resumed = { abnormal: answeredBy, sheet: resumedSheet } satisfies EventDescription;

/** Votes on an approval, in the two forms hosts write them (run-events 3.4). */
const voteSheet: EventReader = (payload) => {
  const ledger = payload.within('ledger');
  return {
    lead: lead('ask note Vote', 'A vote on an approval was recorded.'),
    fields: [
      ...(ledger === null ? [] : fieldsOf(ledger, 'accepts rejects')),
      ...fieldsOf(payload, 'kind interruptId nodeId'),
    ],
    parts: [votesTable(payload)],
  };
};

function votesTable(payload: Members): SheetPart | null {
  const votes = payload.peek('votes');
  if (!Array.isArray(votes) || !votes.every(isRecord)) return null;
  payload.take('votes');
  const cells = ['action', 'voter', 'timestamp'];
  const rows = votes.map((entry) =>
    cells.map((key) => ({ value: cell(Object.hasOwn(entry, key) ? entry[key] : ''), pointer: null })),
  );
  return { kind: 'table', title: 'Votes', columns: ['Action', 'Voter', 'Time'], rows };
}

function cell(value: unknown): SheetValue {
  return typeof value === 'string' ? { kind: 'id', text: value } : { kind: 'json', value };
}

/** Types of interrupts, with the aliases of run-events 3.4. */
export const interruptEvents = {
  'interrupt.requested': {
    tone: 'waiting',
    act: 'interruptRequested',
    envelope: { role: 'maybe', part: 'accepted' },
    summary: (p) => {
      const kind = p.text('kind');
      // Some hosts wrap all questions in `config`.
      const requested = requestText(kind, p.child('data').isObject ? p.child('data') : p.child('config'));
      const id = p.text('interruptId') || p.text('key');
      return [kind || 'interrupt', requested, id !== '' && requested === '' && `interrupt ${shortId(id)}`];
    },
    sheet: ['interrupt', suspended],
  },
  'interrupt.resolved': {
    act: 'interruptResolved',
    abnormal: answeredBy,
    summary: resolvedSummary,
    sheet: resolvedSheet,
  },
  'interrupt.vote': {
    summary: (p) => {
      const ledger = p.child('ledger');
      if (ledger.isObject) {
        return [
          countOf(ledger.list('accepts').length, 'accept'),
          countOf(ledger.list('rejects').length, 'reject'),
        ];
      }
      const votes = p.list('votes');
      if (votes.length === 0) return '';
      return [countOf(votes.length, 'vote'), new Fields(votes.at(-1)).after('last', 'action')];
    },
    sheet: ['interrupt', voteSheet],
  },
} satisfies Record<string, EventDescription>;
