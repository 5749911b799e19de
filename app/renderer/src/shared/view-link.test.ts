import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readViewLink, type ViewLink, writeViewLink } from './view-link.ts';

const LINK: ViewLink = {
  file: '/file/a1b2',
  name: 'run one.json',
  recent: 'aB3-_xaB3-_x',
  view: 'problems',
  bench: null,
  tab: 'payload',
  filter: 'type:node.* -"a & b"',
  level: 'steps',
  brush: { fromMs: 1_700_000_000_000, toMs: 1_700_000_060_000 },
  run: 'run:a&b',
  event: { eventId: 'evt#12', runId: 'r/1', sequence: 12 },
  taint: { eventId: null, runId: 'r/1', sequence: 4 },
};

describe('the address of the current view', () => {
  test('a written address is read back', () => expect(readViewLink(`#${writeViewLink(LINK)}`)).toEqual(LINK));

  test('any filter and any id survive', () => {
    const word = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' });
    fc.assert(
      fc.property(word, word, fc.nat(), (filter, eventId, sequence) => {
        const link: ViewLink = { ...LINK, filter, event: { eventId, runId: null, sequence } };
        expect(readViewLink(writeViewLink(link))).toEqual(link);
      }),
    );
  });

  test('the default view and tab are omitted from the address', () =>
    expect(
      writeViewLink({
        ...LINK,
        view: 'events',
        tab: 'causes',
        recent: null,
        filter: '',
        level: null,
        brush: null,
        run: null,
        event: null,
        taint: null,
      }),
    ).toBe('file=%2Ffile%2Fa1b2&name=run+one.json'));

  test.each(['events', 'causes', 'nodes', 'envelopes', 'problems'] as const)('restores view %s', (view) =>
    expect(readViewLink(writeViewLink({ ...LINK, view })).view).toBe(view === 'events' ? null : view),
  );

  test.each(['problem', 'envelope', 'rendered', 'payload', 'raw'] as const)('restores tab %s', (tab) =>
    expect(readViewLink(writeViewLink({ ...LINK, tab })).tab).toBe(tab),
  );

  test.each([
    ['another origin', '#file=https://example.com/file/x'],
    ['another path', '#file=/rpc/files'],
    ['a path that climbs', '#file=/file/../rpc/x'],
    ['two slashes', '#file=//file/x'],
  ])('%s is not a file of ours', (_, hash) => expect(readViewLink(hash).file).toBeNull());

  test.each([
    ['#view=elsewhere', 'view'],
    ['#tab=constructor', 'tab'],
    ['#seq=-3', 'event'],
    ['#seq=1e3', 'event'],
    ['', 'event'],
    ['#show=everything', 'level'],
    ['#from=5', 'brush'],
    ['#from=9&to=5', 'brush'],
    ['#from=1e3&to=2e3', 'brush'],
    ['#recent=../../etc/pw', 'recent'],
  ] as const)('%s has no valid %s', (hash, field) => expect(readViewLink(hash)[field]).toBeNull());
});

test('the connection screen is named without a file only', () => {
  expect(readViewLink('#bench=hosts').bench).toBe('hosts');
  expect(readViewLink('#file=/file/f1&bench=hosts').bench).toBeNull();
});

test('a comparison is named with a file only', () => {
  expect(readViewLink('#file=/file/f1&bench=compare').bench).toBe('compare');
  expect(readViewLink('#bench=compare').bench).toBeNull();
});
