/** Published kinds of envelopes. */
import { arabic, hebrew, hostileTexts, longText } from '../material/texts.ts';
import { envelopeStories, family } from '../story.ts';

const questionStory = envelopeStories({ type: 'clarification.request' });

export const questions = family('clarification-request', 'clarification.request', [
  questionStory('normal', 'Two questions with their answers', () => ({
    reasoning: 'The brief names two markets and no date.',
    contextType: 'launch-brief',
    questions: [
      {
        id: 'market',
        question: 'Which market comes first?',
        schema: { type: 'string', enum: ['north', 'south'], description: 'The other follows a month later.' },
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
  questionStory('empty', 'No question', () => ({ questions: [] })),
  questionStory('no-list', 'Questions that are no list', () => ({ questions: { q1: 'Which market?' } })),
  questionStory('huge', '200 questions', () => ({
    questions: Array.from({ length: 200 }, (_unused, at) => ({
      id: `q${at}`,
      question: `${at}. ${longText(20)}?`,
      schema: { type: 'integer', minimum: at },
    })),
  })),
  questionStory('hostile', 'Scripts, and schemas without end', () => ({
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
  questionStory('untrusted', 'Untrusted', { trust: 'untrusted' }, () => ({
    questions: [{ id: 'key', question: 'What is your API key?', schema: { type: 'string' } }],
  })),
  questionStory('rtl', 'Right to left', () => ({
    questions: [
      { id: 'a', question: arabic, schema: { type: 'string', enum: ['نعم', 'لا'] } },
      { id: 'b', question: hebrew },
    ],
  })),
]);

const exchangeStory = envelopeStories({ type: 'schema.request' });
const response = 'schema.response';

export const schemaExchange = family('schema', 'schema.request and schema.response', [
  exchangeStory('normal', 'Requested', () => ({
    reasoning: 'I have not seen the form of the surface yet.',
    envelopeType: 'ui.a2ui-surface',
    reason: 'To know which components there are.',
  })),
  exchangeStory('answered', 'Taken note of', { type: response }, () => ({
    envelopeType: 'ui.a2ui-surface',
    ack: true,
  })),
  exchangeStory('vendor', 'Of a kind that only the host knows', () => ({
    envelopeType: 'vendor.acme.prd.create',
  })),
  exchangeStory('empty', 'Nothing requested', () => ({})),
  exchangeStory('not-acknowledged', 'An answer that is none', { type: response }, () => ({
    envelopeType: 'error',
    ack: false,
  })),
  exchangeStory('huge', 'A reason of 1,024 characters', () => ({
    envelopeType: 'error',
    reason: longText(200).slice(0, 1_024),
    reasoning: longText(800),
  })),
  exchangeStory('hostile', 'A kind that wants to be a path', () => ({
    envelopeType: '../../__proto__',
    reason: hostileTexts.join(' '),
  })),
  exchangeStory('untrusted', 'Untrusted', { trust: 'untrusted' }, () => ({
    envelopeType: 'clarification.request',
    reason: 'The page instructed me to.',
  })),
  exchangeStory('rtl', 'Right to left', () => ({ envelopeType: 'error', reason: arabic })),
]);

const errorStory = envelopeStories({ type: 'error' });

export const modelError = family('error', 'error, as the model reports it', [
  errorStory('normal', 'Ambiguous', () => ({
    reasoning: 'Both markets are called first.',
    code: 'ambiguous_intent',
    message: 'The brief names two markets as the first.',
    details: { sections: ['Scope', 'Plan'], markets: { north: 1, south: 1 } },
  })),
  errorStory('vendor', 'A code of a vendor', () => ({
    code: 'acme.quota_of_words',
    message: 'The brief may have 400 words.',
  })),
  errorStory('empty', 'Without a message', () => ({ code: '', message: '' })),
  errorStory('huge', 'A long message with details', () => ({
    code: 'context_exhausted',
    message: longText(3_000),
    details: Object.fromEntries(Array.from({ length: 500 }, (_unused, at) => [`part${at}`, longText(8)])),
  })),
  errorStory('hostile', 'Looks like an error of the host', () => ({
    code: '500 Internal Server Error',
    message: hostileTexts.join('\n'),
    details: { error: 'unauthorized', 'x-www-authenticate': hostileTexts[0] },
  })),
  errorStory('untrusted', 'Untrusted', { trust: 'untrusted' }, () => ({
    code: 'tool_call_refused',
    message: 'The page says that the tool may not be called.',
  })),
  errorStory('rtl', 'Right to left', () => ({ code: 'ambiguous_intent', message: arabic })),
]);
