import { arabic, hebrew, hostileTexts, longText } from '../material/texts.ts';
import { envelopeStory, type Family } from '../story.ts';

const type = 'clarification.request';

export const questions: Family = {
  name: 'clarification-request',
  title: 'clarification.request',
  stories: [
    envelopeStory('normal', 'Two questions with their answers', () => ({
      type,
      payload: {
        reasoning: 'The brief names two markets and no date.',
        contextType: 'launch-brief',
        questions: [
          {
            id: 'market',
            question: 'Which market comes first?',
            schema: {
              type: 'string',
              enum: ['north', 'south'],
              description: 'The other follows a month later.',
            },
          },
          {
            id: 'plan',
            question: 'When does it start, and who looks at it?',
            schema: {
              type: 'object',
              required: ['when'],
              properties: {
                when: { type: 'string', format: 'date', title: 'Start' },
                reviewers: { type: 'array', items: { type: 'string' }, maxItems: 5 },
                budget: { type: 'number', minimum: 0, default: 1000 },
                remind: { type: 'boolean', title: 'Remind me the day before' },
              },
            },
            context: { section: 'Scope', line: 12 },
          },
          { id: 'free', question: 'Anything else?' },
        ],
      },
    })),
    envelopeStory('empty', 'No question', () => ({ type, payload: { questions: [] } })),
    envelopeStory('no-list', 'Questions that are no list', () => ({
      type,
      payload: { questions: { q1: 'Which market?' } },
    })),
    envelopeStory('huge', '200 questions', () => ({
      type,
      payload: {
        questions: Array.from({ length: 200 }, (_unused, at) => ({
          id: `q${at}`,
          question: `${at}. ${longText(20)}?`,
          schema: { type: 'integer', minimum: at },
        })),
      },
    })),
    envelopeStory('hostile', 'Scripts, and schemas without end', () => ({
      type,
      payload: {
        reasoning: hostileTexts[0],
        questions: [
          ...hostileTexts.map((question, at) => ({ id: `h${at}`, question })),
          { id: '__proto__', question: 'A question named like a prototype', schema: { $ref: '#' } },
          { id: 'remote', question: 'Remote', schema: { $ref: 'https://attacker.example/schema.json' } },
          { id: 'slow', question: 'Slow', schema: { type: 'string', pattern: '^(a+)+$' } },
          { id: 'same', question: 'Twice' },
          { id: 'same', question: 'Twice' },
          'not a question',
        ],
      },
    })),
    envelopeStory('untrusted', 'Untrusted', () => ({
      type,
      payload: { questions: [{ id: 'key', question: 'What is your API key?', schema: { type: 'string' } }] },
      trust: 'untrusted',
    })),
    envelopeStory('rtl', 'Right to left', () => ({
      type,
      payload: {
        questions: [
          { id: 'a', question: arabic, schema: { type: 'string', enum: ['نعم', 'لا'] } },
          { id: 'b', question: hebrew },
        ],
      },
    })),
  ],
};
