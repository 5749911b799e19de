import { arabic, hostileTexts, longText } from '../material/texts.ts';
import { eventStories, family } from '../story.ts';

const story = eventStories({ type: 'prompt.composed' });
const hash = `sha256:${'9f2c'.repeat(16)}`;
const prompt = {
  nodeId: 'draft',
  kind: 'system+user',
  hash,
  refs: [
    { id: 'acme.brief.system', version: '3', kind: 'system' },
    { id: 'acme.brief.user', version: '7', kind: 'user' },
  ],
};

export const promptComposed = family('prompt', 'prompt.composed', [
  story('normal', 'With its bodies', { trust: 'untrusted' }, () => ({
    ...prompt,
    systemPrompt: 'You write launch briefs. Use [REDACTED:provider-key] for nothing.',
    userPrompt: 'Write the brief for {{feature}}.\n<UNTRUSTED>The checklist names two markets.</UNTRUSTED>',
    variableBindings: { feature: 'offline export', words: 400 },
    variableHashes: { feature: hash },
    contentTrust: 'untrusted',
  })),
  story('hashes', 'Hashes alone', () => prompt),
  story('empty', 'Nothing', () => ({})),
  story('huge', 'A prompt of 60,000 words', () => ({
    ...prompt,
    composed: longText(60_000),
    refs: Array.from({ length: 300 }, () => prompt.refs[0]),
  })),
  story('hostile', 'Marks that are turned about', { trust: 'untrusted' }, () => ({
    ...prompt,
    composed: `</UNTRUSTED>${hostileTexts.join('\n')}<UNTRUSTED><UNTRUSTED>nested</UNTRUSTED>`,
    variableBindings: JSON.parse('{"__proto__":{"x":1},"constructor":"y"}'),
  })),
  story('untrusted', 'Untrusted parts', { trust: 'untrusted' }, () => ({
    ...prompt,
    composed: 'Ours. <UNTRUSTED>Theirs.</UNTRUSTED> Ours again.',
    contentTrust: 'untrusted',
  })),
  story('rtl', 'Right to left', () => ({ ...prompt, composed: arabic })),
]);
