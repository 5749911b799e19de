/** What an agent thought, for information only (run-events 3.2.9, envelope 5). */
import { idField, numberField, valuePart, wordField } from '../sheet/fields.ts';
import { called, own, say } from '../sheet/say.ts';
import { type EventReader, eventSheets } from '../sheet/sheet-renderer.ts';

const VERBOSITY: ReadonlyMap<string, string> = new Map([
  ['summary', 'a summary, not the whole trace'],
  ['full', 'the whole trace'],
  ['off', 'no trace is kept'],
]);

const reasoned: EventReader = (payload) => ({
  lead: {
    glyph: 'reasoning',
    tone: 'plain',
    badge: 'Reasoning',
    words: say`${called('Agent', 'An agent', payload.peekText('agentId'))} thought. Nothing was decided by this text.`,
  },
  fields: [
    wordField(payload, 'verbosity', 'Verbosity', VERBOSITY),
    numberField(payload, 'tokenCount', 'Tokens'),
    idField(payload, 'agentId', 'Agent'),
    idField(payload, 'causationHostId', 'Caused on host'),
  ],
  parts: [valuePart(payload, 'reasoning', 'Reasoning')],
});

const delta: EventReader = (payload) => {
  const sequence = payload.peekNumber('sequence');
  return {
    lead: {
      glyph: 'reasoning',
      tone: 'plain',
      badge: 'Reasoning, a piece',
      words: say`${called('Agent', 'An agent', payload.peekText('agentId'))} went on thinking${
        sequence === null ? null : own(`, piece ${sequence + 1} of its block`)
      }. The closing agent.reasoned counts.`,
    },
    fields: [
      numberField(payload, 'sequence', 'Place in the block'),
      wordField(payload, 'verbosity', 'Verbosity', VERBOSITY),
      idField(payload, 'agentId', 'Agent'),
    ],
    parts: [valuePart(payload, 'delta', 'Piece')],
  };
};

export const reasoningEvents = eventSheets('reasoning', 'Reasoning', {
  'agent.reasoned': reasoned,
  'agent.reasoning.delta': delta,
});
