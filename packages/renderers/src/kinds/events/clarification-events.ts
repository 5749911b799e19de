/** Questions for a person, and their answers (run-events 3.2.3). */
import { escapedToken, isRecord, member } from '@openwop-inspector/base';
import { anyField, idField, plainValue } from '../sheet/fields.ts';
import type { Members } from '../sheet/members.ts';
import { own, say } from '../sheet/say.ts';
import type { SheetPart, TableRow } from '../sheet/sheet.ts';
import { type EventReader, eventSheets } from '../sheet/sheet-renderer.ts';
import { questionCount } from './interrupt-data.ts';
import { nodeWords } from './node-name.ts';

const requested: EventReader = (payload, event) => {
  const list = payload.peek('questions');
  if (Array.isArray(list)) payload.take('questions');
  return {
    lead: {
      glyph: 'ask',
      tone: 'warning',
      badge: 'Asks',
      words: say`${nodeWords(payload, event)} asks ${own(questionCount(payload) ?? 'a person')}.`,
    },
    fields: [
      idField(payload, 'nodeId', 'Node'),
      idField(payload, 'interruptId', 'Interrupt'),
      idField(payload, 'contextType', 'Context type'),
      anyField(payload, 'question', 'Question'),
    ],
    parts: [
      Array.isArray(list) ? { kind: 'questions', list, pointer: payload.pointerOf('questions') } : null,
    ],
  };
};

const resolved: EventReader = (payload, event) => ({
  lead: {
    glyph: 'ok',
    tone: 'ok',
    badge: 'Answered',
    words: say`The questions of ${lowered(nodeWords(payload, event))} were answered.`,
  },
  parts: [answersTable(payload)],
  fields: [idField(payload, 'answeredBy', 'Answered by'), idField(payload, 'nodeId', 'Node')],
});

/** Answers by the id of their question; a list of `{id, answer}` is what resume values hold (run-events 3.2.3). */
function answersTable(payload: Members): SheetPart | null {
  const answers = payload.peek('answers');
  const pointer = payload.pointerOf('answers');
  const rows = Array.isArray(answers) ? listRows(answers, pointer) : objectRows(answers, pointer);
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

function listRows(answers: readonly unknown[], pointer: string): readonly TableRow[] {
  return answers.map((entry, at) => {
    const id = member(entry, 'id');
    // Anything more than the two is shown whole, so that nothing is hidden.
    const isPair = isRecord(entry) && Object.hasOwn(entry, 'answer') && Object.keys(entry).length === 2;
    if (typeof id !== 'string' || !isPair) return answerRow('', entry, `${pointer}/${at}`);
    return answerRow(id, member(entry, 'answer'), `${pointer}/${at}/answer`);
  });
}

function answerRow(id: string, answer: unknown, pointer: string): TableRow {
  return [
    { value: { kind: 'id', text: id }, pointer: null },
    { value: plainValue(answer, id), pointer },
  ];
}

function lowered(words: ReturnType<typeof nodeWords>): ReturnType<typeof nodeWords> {
  const [first, ...rest] = words;
  return typeof first === 'string' ? [first.charAt(0).toLowerCase() + first.slice(1), ...rest] : words;
}

export const clarificationEvents = eventSheets('clarification', 'Clarification', {
  'clarification.requested': requested,
  'clarification.resolved': resolved,
});
