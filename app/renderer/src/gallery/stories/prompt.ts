import { arabic, hostileTexts, longText } from '../material/texts.ts';
import { eventStory, type Family } from '../story.ts';

const type = 'prompt.composed';
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

export const promptComposed: Family = {
  name: 'prompt',
  title: 'prompt.composed',
  stories: [
    eventStory('normal', 'With its bodies', () => ({
      type,
      payload: {
        ...prompt,
        systemPrompt: 'You write launch briefs. Use [REDACTED:provider-key] for nothing.',
        userPrompt:
          'Write the brief for {{feature}}.\n<UNTRUSTED>The checklist names two markets.</UNTRUSTED>',
        variableBindings: { feature: 'offline export', words: 400 },
        variableHashes: { feature: hash },
        contentTrust: 'untrusted',
      },
      trust: 'untrusted',
    })),
    eventStory('hashes', 'Hashes alone', () => ({ type, payload: prompt })),
    eventStory('empty', 'Nothing', () => ({ type, payload: {} })),
    eventStory('huge', 'A prompt of 60,000 words', () => ({
      type,
      payload: {
        ...prompt,
        composed: longText(60_000),
        refs: Array.from({ length: 300 }, () => prompt.refs[0]),
      },
    })),
    eventStory('hostile', 'Marks that are turned about', () => ({
      type,
      payload: {
        ...prompt,
        composed: `</UNTRUSTED>${hostileTexts.join('\n')}<UNTRUSTED><UNTRUSTED>nested</UNTRUSTED>`,
        variableBindings: JSON.parse('{"__proto__":{"x":1},"constructor":"y"}'),
      },
      trust: 'untrusted',
    })),
    eventStory('untrusted', 'Untrusted parts', () => ({
      type,
      payload: {
        ...prompt,
        composed: 'Ours. <UNTRUSTED>Theirs.</UNTRUSTED> Ours again.',
        contentTrust: 'untrusted',
      },
      trust: 'untrusted',
    })),
    eventStory('rtl', 'Right to left', () => ({ type, payload: { ...prompt, composed: arabic } })),
  ],
};
