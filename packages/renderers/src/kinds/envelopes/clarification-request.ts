/** The model asks a person (envelope 4). */
import { countOf } from '@openwop-inspector/base';
import { idField, valuePart } from '../sheet/fields.ts';
import { own, say } from '../sheet/say.ts';
import { kindSheet } from '../sheet/sheet-renderer.ts';
import { reasoningPart } from './payload-reasoning.ts';

const CLAUSE = 'envelope 4';
const NEAREST = '{"questions": [{"id": "q1", "question": "…"}]}';

/** Questions in their order, each with a disabled form of its answer. Entries that are no questions keep their place. */
export const clarificationRequest = kindSheet(
  'clarification.request',
  'Questions',
  CLAUSE,
  (payload, envelope) => {
    const list = payload.peek('questions');
    const pointer = payload.pointerOf('questions');
    if (!Array.isArray(list)) {
      const message = payload.has('questions') ? 'The questions are not a list.' : 'There are no questions.';
      return { message, pointer, clause: CLAUSE, nearest: NEAREST };
    }
    if (list.length === 0)
      return { message: 'The list of questions is empty.', pointer, clause: CLAUSE, nearest: NEAREST };
    payload.take('questions');
    const resumeSchema = envelope.interrupt?.resumeSchema ?? null;
    return {
      lead: {
        glyph: 'ask',
        tone: 'note',
        badge: 'Asks',
        words: say`The model asks ${own(countOf(list.length, 'question'))}.`,
      },
      fields: [idField(payload, 'contextType', 'Context type')],
      parts: [
        { kind: 'questions', list, pointer },
        resumeSchema === null
          ? null
          : { kind: 'form', title: 'What resumes the run', schema: resumeSchema, pointer: null },
        reasoningPart(payload),
        valuePart(payload, 'context', 'Context', { open: false }),
      ],
    };
  },
);
