import { masker } from '@openwop-inspector/base';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  dismissFailures,
  redoChange,
  undoChange,
  useChanges,
  useHintStore,
  useNoticesStore,
} from '../../shared/hint-store.ts';
import { madeRow, madeSummary } from '../../test/made.ts';
import { newSession, useSessionsStore } from '../sessions/sessions-store.ts';
import {
  closeNote,
  keepNote,
  removeAllNotes,
  removeNote,
  useNoteQuestion,
  writeNoteOn,
} from './note-actions.ts';
import { MAX_NOTES, type Note, placeOfRow } from './notes.ts';
import { notesOf, readNotes, useNotesStore } from './notes-store.ts';

const KEY = 'run.json\n';
let stored = new Map<string, string>();
let isWritable = true;

/** Replaces what the preload script of the desktop shell puts there. */
const bridge = {
  call: async (name: string, { key, text }: { readonly key: string; readonly text: string | null }) => {
    if (name === 'notes/read') return stored.get(key) ?? null;
    if (!isWritable) return false;
    if (text === null) stored.delete(key);
    else stored.set(key, text);
    return true;
  },
};

beforeEach(() => {
  vi.stubGlobal('inspector', bridge);
  [stored, isWritable] = [new Map(), true];
  useNotesStore.setState({ byLog: {} });
  useChanges.setState({ done: [], undone: [] });
  dismissFailures();
  closeNote();
  useSessionsStore.setState({
    activeId: 's',
    sessions: [
      {
        ...newSession({
          sessionId: 's',
          name: 'run.json',
          source: { kind: 'text', name: 'run.json', text: '' },
          reopen: null,
        }),
        summary: madeSummary(),
      },
    ],
  });
});

const write = (ordinal: number, text: string, pointer: string | null = null) => {
  const place = placeOfRow(madeRow(ordinal), pointer);
  keepNote(
    {
      sessionId: 's',
      place,
      note: notesOf('s').find(({ event }) => event.eventId === `e${ordinal}`) ?? null,
    },
    text,
  );
};
const texts = () => notesOf('s').map(({ text }) => text);
/** What a window that is opened later finds. */
async function afterwards(): Promise<readonly string[]> {
  await readNotes(KEY);
  useNotesStore.setState({ byLog: {} });
  await readNotes(KEY);
  return texts();
}

describe('notes', () => {
  test('are stored by the shell and come back', async () => {
    write(1, ' first ');
    write(2, '');
    expect(texts()).toEqual(['first', '']);
    expect(await afterwards()).toEqual(['first', '']);
  });

  test('are added, changed and removed, and all of it is undone and redone', async () => {
    write(1, 'a');
    write(1, 'b');
    removeNote('s', notesOf('s')[0] as Note);
    const steps = [texts()];
    for (const step of [undoChange, undoChange, undoChange, redoChange, redoChange, redoChange]) {
      step();
      steps.push(texts());
    }
    expect(steps).toEqual([[], ['b'], ['a'], [], ['a'], ['b'], []]);
    expect(await afterwards()).toEqual([]);
    expect(stored.size).toBe(0);
  });

  test('all at once are removed, and come back', () => {
    write(1, 'a');
    write(2, 'b');
    removeAllNotes('s');
    expect(texts()).toEqual([]);
    expect(useHintStore.getState()).toEqual({ hint: '2 notes removed.', mayUndo: true });
    undoChange();
    expect(texts()).toHaveLength(2);
  });

  test('that another window wrote meanwhile stay', async () => {
    write(1, 'mine');
    await afterwards();
    const theirs = stored.get(KEY)?.replaceAll('e1', 'e5').replace('mine', 'theirs') ?? '';
    stored.set(KEY, theirs.replaceAll('"sequence": 1', '"sequence": 5'));
    write(2, 'more');
    expect(await afterwards()).toEqual(['theirs', 'more']);
  });

  test('contain no secret, wherever they are stored', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    write(1, `token ${secret}`);
    await afterwards();
    expect(JSON.stringify([...stored, notesOf('s')])).not.toContain(secret);
    expect(texts()[0]).toBe(masker.text(`token ${secret}`));
  });

  test('that cannot be saved are reported as a failure', async () => {
    isWritable = false;
    write(1, 'a');
    await readNotes(KEY);
    expect(useNoticesStore.getState().failures.map(({ message }) => message)).toEqual([
      'The notes could not be saved here. Save them to a file.',
    ]);
    expect(texts()).toEqual(['a']);
  });

  test('of another form are not written over', async () => {
    stored.set(KEY, '{"form":"openwop-inspector-notes/9"}');
    write(1, 'a');
    await readNotes(KEY);
    expect(stored.get(KEY)).toContain('notes/9');
    expect(useNoticesStore.getState().failures[0]?.message).toContain('/form');
  });

  test(`are ${MAX_NOTES} at most`, () => {
    const notes = Array.from(
      { length: MAX_NOTES },
      (_, at): Note => ({
        ...placeOfRow(madeRow(at + 10), null),
        text: masker.text(''),
        writtenAtMs: 0,
      }),
    );
    useNotesStore.setState({ byLog: { [KEY]: notes } });
    write(1, 'one more');
    expect(texts()).toHaveLength(MAX_NOTES);
    expect(useHintStore.getState().hint).toContain(`${MAX_NOTES} notes already`);
  });

  test('open with what was written, of an event and of a value apart', async () => {
    write(1, 'a');
    await writeNoteOn('s', madeRow(1), null);
    expect(useNoteQuestion.getState().open?.note?.text).toBe('a');
    await writeNoteOn('s', madeRow(1), '/payload/x');
    expect(useNoteQuestion.getState().open).toMatchObject({ note: null, place: { pointer: '/payload/x' } });
  });
});
