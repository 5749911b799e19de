/** A node waits, somebody answers, the node goes on (run-events 3.2.2, 3.2.3, 3.3). */
import { isRecord } from '@openwop-inspector/base';
import type { EventSubject } from '../../contract/render-subject.ts';
import {
  durationField,
  idField,
  namesField,
  numberField,
  present,
  saidField,
  textField,
  valuePart,
} from '../sheet/fields.ts';
import { WAITS_FOR } from '../sheet/interrupt-words.ts';
import type { Members } from '../sheet/members.ts';
import { own, say, type Words } from '../sheet/say.ts';
import type { Lead, SheetField, SheetPart, SheetValue, TableRow } from '../sheet/sheet.ts';
import { type EventReader, eventSheets, type SheetBody } from '../sheet/sheet-renderer.ts';
import { confidenceShare, interruptData, questionCount, readInterruptData } from './interrupt-data.ts';
import { nodeWords } from './node-name.ts';

/** `interrupt.requested` and `node.suspended`: hosts put what is asked into either. */
const waits: EventReader = (payload, event) => {
  const reason = payload.peekText('reason');
  const kind = payload.peekText('kind') ?? (reason === 'low-confidence' ? reason : null);
  const data = interruptData(payload);
  const asked = data === null ? null : readInterruptData(kind, data);
  return {
    lead: waitingLead(payload, event, kind, questionCount(data)),
    fields: [
      idField(payload, 'kind', 'Kind'),
      textField(payload, 'reason', 'Reason'),
      ...(asked?.fields ?? []),
      ...deadlineFields(payload),
      ...bindingFields(payload),
      ...confidenceFields(payload),
    ],
    parts: [confidenceShare(payload), ...(asked?.parts ?? []), plainData(payload, data), resumeForm(payload)],
  };
};

function waitingLead(payload: Members, event: EventSubject, kind: string | null, count: string | null): Lead {
  const known = WAITS_FOR.get(kind ?? '');
  const what: Words = known === undefined ? (kind === null ? own('an answer') : say`${kind}`) : own(known);
  const more = count === null ? null : own(` to ${count}`);
  return {
    glyph: 'waiting',
    tone: 'warning',
    badge: 'Waiting',
    words: say`${nodeWords(payload, event)} waits for ${what}${more}.`,
  };
}

function deadlineFields(payload: Members): readonly (SheetField | null)[] {
  const requestedAt = payload.peekText('requestedAt');
  const timeoutMs = payload.peekNumber('timeoutMs');
  const deadline = requestedAt === null || timeoutMs === null ? null : timeAfter(requestedAt, timeoutMs);
  return [
    idField(payload, 'requestedAt', 'Asked at'),
    durationField(payload, 'timeoutMs', 'Time to answer'),
    deadline === null ? null : saidField('Deadline', deadline),
  ];
}

/** RFC 3339 time that many milliseconds later; null when there is no such time. */
function timeAfter(time: string, ms: number): string | null {
  const at = new Date(Date.parse(time) + ms);
  return Number.isFinite(at.getTime()) ? at.toISOString() : null;
}

/** What an answer is bound to. The token is a live credential and masked (security S-20). */
function bindingFields(payload: Members): readonly (SheetField | null)[] {
  return [
    idField(payload, 'nodeId', 'Node'),
    idField(payload, 'interruptId', 'Interrupt'),
    idField(payload, 'key', 'Key'),
    idField(payload, 'runId', 'Run'),
    idField(payload, 'interruptToken', 'Token'),
    idField(payload, 'callbackUrl', 'Callback'),
  ];
}

/** Some hosts write the confidence beside the kind, not into the data. */
function confidenceFields(payload: Members): readonly (SheetField | null)[] {
  return [
    idField(payload, 'agentId', 'Agent'),
    numberField(payload, 'observed', 'Confidence'),
    numberField(payload, 'threshold', 'Threshold'),
  ];
}

/** Data that is no object: shown as it is. */
function plainData(payload: Members, data: Members | null): SheetPart | null {
  return data === null ? valuePart(payload, 'data', 'Data') : null;
}

