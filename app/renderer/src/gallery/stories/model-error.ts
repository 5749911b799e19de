import { arabic, hostileTexts, longText } from '../material/texts.ts';
import { envelopeStory, type Family } from '../story.ts';

const type = 'error';

export const modelError: Family = {
  name: 'error',
  title: 'error, as the model reports it',
  stories: [
    envelopeStory('normal', 'Ambiguous', () => ({
      type,
      payload: {
        reasoning: 'Both markets are called first.',
        code: 'ambiguous_intent',
        message: 'The brief names two markets as the first.',
        details: { sections: ['Scope', 'Plan'], markets: { north: 1, south: 1 } },
      },
    })),
    envelopeStory('vendor', 'A code of a vendor', () => ({
      type,
      payload: { code: 'acme.quota_of_words', message: 'The brief may have 400 words.' },
    })),
    envelopeStory('empty', 'Without a message', () => ({ type, payload: { code: '', message: '' } })),
    envelopeStory('huge', 'A long message with details', () => ({
      type,
      payload: {
        code: 'context_exhausted',
        message: longText(3_000),
        details: Object.fromEntries(Array.from({ length: 500 }, (_unused, at) => [`part${at}`, longText(8)])),
      },
    })),
    envelopeStory('hostile', 'Looks like an error of the host', () => ({
      type,
      payload: {
        code: '500 Internal Server Error',
        message: hostileTexts.join('\n'),
        details: { error: 'unauthorized', 'x-www-authenticate': hostileTexts[0] },
      },
    })),
    envelopeStory('untrusted', 'Untrusted', () => ({
      type,
      payload: { code: 'tool_call_refused', message: 'The page says that the tool may not be called.' },
      trust: 'untrusted',
    })),
    envelopeStory('rtl', 'Right to left', () => ({
      type,
      payload: { code: 'ambiguous_intent', message: arabic },
    })),
  ],
};
