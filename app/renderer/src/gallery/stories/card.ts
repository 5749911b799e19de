import { arabic, hebrew, hostileTexts, longText } from '../material/texts.ts';
import { envelopeStories, family } from '../story.ts';

const rendering = { display: 'card', title: 'Write the export first' };
const story = envelopeStories({ type: 'vendor.acme.task.create', rendering });

export const card = family('card', 'Card', [
  story('normal', 'A task', () => ({
    title: 'Write the export first',
    owner: { name: 'Ada', team: 'export', channels: ['mail', 'chat'] },
    createdAt: '2026-03-02T09:14:07.120Z',
    due: '2026-03-20',
    estimate: 'PT4H30M',
    timeoutMs: 90_000,
    sizeBytes: 262_144,
    isBlocked: false,
    parent: null,
    score: 0.875,
    link: 'https://tracker.example/T-41',
    steps: [
      { step: 1, name: 'Write inside the project', done: true },
      { step: 2, name: 'Resume after a break', done: false },
      { step: 3, name: 'Tell the person', done: false },
    ],
    description: longText(220),
  })),
  story('empty', 'No field', { rendering: { display: 'card' } }, () => ({})),
  story('list', 'A list instead of fields', () => ['north', 'south', { name: 'east', open: true }]),
  story('no-fields', 'A text instead of fields', () => 'Only words.'),
  story('huge', 'A table of 10,000 rows', () => ({
    rows: Array.from({ length: 10_000 }, (_unused, at) => ({
      id: at,
      name: `row ${at}`,
      at: new Date(1_772_442_847_120 + at * 60_000).toISOString(),
    })),
  })),
  story('wide', 'An object of 3,000 fields', () =>
    Object.fromEntries(Array.from({ length: 3_000 }, (_unused, at) => [`field${at}`, at])),
  ),
  story('deep', 'Nested 200 levels deep', () => nested(200)),
  story(
    'hostile',
    'Scripts in names and values',
    { rendering: { display: 'card', title: hostileTexts[0] } },
    () =>
      JSON.parse(
        `{"__proto__":{"polluted":true},"hasOwnProperty":"own","${'x'.repeat(300)}":1,` +
          `"<b onclick=1>name</b>":"in a name","texts":${JSON.stringify(hostileTexts)},` +
          `"date":"2026-13-45T99:99:99Z","duration":"P999999999Y","number":1e999}`,
      ),
  ),
  story(
    'untrusted',
    'Untrusted',
    { rendering: { display: 'card', title: 'From the search' }, trust: 'untrusted' },
    () => ({ title: 'From the search', answer: 'Two markets.', url: 'https://docs.example/checklist' }),
  ),
  story('rtl', 'Right to left', { rendering: { display: 'card', title: arabic } }, () => ({
    عنوان: arabic,
    כותרת: hebrew,
    rows: [
      { اسم: arabic, n: 3 },
      { اسم: hebrew, n: 4 },
    ],
  })),
]);

function nested(levels: number): unknown {
  let value: unknown = { end: true };
  for (let level = 0; level < levels; level += 1) value = { level, inner: value };
  return value;
}