function resumeForm(payload: Members): SheetPart | null {
  const schema = payload.peek('resumeSchema') ?? null;
  if (schema === null) return null;
  payload.take('resumeSchema');
  return { kind: 'form', title: 'What resumes the run', schema, pointer: payload.pointerOf('resumeSchema') };
}

const resolved: EventReader = (payload, event) => ({
  lead: answeredLead(payload, event),
  fields: [
    idField(payload, 'kind', 'Kind'),
    idField(payload, 'outcome', 'Outcome'),
    textField(payload, 'reason', 'Reason'),
    idField(payload, 'nodeId', 'Node'),
    idField(payload, 'interruptId', 'Interrupt'),
  ],
  parts: [valuePart(payload, 'resumeValue', 'Answer')],
});

function answeredLead(payload: Members, event: EventSubject): Lead {
  const node = nodeWords(payload, event);
  if (payload.peekText('reason') === 'timeout') {
    const words = say`No answer came in time, so ${node} goes on as if it was rejected.`;
    return { glyph: 'warning', tone: 'warning', badge: 'Timed out', words };
  }
  if (isRejection(payload)) {
    return {
      glyph: 'cancelled',
      tone: 'warning',
      badge: 'Rejected',
      words: say`${node} was answered with a rejection.`,
    };
  }
  return { glyph: 'ok', tone: 'ok', badge: 'Answered', words: say`${node} has its answer.` };
}

/** The answer was a no, in any of the forms hosts write it. */
function isRejection(payload: Members): boolean {
  const answer = payload.within('resumeValue');
  return [payload.peekText('outcome'), payload.peekText('action'), answer?.peekText('action')].some(
    (word) => word === 'reject' || word === 'rejected',
  );
}

const resumed: EventReader = (payload, event) => ({
  lead: isRejection(payload)
    ? {
        glyph: 'cancelled',
        tone: 'warning',
        badge: 'Rejected',
        words: say`${nodeWords(payload, event)} goes on after a rejection.`,
      }
    : {
        glyph: 'running',
        tone: 'plain',
        badge: 'Resumed',
        words: say`${nodeWords(payload, event)} goes on.`,
      },
  fields: [
    idField(payload, 'nodeId', 'Node'),
    idField(payload, 'action', 'Action'),
    idField(payload, 'interruptId', 'Interrupt'),
  ],
  parts: [valuePart(payload, 'resumeValue', 'Answer')],
});

/** Votes on an approval, in the two forms hosts write them (run-events 3.4). */
const vote: EventReader = (payload): SheetBody => {
  const ledger = payload.within('ledger');
  return {
    lead: { glyph: 'ask', tone: 'note', badge: 'Vote', words: own('A vote on an approval was recorded.') },
    fields: [
      ...(ledger === null
        ? []
        : [namesField(ledger, 'accepts', 'For it'), namesField(ledger, 'rejects', 'Against it')]),
      idField(payload, 'kind', 'Kind'),
      idField(payload, 'interruptId', 'Interrupt'),
      idField(payload, 'nodeId', 'Node'),
    ],
    parts: present([votesTable(payload)]),
  };
};

function votesTable(payload: Members): SheetPart | null {
  const votes = payload.peek('votes');
  if (!Array.isArray(votes) || !votes.every(isRecord)) return null;
  payload.take('votes');
  const rows: readonly TableRow[] = votes.map((entry) =>
    ['action', 'voter', 'timestamp'].map((key) => ({
      value: cell(Object.hasOwn(entry, key) ? entry[key] : ''),
      pointer: null,
    })),
  );
  return { kind: 'table', title: 'Votes', columns: ['Action', 'Voter', 'Time'], rows };
}

function cell(value: unknown): SheetValue {
  return typeof value === 'string' ? { kind: 'id', text: value } : { kind: 'json', value };
}

export const interruptEvents = eventSheets('interrupt', 'Waiting and answering', {
  'interrupt.requested': waits,
  'node.suspended': waits,
  'interrupt.resolved': resolved,
  'node.resumed': resumed,
  vote,
});
