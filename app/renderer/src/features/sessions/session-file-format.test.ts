import { masker } from '@openwop-inspector/base';
import { describe, expect, test } from 'vitest';
import { addressOf, readViewLink } from '../../shared/view-link.ts';
import { madeRow } from '../../test/made.ts';
import { placeOfRow } from '../notes/notes.ts';
import { readSessionHead, type SessionFileHead, writeSessionHead } from './session-file-format.ts';

const row = madeRow(3);
const head: SessionFileHead = {
  log: { name: masker.text('run.json'), sizeBytes: 312, events: 7 },
  view: {
    ...readViewLink('view=problems&tab=payload&q=type%3Arun.*&show=failures&from=1&to=9&in=r&bench=acceptor'),
    event: addressOf(row),
    taint: addressOf(madeRow(5)),
  },
  filters: ['is:failed', 'a "b"'],
  colours: [
    { filter: 'node:draft', mark: 'C', isOn: true },
    { filter: 'is:failed', mark: 'A', isOn: false },
  ],
  notes: [
    { ...placeOfRow(row, '/payload/a'), text: masker.text('look\n<b>'), writtenAtMs: 1_700_000_000_000 },
  ],
  rules: '{"defaults":false}',
  trial: { text: '{\n}', context: { now: '2026-01-01T00:00:00Z' }, event: addressOf(row) },
};
const FORM = 'openwop-inspector-session/1';
const written = (part: object = {}) =>
  JSON.stringify({ form: FORM, log: { name: 'a', sizeBytes: 0, events: 0 }, ...part });

describe('the head of a session file', () => {
  test('is one line that begins with its form, and is read back unchanged', () => {
    const text = writeSessionHead(head, 0);
    expect(text).toMatch(/^\{"form":"openwop-inspector-session\/1",/);
    expect(text).not.toContain('\n');
    expect(readSessionHead(text)).toEqual({ kind: 'head', head });
  });

  test('contains no file path of the machine it was written on', () => {
    const view = readViewLink('file=/file/abc&name=secret-plan.json&recent=abcdefghijkl&q=x');
    expect(view.file).toBe('/file/abc');
    const text = writeSessionHead({ ...head, view }, 0);
    expect(text).not.toMatch(/file\/abc|secret-plan|abcdefghijkl/);
  });

  test('may contain its log alone', () => {
    expect(readSessionHead(written())).toMatchObject({
      kind: 'head',
      head: {
        filters: [],
        colours: [],
        notes: [],
        rules: '',
        trial: null,
        view: { filter: '', event: null },
      },
    });
  });

  test.each([
    ['{', 'Its first line is not JSON'],
    ['[]', 'Its first line is no object'],
    [
      '{"form":"openwop-inspector-session/2"}',
      `/form: this takes ${FORM}; another version may have written it`,
    ],
    [JSON.stringify({ form: FORM }), 'document: The field log is missing'],
    [
      written({ log: { name: 'a', sizeBytes: -1, events: 0 } }),
      '/log/sizeBytes: This takes a whole number, 0 or more, not a number',
    ],
    [written({ view: { q: 7 } }), '/view/q: This takes a string, not a number'],
    [written({ filters: {} }), '/filters: This takes an array'],
    [
      written({ filters: Array.from({ length: 201 }, () => 'x') }),
      '/filters: This takes at most 200 filters',
    ],
    [written({ colours: 'x' }), '/colours: This takes an array, not a string'],
    [written({ colours: [{ filter: 'x' }] }), '/colours/0: The field mark is missing'],
    [
      written({ colours: [{ filter: 'x', mark: 'Z' }] }),
      '/colours/0/mark: This takes one of: A, B, C, D, E, F',
    ],
    [
      written({ colours: [{ filter: 7, mark: 'A' }] }),
      '/colours/0/filter: This takes a string, not a number',
    ],
    [
      written({ colours: Array.from({ length: 13 }, () => ({ filter: 'x', mark: 'A' })) }),
      '/colours: This takes at most 12 rules',
    ],
    [written({ notes: [{ text: 'a' }] }), '/notes/0: The field type is missing'],
    [written({ rules: 'x'.repeat(64 * 1024 + 1) }), '/rules: This takes at most 65536 characters'],
    [written({ trial: { text: '', event: {} } }), '/trial: The field context is missing'],
    [
      written({ trial: { text: '', event: {}, context: { phase: 7 } } }),
      '/trial/context: this is no context of the acceptor',
    ],
  ])('that is invalid is rejected with the position: %.70s', (text, message) => {
    expect(readSessionHead(text)).toEqual({ kind: 'wrong', message });
  });

  test('accepts the fields of a view link, and no file', () => {
    const read = readSessionHead(
      written({
        view: { view: 'nowhere', file: '/file/x', recent: 'abcdefghijkl', q: 'is:failed', event: 'e1' },
      }),
    );
    expect(read).toMatchObject({
      head: { view: { view: null, file: null, recent: null, filter: 'is:failed', event: { eventId: 'e1' } } },
    });
  });

  test('gives no secret to a trial, regardless of its content', () => {
    const context = { secrets: [{ name: 'k', value: 'abc' }] };
    const read = readSessionHead(written({ trial: { text: '', event: {}, context } }));
    expect(JSON.stringify(read)).not.toContain('abc');
  });

  test('omits invalid filters', () => {
    expect(readSessionHead(written({ filters: ['a', 7, '', 'x'.repeat(2001)] }))).toMatchObject({
      head: { filters: ['a'] },
    });
  });
});
