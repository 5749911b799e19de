/** Turns of a conversation, in the two published forms (run-events 3.2.11). */
import { idField, namesField, numberField, textField, valuePart } from '../sheet/fields.ts';
import type { Members } from '../sheet/members.ts';
import { own, say, type Words } from '../sheet/say.ts';
import type { SheetField, SheetPart } from '../sheet/sheet.ts';
import { type EventReader, eventSheets } from '../sheet/sheet-renderer.ts';

const conversation =
  (badge: string, words: (turn: number | null) => Words): EventReader =>
  (payload) => {
    const turn = payload.within('turn') ?? payload.within('initialTurn') ?? payload.within('finalTurn');
    return {
      lead: { glyph: 'ask', tone: 'plain', badge, words: words(payload.peekNumber('turnIndex')) },
      fields: [
        idField(payload, 'conversationId', 'Conversation'),
        numberField(payload, 'turnIndex', 'Turn'),
        numberField(payload, 'turnCount', 'Turns'),
        idField(payload, 'openedBy', 'Opened by'),
        idField(payload, 'agentId', 'Agent'),
        namesField(payload, 'participants', 'Participants'),
        namesField(payload, 'capabilities', 'Capabilities'),
        textField(payload, 'reason', 'Reason'),
        ...(turn === null ? [] : turnFields(turn)),
      ],
      parts: [
        turn === null ? null : contentPart(turn),
        outcomeSchema(payload),
        valuePart(payload, 'outcome', 'Outcome'),
      ],
    };
  };

function turnFields(turn: Members): readonly (SheetField | null)[] {
  return [
    idField(turn, 'role', 'Role'),
    idField(turn, 'from', 'From'),
    idField(turn, 'to', 'To'),
    idField(turn, 'speakerId', 'Speaker'),
    idField(turn, 'messageId', 'Message'),
  ];
}

function contentPart(turn: Members): SheetPart | null {
  return valuePart(turn, 'content', 'What was said');
}

function outcomeSchema(payload: Members): SheetPart | null {
  const schema = payload.peek('schema') ?? null;
  if (schema === null) return null;
  payload.take('schema');
  return { kind: 'form', title: 'Outcome asked for', schema, pointer: payload.pointerOf('schema') };
}

export const conversationEvents = eventSheets('conversation', 'Conversation', {
  'conversation.opened': conversation('Opened', () => own('A conversation began.')),
  'conversation.exchanged': conversation('Turn', (turn) =>
    turn === null ? own('A turn of the conversation.') : say`Turn ${turn} of the conversation.`,
  ),
  'conversation.closed': conversation('Closed', () => own('The conversation ended.')),
});
