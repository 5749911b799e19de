import { masker, words } from '@openwop-inspector/base';
import { describe, expect, test } from 'vitest';
import { madeRow } from '../../test/made.ts';
import {
  indexNotes,
  isSamePlace,
  listedNotes,
  markOf,
  type Note,
  type NoteEdit,
  placeOfRow,
  placeText,
  reversed,
  withEdits,
} from './notes.ts';

const note = (ordinal: number, text = 'x', pointer: string | null = null, part = {}): Note => ({
  ...placeOfRow(madeRow(ordinal, part), pointer),
  text: masker.text(text),
  writtenAtMs: 0,
});
const texts = (notes: readonly Note[]) => notes.map(({ text }) => text);

describe('the place of a note', () => {
  test('is an event by its id, run and number, or a value of it by its pointer', () => {
    expect(note(3).event).toEqual({ eventId: 'e3', runId: 'r1', sequence: 3 });
    expect(placeText(note(3, '', '/payload/a'))).toBe('#3 node.started /payload/a');
    expect(isSamePlace(note(3, 'a'), note(3, 'b'))).toBe(true);
    expect(isSamePlace(note(3), note(3, 'x', '/payload'))).toBe(false);
  });

  test('of an event without id is by run and number, without both by the derived id', () => {
    expect(note(3, '', null, { eventIdDerived: true }).event.eventId).toBeNull();
    expect(note(3, '', null, { eventIdDerived: true, sequence: null }).event.eventId).toBe('e3');
  });
});

describe('edits', () => {
  const [old, changed, other] = [note(1, 'old'), note(1, 'new'), note(2, 'other')];
  const edits: readonly NoteEdit[] = [
    { before: old, after: changed },
    { before: null, after: other },
  ];

  test('replace the note at their place, and leave the others', () =>
    expect(texts(withEdits([old, note(5, 'five')], edits))).toEqual(['five', 'new', 'other']));

  test('are undone by their reverse', () => {
    expect(texts(withEdits(withEdits([old], edits), reversed(edits)))).toEqual(['old']);
    expect(
      withEdits(withEdits([], [{ before: null, after: old }]), reversed([{ before: null, after: old }])),
    ).toEqual([]);
    const removal: readonly NoteEdit[] = [{ before: old, after: null }];
    expect(texts(withEdits(withEdits([old], removal), reversed(removal)))).toEqual(['old']);
  });
});

describe('the notes of a row', () => {
  const index = indexNotes([note(1, 'value', '/payload/b'), note(1, 'event'), note(2, 'two')]);

  test('are those on the event, itself first', () => {
    expect(texts(index.of(madeRow(1)))).toEqual(['event', 'value']);
    expect(index.of(madeRow(7))).toEqual([]);
  });

  test('are found by run and number in an export without ids', () =>
    expect(texts(index.of(madeRow(2, { eventId: words`evt-r1-2`, eventIdDerived: true })))).toEqual(['two']));

  test('are not those of another event of the same number', () => {
    expect(index.of(madeRow(2, { eventId: words`other` }))).toEqual([]);
    expect(index.of(madeRow(9, { runId: words`r2`, sequence: 2 }))).toEqual([]);
  });

  test.each([
    ['of the same stream', 3, 'node.started', ['two']],
    ['but those after its last piece', 1, 'node.started', []],
    ['but those of another type', 3, 'output.chunk', []],
  ] as const)('are found in a folded row that contains their event, %s', (_, lastSequence, type, found) => {
    const fold = { pieces: 3, bytes: 1, durationMs: null, lastSequence, lastTimeMs: null, text: words`` };
    const row = { ...madeRow(1), type: words`${masker.text(type)}`, stream: { head: 1, fold } };
    expect(texts(index.foldedIn(row))).toEqual(found);
  });

  test.each([
    [[], null],
    [[note(1, '')], 'bookmark'],
    [[note(1, ''), note(1, 'x', '/a')], 'note'],
  ] as const)('have one mark: %j', (notes, mark) => expect(markOf(notes)).toBe(mark));
});

describe('the list of notes', () => {
  const inRun = (runId: string, ordinal: number, text: string) =>
    note(ordinal, text, null, { runId: masker.text(runId), eventId: masker.text(`${runId}-${ordinal}`) });
  const notes = [inRun('r2', 1, 'Late run'), inRun('r1', 9, ''), inRun('r1', 2, 'first thing')];

  test('is in the order of runs and numbers', () =>
    expect(texts(listedNotes(notes, ['r1', 'r2'], ''))).toEqual(['first thing', '', 'Late run']));

  test.each([
    ['RUN', ['Late run']],
    ['#9', ['']],
    ['bookmark', ['']],
    ['thing first', ['first thing']],
    ['nothing', []],
  ])('has those with all words of %j', (text, found) =>
    expect(texts(listedNotes(notes, ['r1', 'r2'], text))).toEqual(found),
  );
});
