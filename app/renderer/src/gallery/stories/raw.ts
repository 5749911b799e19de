import { arabic, hebrew, hostileTexts, longText, turned } from '../material/texts.ts';
import { envelopeStory, type Family } from '../story.ts';

const type = 'vendor.acme.brief.create';

export const raw: Family = {
  name: 'raw',
  title: 'Raw JSON',
  stories: [
    envelopeStory('normal', 'A kind without a hint', () => ({
      type,
      payload: {
        title: 'Launch brief: offline export',
        markets: ['north', 'south'],
        budget: { amount: 12_500, currency: 'EUR', approved: false },
        notes: null,
        score: 0.8125,
      },
    })),
    envelopeStory('empty', 'An empty payload', () => ({ type, payload: {} })),
    envelopeStory('huge', '20,000 members and a long text', () => ({
      type,
      payload: {
        rows: Array.from({ length: 20_000 }, (_unused, at) => ({ id: `row-${at}`, value: at * 7 })),
        log: longText(40_000),
      },
    })),
    envelopeStory('deep', 'Nested 300 levels deep', () => ({ type, payload: { nested: nested(300) } })),
    envelopeStory('too-deep', 'Nested 10,000 levels deep', () => ({ type, payload: nested(10_000) })),
    envelopeStory('hostile', 'Names and texts that want to be more', () => ({
      type,
      payload: JSON.parse(
        `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":"own",` +
          `"":"empty name","a/b~c":"pointer","${turned}":"turned name","same\\u200b":"unseen in the name",` +
          `"texts":${JSON.stringify(hostileTexts)}}`,
      ),
    })),
    envelopeStory('unknown-display', 'A display that nobody knows', () => ({
      type,
      payload: { text: 'As a hologram, please.' },
      rendering: { display: 'hologram' },
    })),
    envelopeStory('broken-hint', 'A hint that cannot be read', () => ({
      type,
      payload: { text: 'The hint is a list.' },
      rendering: ['markdown'],
    })),
    envelopeStory('no-envelope', 'No type at all', () => ({ type: '', payload: [1, 2, 3] })),
    envelopeStory('untrusted', 'Untrusted', () => ({
      type,
      payload: { found: 'The checklist names two markets.', url: 'https://docs.example/checklist' },
      trust: 'untrusted',
    })),
    envelopeStory('rtl', 'Right to left', () => ({
      type,
      payload: { عنوان: arabic, כותרת: hebrew, mixed: `${arabic} (run-7)` },
    })),
  ],
};

/** Built from the inside out, because text nested this deep cannot be parsed everywhere. */
function nested(levels: number): unknown {
  let value: unknown = 'the innermost';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? { next: value } : [value];
  return value;
}
