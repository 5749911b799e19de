/** Summaries of what people were asked and answered, and of conversations (run-events 3.2.3, 3.2.11, 3.4). */
import { countOf } from '@openwop-inspector/base';
import { Fields, joined, type Summaries, type Summary, shortId } from './fields.ts';
import { confidence, waitText } from './run-and-node.ts';

/** "2 questions, first “Which market first?”", from either form of a clarification. */
function questions(p: Fields): string {
  const list = p.list('questions');
  if (list.length === 0) return p.quoted('question');
  const first = new Fields(list[0]).quoted('question');
  return joined(countOf(list.length, 'question'), first && `first ${first}`);
}

function approvalTitle(p: Fields): string {
  const title = p.quoted('title') || p.quoted('prompt');
  const required = p.number('requiredApprovals');
  return joined(
    [p.text('artifactType'), title].filter((text) => text !== '').join(' '),
    required !== null && countOf(required, 'approval') + (required === 1 ? '' : ' needed'),
  );
}

const requested: Summary = (p) => {
  const kind = p.text('kind');
  // Some hosts wrap everything that is asked in `config`.
  const data = p.child('data').isObject ? p.child('data') : p.child('config');
  const asked =
    kind === 'approval'
      ? approvalTitle(data)
      : kind === 'clarification'
        ? questions(data)
        : kind === 'low-confidence'
          ? confidence(data)
          : data.text('eventType') || data.quoted('prompt') || data.quoted('title');
  const id = p.text('interruptId') || p.text('key');
  return joined(kind || 'interrupt', asked, id && asked === '' && `interrupt ${shortId(id)}`);
};

const resolved: Summary = (p) =>
  joined(
    p.text('kind') ? `${p.text('kind')} resolved` : 'resolved',
    p.text('outcome'),
    p.child('resumeValue').text('action') || (p.value('resumeValue') !== undefined && p.brief('resumeValue')),
    p.text('reason'),
  );

const voted: Summary = (p) => {
  const ledger = p.child('ledger');
  if (ledger.isObject) {
    return `${countOf(ledger.list('accepts').length, 'accept')}, ${countOf(ledger.list('rejects').length, 'reject')}`;
  }
  const votes = p.list('votes');
  const last = new Fields(votes.at(-1));
  return votes.length === 0
    ? null
    : joined(countOf(votes.length, 'vote'), last.text('action') && `last ${last.text('action')}`);
};

function turn(p: Fields, key: string): string {
  const said = p.child(key);
  const content = said.brief('content');
  return joined(said.first('speakerId', 'role', 'from'), content);
}

export const humanSummaries: Summaries = {
  'interrupt.requested': requested,
  'interrupt.resolved': resolved,
  'node.interrupt.resolved': resolved,
  'interrupt.vote': voted,
  'interrupt.vote.recorded': voted,
  'approval.requested': (p) => approvalTitle(p) || waitText('approval'),
  'approval.received': (p) =>
    joined(
      p.text('action'),
      p.text('decidedBy') && `by ${p.text('decidedBy')}`,
      p.quoted('comment') || p.quoted('feedback') || p.child('refineFeedback').quoted('text'),
    ) || null,
  'approval.granted': (p) => {
    const progress = p.child('quorumProgress');
    return joined(
      p.text('gateId') && `gate ${p.text('gateId')}`,
      p.text('principal') && `by ${p.text('principal')}`,
      progress.isObject && `${progress.count('granted')} of ${progress.count('required')}`,
    );
  },
  'approval.rejected': governed,
  'approval.overridden': governed,
  'clarification.requested': (p) => questions(p) || waitText('clarification'),
  'clarification.resolved': (p) => {
    const list = p.list('answers');
    const count = list.length > 0 ? list.length : p.child('answers').keys().length;
    return joined(countOf(count, 'answer'), p.text('answeredBy') && `by ${p.text('answeredBy')}`);
  },
  'conversation.opened': (p) =>
    joined(
      p.text('openedBy') && `opened by ${p.text('openedBy')}`,
      p.text('agentId'),
      p.child('initialTurn').isObject && turn(p, 'initialTurn'),
      p.list('capabilities').length > 0 && p.names('capabilities'),
    ) || 'conversation opened',
  'conversation.exchanged': (p) =>
    joined(
      p.count('turnIndex') && `turn ${p.count('turnIndex')}`,
      p.child('turn').isObject && turn(p, 'turn'),
      p.value('outcome') !== undefined && p.brief('outcome'),
    ) || null,
  'conversation.closed': (p) =>
    joined(
      p.text('reason') || 'closed',
      p.number('turnCount') !== null && countOf(p.number('turnCount') ?? 0, 'turn'),
      p.count('turnIndex') && `at turn ${p.count('turnIndex')}`,
      p.value('outcome') !== undefined && p.brief('outcome'),
    ),
};

function governed(p: Fields): string {
  return joined(
    p.text('gateId') && `gate ${p.text('gateId')}`,
    p.text('principal') && `by ${p.text('principal')}`,
    p.quoted('reason'),
  );
}
