import { masker } from '@openwop-inspector/base';
import { describe, expect, test } from 'vitest';
import { madeRow } from '../../test/made.ts';
import { type Note, noteFile, placeOfRow, readNoteFile } from './notes.ts';

const note: Note = {
  ...placeOfRow(madeRow(3), '/payload/a'),
  text: masker.text('look here\n<b>'),
  writtenAtMs: Date.parse('2026-01-02T03:04:05.678Z'),
};
const FORM = 'openwop-inspector-notes/1';
const one = (part: object = {}) => ({ eventId: 'e3', type: 't', text: '', writtenAt: '2026-01-02', ...part });
const withNotes = (...notes: readonly unknown[]) => JSON.stringify({ form: FORM, notes });

describe('a document of notes', () => {
  test('is read back unchanged', () => {
    expect(readNoteFile(noteFile('run.json', [note]))).toEqual({ kind: 'notes', notes: [note] });
  });

  test.each([
    ['{', 'This is not JSON'],
    ['[]', 'document: This takes an object, not an array'],
    ['{"form":"other"}', `/form: this takes ${FORM}; it is no document of notes`],
    [`{"form":"${FORM}"}`, 'document: The field notes is missing'],
    [JSON.stringify({ form: FORM, notes: {} }), '/notes: This takes an array'],
    [withNotes(one(), 7), '/notes/1: This takes an object, not a number'],
    [withNotes(one({ eventId: null })), '/notes/0: This names no event: it needs eventId or sequence'],
    [withNotes(one({ sequence: 1.5 })), '/notes/0/sequence: This takes a whole number'],
    [withNotes(one({ text: 'x'.repeat(2001) })), '/notes/0/text: This takes at most 2000 characters'],
    [withNotes(one({ pointer: 'a' })), '/notes/0/pointer: This takes a JSON pointer'],
    [withNotes(one({ writtenAt: 'soon' })), '/notes/0/writtenAt: This takes a date and time'],
    [withNotes(...Array.from({ length: 501 }, () => one())), '/notes: This takes at most 500 notes'],
  ])('that is invalid is rejected with the position: %.60s', (text, message) => {
    expect(readNoteFile(text)).toEqual({ kind: 'wrong', message });
  });

  test('names an unknown field, with the likely intended one', () => {
    expect(readNoteFile(withNotes(one({ tex: 'a' })))).toMatchObject({
      message: expect.stringMatching(/^\/notes\/0\/tex: There is no field "tex"\. Did you mean text\?/),
    });
  });

  test('has one note per place, the last', () => {
    const read = readNoteFile(withNotes(one({ text: 'a' }), one({ text: 'b' })));
    expect(read).toMatchObject({ notes: [{ text: 'b' }] });
  });

  test('is masked where it contains a secret', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const read = readNoteFile(withNotes(one({ text: `see ${secret}`, pointer: `/${secret}` })));
    expect(JSON.stringify(read)).not.toContain(secret);
    expect(read).toMatchObject({ notes: [{ text: expect.stringContaining('see ghp_') }] });
  });
});
