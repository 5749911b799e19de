import { arabic, hebrew, hostileTexts, longText, turned } from '../material/texts.ts';
import { envelopeStories, family } from '../story.ts';

const story = envelopeStories({ type: 'vendor.acme.brief.create' });

export const raw = family('raw', 'Raw JSON', [
  story('normal', 'A kind without a hint', () => ({
    title: 'Launch brief: offline export',
    markets: ['north', 'south'],
    budget: { amount: 12_500, currency: 'EUR', approved: false },
    notes: null,
    score: 0.8125,
  })),
  story('empty', 'An empty payload', () => ({})),
  story('huge', '20,000 members and a long text', () => ({
    rows: Array.from({ length: 20_000 }, (_unused, at) => ({ id: `row-${at}`, value: at * 7 })),
    log: longText(40_000),
  })),
  story('deep', 'Nested 300 levels deep', () => ({ nested: nested(300) })),
  story('too-deep', 'Nested 10,000 levels deep', () => nested(10_000)),
  story('hostile', 'Names and texts that want to be more', () =>
    JSON.parse(
      `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":"own",` +
        `"":"empty name","a/b~c":"pointer","${turned}":"turned name","same\\u200b":"unseen in the name",` +
        `"texts":${JSON.stringify(hostileTexts)}}`,
    ),
  ),
  story('unknown-display', 'A display that nobody knows', { rendering: { display: 'hologram' } }, () => ({
    text: 'As a hologram, please.',
  })),
  story('broken-hint', 'A hint that cannot be read', { rendering: ['markdown'] }, () => ({
    text: 'The hint is a list.',
  })),
  story('no-envelope', 'No type at all', { type: '' }, () => [1, 2, 3]),
  story('untrusted', 'Untrusted', { trust: 'untrusted' }, () => ({
    found: 'The checklist names two markets.',
    url: 'https://docs.example/checklist',
  })),
  story('rtl', 'Right to left', () => ({ عنوان: arabic, כותרת: hebrew, mixed: `${arabic} (run-7)` })),
]);

/** Built from the inside out, because text nested this deep cannot be parsed everywhere. */
function nested(levels: number): unknown {
  let value: unknown = 'the innermost';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? { next: value } : [value];
  return value;
}
