/** The model reports an error (envelope 4). It is the model's own, and no failure of the host or the run. */
import { idField, saidField, textField, valuePart } from '../sheet/fields.ts';
import { own } from '../sheet/say.ts';
import { kindSheet } from '../sheet/sheet-renderer.ts';
import { reasoningPart } from './payload-reasoning.ts';

const CLAUSE = 'envelope 4';

/** The codes that the protocol recommends to models. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['validation_failed', 'The model could not make a valid payload.'],
  ['tool_call_refused', 'The model did not make a tool call.'],
  ['context_exhausted', 'The model ran out of context.'],
  ['ambiguous_intent', 'The model could not tell what is wanted.'],
]);

export const modelError = kindSheet('error', "The model's report", CLAUSE, (payload) => {
  const code = payload.peekText('code');
  const message = payload.peekText('message');
  if (code === null && message === null) {
    return {
      message: 'The report has neither a code nor a message.',
      pointer: payload.pointer,
      clause: CLAUSE,
      nearest: '{"code": "ambiguous_intent", "message": "…"}',
    };
  }
  const meaning = MEANINGS.get(code ?? '');
  return {
    lead: {
      glyph: 'model',
      tone: 'note',
      badge: "Model's report",
      words: own('Reported by the model. The host did not fail.'),
    },
    fields: [
      idField(payload, 'code', 'Code'),
      meaning === undefined ? null : saidField('Meaning', meaning),
      textField(payload, 'message', 'Message'),
    ],
    parts: [valuePart(payload, 'details', 'Details'), reasoningPart(payload)],
  };
});
