import { arabic, hebrew, hostileTexts, longText } from '../material/texts.ts';
import { envelopeStory, type Family } from '../story.ts';

const type = 'vendor.acme.task.create';
const rendering = { display: 'card', title: 'Write the export first' };

export const card: Family = {
  name: 'card',
  title: 'Card',
  stories: [
    envelopeStory('normal', 'A task', () => ({
      type,
      payload: {
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
          { step: 1, name: 'Write beside the project', done: true },
          { step: 2, name: 'Resume after a break', done: false },
          { step: 3, name: 'Tell the person', done: false },
        ],
        description: longText(220),
      },
      rendering,
    })),
    envelopeStory('empty', 'No field', () => ({ type, payload: {}, rendering: { display: 'card' } })),
    envelopeStory('list', 'A list instead of fields', () => ({
      type,
      payload: ['north', 'south', { name: 'east', open: true }],
      rendering,
    })),
    envelopeStory('no-fields', 'A text instead of fields', () => ({
      type,
      payload: 'Only words.',
      rendering,
    })),
    envelopeStory('huge', 'A table of 10,000 rows', () => ({
      type,
      payload: {
        rows: Array.from({ length: 10_000 }, (_unused, at) => ({
          id: at,
          name: `row ${at}`,
          at: new Date(1_772_442_847_120 + at * 60_000).toISOString(),
        })),
      },
      rendering,
    })),
    envelopeStory('wide', 'An object of 3,000 fields', () => ({
      type,
      payload: Object.fromEntries(Array.from({ length: 3_000 }, (_unused, at) => [`field${at}`, at])),
      rendering,
    })),
    envelopeStory('deep', 'Nested 200 levels deep', () => ({ type, payload: nested(200), rendering })),
    envelopeStory('hostile', 'Scripts in names and values', () => ({
      type,
      payload: JSON.parse(
        `{"__proto__":{"polluted":true},"hasOwnProperty":"own","${'x'.repeat(300)}":1,` +
          `"<b onclick=1>name</b>":"in a name","texts":${JSON.stringify(hostileTexts)},` +
          `"date":"2026-13-45T99:99:99Z","duration":"P999999999Y","number":1e999}`,
      ),
      rendering: { display: 'card', title: hostileTexts[0] },
    })),
    envelopeStory('untrusted', 'Untrusted', () => ({
      type,
      payload: { title: 'From the search', answer: 'Two markets.', url: 'https://docs.example/checklist' },
      rendering: { display: 'card', title: 'From the search' },
      trust: 'untrusted',
    })),
    envelopeStory('rtl', 'Right to left', () => ({
      type,
      payload: {
        عنوان: arabic,
        כותרת: hebrew,
        rows: [
          { اسم: arabic, n: 3 },
          { اسم: hebrew, n: 4 },
        ],
      },
      rendering: { display: 'card', title: arabic },
    })),
  ],
};

function nested(levels: number): unknown {
  let value: unknown = { end: true };
  for (let level = 0; level < levels; level += 1) value = { level, inner: value };
  return value;
}
