import { hostileTexts } from '../material/texts.ts';
import { eventStories, family } from '../story.ts';

const story = eventStories({ type: 'provider.usage' });
const usage = { provider: 'acme-models', model: 'writer-2', inputTokens: 4_120, outputTokens: 731 };

export const providerUsage = family('usage', 'provider.usage', [
  story('normal', 'With cost and cache', () => ({
    ...usage,
    totalTokens: 4_851,
    costEstimateUsd: 0.0187,
    currency: 'USD',
    cacheHit: true,
    cacheReadTokens: 3_072,
    cacheWriteTokens: 0,
    nodeId: 'draft',
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  })),
  story('plain', 'Tokens alone', () => usage),
  story('empty', 'Nothing', () => ({})),
  story('zero', 'Nothing used', () => ({ ...usage, inputTokens: 0, outputTokens: 0 })),
  story('huge', 'Numbers at the edge', () => ({
    ...usage,
    inputTokens: Number.MAX_SAFE_INTEGER,
    outputTokens: 1e300,
    costEstimateUsd: 1e-12,
  })),
  story('hostile', 'A sum that is none, and a key', () => ({
    ...usage,
    provider: hostileTexts[0],
    model: hostileTexts[6],
    inputTokens: -5,
    outputTokens: '731',
    totalTokens: 3,
    currency: 'dollars',
    'openwop.cost.leaked_token': '[REDACTED]',
  })),
  story('untrusted', 'Untrusted', { trust: 'untrusted' }, () => usage),
  story('rtl', 'Right to left', () => ({ ...usage, model: 'كاتب-٢' })),
]);
