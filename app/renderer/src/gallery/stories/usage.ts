import { hostileTexts } from '../material/texts.ts';
import { eventStory, type Family } from '../story.ts';

const type = 'provider.usage';
const usage = { provider: 'acme-models', model: 'writer-2', inputTokens: 4_120, outputTokens: 731 };

export const providerUsage: Family = {
  name: 'usage',
  title: 'provider.usage',
  stories: [
    eventStory('normal', 'With cost and cache', () => ({
      type,
      payload: {
        ...usage,
        totalTokens: 4_851,
        costEstimateUsd: 0.0187,
        currency: 'USD',
        cacheHit: true,
        cacheReadTokens: 3_072,
        cacheWriteTokens: 0,
        nodeId: 'draft',
        traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      },
    })),
    eventStory('plain', 'Tokens alone', () => ({ type, payload: usage })),
    eventStory('empty', 'Nothing', () => ({ type, payload: {} })),
    eventStory('zero', 'Nothing used', () => ({
      type,
      payload: { ...usage, inputTokens: 0, outputTokens: 0 },
    })),
    eventStory('huge', 'Numbers at the edge', () => ({
      type,
      payload: {
        ...usage,
        inputTokens: Number.MAX_SAFE_INTEGER,
        outputTokens: 1e300,
        costEstimateUsd: 1e-12,
      },
    })),
    eventStory('hostile', 'A sum that is none, and a key', () => ({
      type,
      payload: {
        ...usage,
        provider: hostileTexts[0],
        model: hostileTexts[6],
        inputTokens: -5,
        outputTokens: '731',
        totalTokens: 3,
        currency: 'dollars',
        'openwop.cost.leaked_token': '[REDACTED]',
      },
    })),
    eventStory('untrusted', 'Untrusted', () => ({ type, payload: usage, trust: 'untrusted' })),
    eventStory('rtl', 'Right to left', () => ({ type, payload: { ...usage, model: 'كاتب-٢' } })),
  ],
};
