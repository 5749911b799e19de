/** Approvals asked for, given and refused; gates of governance (run-events 3.2.3). */
import { countOf } from '@openwop-inspector/base';
import { idField, saidField, textField, valuePart } from '../sheet/fields.ts';
import type { Members } from '../sheet/members.ts';
import { called, own, say } from '../sheet/say.ts';
import type { Lead, SheetGlyph, SheetPart, Tone } from '../sheet/sheet.ts';
import { type EventReader, eventSheets } from '../sheet/sheet-renderer.ts';
import { approvalData } from './interrupt-data.ts';
import { nodeWords } from './node-name.ts';

const requested: EventReader = (payload, event) => {
  const asked = approvalData(payload);
  const title = payload.peekText('title');
  const what = title === null || title === '' ? own('an approval') : say`an approval of ${title}`;
  return {
    lead: {
      glyph: 'waiting',
      tone: 'warning',
      badge: 'Waiting',
      words: say`${nodeWords(payload, event)} waits for ${what}.`,
    },
    fields: [
      ...asked.fields,
      idField(payload, 'nodeId', 'Node'),
      idField(payload, 'interruptId', 'Interrupt'),
    ],
    parts: [
      ...asked.parts,
      {
        kind: 'notice',
        tone: 'plain',
        words: own('An attached session has the form for the answer, in its tab Open interrupt.'),
      },
    ],
  };
};

const ACTIONS: ReadonlyMap<string, readonly [SheetGlyph, Tone, badge: string, words: string]> = new Map([
  ['accept', ['ok', 'ok', 'Accepted', 'The artifact was accepted.']],
  ['edit-accept', ['ok', 'ok', 'Accepted', 'The artifact was edited and accepted.']],
  ['reject', ['cancelled', 'warning', 'Rejected', 'The artifact was rejected.']],
  ['refine', ['retry', 'note', 'Refined', 'Changes were asked for. Earlier votes no longer count.']],
  ['timeout', ['warning', 'warning', 'Timed out', 'No answer came in time, so it counts as rejected.']],
]);

const received: EventReader = (payload) => {
  const action = payload.peekText('action');
  const [glyph, tone, badge, words] = ACTIONS.get(action ?? '') ?? [
    'ask',
    'plain',
    'Answered',
    'It was answered.',
  ];
  return {
    lead: { glyph, tone, badge, words: own(words) },
    fields: [
      idField(payload, 'action', 'Action'),
      idField(payload, 'decidedBy', 'Decided by'),
      idField(payload, 'decidedAt', 'Decided at'),
      textField(payload, 'comment', 'Comment'),
      textField(payload, 'feedback', 'Feedback'),
      idField(payload, 'nodeId', 'Node'),
      idField(payload, 'interruptId', 'Interrupt'),
    ],
    parts: [
      valuePart(payload, 'refineFeedback', 'What is to be changed'),
      valuePart(payload, 'editedArtifactData', 'Artifact as edited', { open: false }),
    ],
  };
};

const granted: EventReader = (payload) => ({
  lead: gateLead('ok', 'ok', 'Granted', 'approved', payload),
  fields: gateFields(payload),
  parts: [quorumShare(payload)],
});

const rejected: EventReader = (payload) => ({
  lead: gateLead('cancelled', 'warning', 'Rejected', 'rejected', payload),
  fields: [
    ...gateFields(payload),
    saidField('Effect', 'The run loops back; a rejection does not end it by default.'),
  ],
});

const overridden: EventReader = (payload) => ({
  lead: gateLead('warning', 'warning', 'Overridden', 'overrode', payload),
  fields: gateFields(payload),
});

function gateLead(glyph: SheetGlyph, tone: Tone, badge: string, did: string, payload: Members): Lead {
  const who = called('Principal', 'Somebody', payload.peekText('principal'));
  const gate = called('gate', 'the gate', payload.peekText('gateId'));
  return { glyph, tone, badge, words: say`${who} ${own(did)} ${gate}.` };
}

function gateFields(payload: Members) {
  return [
    idField(payload, 'gateId', 'Gate'),
    idField(payload, 'principal', 'Principal'),
    textField(payload, 'reason', 'Reason'),
  ];
}

function quorumShare(payload: Members): SheetPart | null {
  const progress = payload.within('quorumProgress');
  const given = progress?.peekNumber('granted') ?? null;
  const required = progress?.peekNumber('required') ?? null;
  if (progress === null || given === null || required === null) return null;
  progress.take('granted');
  progress.take('required');
  const words = `${given} of ${countOf(required, 'approval')}${given >= required ? ': the gate opens' : ''}.`;
  return { kind: 'share', value: given, of: required, words };
}

export const approvalEvents = eventSheets('approval', 'Approval', {
  'approval.requested': requested,
  'approval.received': received,
  'approval.granted': granted,
  'approval.rejected': rejected,
  'approval.overridden': overridden,
});
