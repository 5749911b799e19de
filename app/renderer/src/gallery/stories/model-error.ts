import { arabic, hostileTexts, longText } from '../material/texts.ts';
import { envelopeStories, family } from '../story.ts';

const story = envelopeStories({ type: 'error' });

export const modelError = family('error', 'error, as the model reports it', [
  story('normal', 'Ambiguous', () => ({
    reasoning: 'Both markets are called first.',
    code: 'ambiguous_intent',
    message: 'The brief names two markets as the first.',
    details: { sections: ['Scope', 'Plan'], markets: { north: 1, south: 1 } },
  })),
  story('vendor', 'A code of a vendor', () => ({
    code: 'acme.quota_of_words',
    message: 'The brief may have 400 words.',
  })),
  story('empty', 'Without a message', () => ({ code: '', message: '' })),
  story('huge', 'A long message with details', () => ({
    code: 'context_exhausted',
    message: longText(3_000),
    details: Object.fromEntries(Array.from({ length: 500 }, (_unused, at) => [`part${at}`, longText(8)])),
  })),
  story('hostile', 'Looks like an error of the host', () => ({
    code: '500 Internal Server Error',
    message: hostileTexts.join('\n'),
    details: { error: 'unauthorized', 'x-www-authenticate': hostileTexts[0] },
  })),
  story('untrusted', 'Untrusted', { trust: 'untrusted' }, () => ({
    code: 'tool_call_refused',
    message: 'The page says that the tool may not be called.',
  })),
  story('rtl', 'Right to left', () => ({ code: 'ambiguous_intent', message: arabic })),
]);
