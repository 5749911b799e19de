import { arabic, hebrew, hostileTexts, longText } from '../material/texts.ts';
import { envelopeStories, family } from '../story.ts';

const story = envelopeStories({ type: 'clarification.request' });

export const questions = family('clarification-request', 'clarification.request', [
  story('normal', 'Two questions with their answers', () => ({
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
  })),
  story('empty', 'No question', () => ({ questions: [] })),
  story('no-list', 'Questions that are no list', () => ({ questions: { q1: 'Which market?' } })),
  story('huge', '200 questions', () => ({
    questions: Array.from({ length: 200 }, (_unused, at) => ({
      id: `q${at}`,
      question: `${at}. ${longText(20)}?`,
      schema: { type: 'integer', minimum: at },
    })),
  })),
  story('hostile', 'Scripts, and schemas without end', () => ({
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
  })),
  story('untrusted', 'Untrusted', { trust: 'untrusted' }, () => ({
    questions: [{ id: 'key', question: 'What is your API key?', schema: { type: 'string' } }],
  })),
  story('rtl', 'Right to left', () => ({
    questions: [
      { id: 'a', question: arabic, schema: { type: 'string', enum: ['نعم', 'لا'] } },
      { id: 'b', question: hebrew },
    ],
  })),
]);
