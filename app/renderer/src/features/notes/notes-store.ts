/**
 * The notes of the logs that are open, as the shell keeps them. A log is known by its name and its first run, so that its
 * notes come back when it is opened again, from another folder too.
 */
import { masker } from '@openwop-inspector/base';
import { MAX_NOTES_BYTES, MAX_NOTES_KEY } from '@openwop-inspector/shell-contract';
import { useEffect } from 'react';
import { create } from 'zustand';
import { noteFailures } from '../../shared/hint-store.ts';
import { shell } from '../../shell/bridge.ts';
import { type Session, sessionOf, useSessionPart } from '../sessions/sessions-store.ts';
import { type Note, type NoteEdit, noteFile, readNoteFile, withEdits } from './notes.ts';

/** By the key of the log; a log that is not among them was not read yet. */
export const useNotesStore = create<{ readonly byLog: Readonly<Record<string, readonly Note[]>> }>()(() => ({
  byLog: {},
}));

const NONE: readonly Note[] = [];

/** The key of the log of a session; null until its first rows are known. */
export const notesKeyOf = ({ name, summary }: Session): string | null =>
  summary === null ? null : `${name}\n${summary.runs[0]?.runId ?? ''}`.slice(-MAX_NOTES_KEY);

/** The same by the id of the session; null too once it is closed. */
export function keyOfLog(sessionId: string): string | null {
  const session = sessionOf(sessionId);
  return session === null ? null : notesKeyOf(session);
}

/** The notes of a session as they are now, for actions. */
export function notesOf(sessionId: string): readonly Note[] {
  const key = keyOfLog(sessionId);
  return key === null ? NONE : (useNotesStore.getState().byLog[key] ?? NONE);
}

/** The notes of a session; the same list while none has changed. */
export function useNotes(sessionId: string): readonly Note[] {
  const key = useSessionPart(sessionId, notesKeyOf);
  return useNotesStore(({ byLog }) => (key === null ? NONE : (byLog[key] ?? NONE)));
}

/** Has the notes of a session read as soon as its log is known. */
export function useStoredNotes(sessionId: string): void {
  const key = useSessionPart(sessionId, notesKeyOf);
  useEffect(() => {
    if (key !== null) void readNotes(key);
  }, [key]);
}

/** One reading or writing of a log's notes after the other. */
const turns = new Map<string, Promise<unknown>>();

function inTurn<T>(key: string, act: () => Promise<T>): Promise<T> {
  const turn = (turns.get(key) ?? Promise.resolve()).then(act);
  turns.set(
    key,
    turn.catch(() => undefined),
  );
  return turn;
}

/** Reads the notes of a log, once. Notes that cannot be read are reported as a failure, and stay as they are stored. */
export function readNotes(key: string): Promise<void> {
  return inTurn(key, async () => {
    if (useNotesStore.getState().byLog[key] === undefined) setNotes(key, (await storedNotes(key)) ?? NONE);
  });
}

/** Changes the notes of a log immediately here, then in the store: another window may have changed them as well. */
export async function editNotes(key: string, log: string, edits: readonly NoteEdit[]): Promise<void> {
  setNotes(key, withEdits(useNotesStore.getState().byLog[key] ?? NONE, edits));
  await inTurn(key, async () => {
    const stored = await storedNotes(key);
    if (stored === null) return; // what cannot be read is not written over
    const notes = withEdits(stored, edits);
    setNotes(key, notes);
    const text = notes.length === 0 ? null : documentOf(log, notes);
    const isWritten = await shell()
      .call('notes/write', { key, text })
      .catch(() => false);
    if (!isWritten)
      noteFailures([{ name: 'Notes', message: 'The notes could not be saved here. Save them to a file.' }]);
  });
}

/** True when this many notes can be saved. */
export const fitNotes = (log: string, notes: readonly Note[]): boolean =>
  new TextEncoder().encode(documentOf(log, notes)).length <= MAX_NOTES_BYTES;

/** The document of the notes of a log, masked as a whole. */
export const documentOf = (log: string, notes: readonly Note[]) => masker.json(noteFile(log, notes)).text;

function setNotes(key: string, notes: readonly Note[]): void {
  useNotesStore.setState(({ byLog }) => ({ byLog: { ...byLog, [key]: notes } }));
}

/** What the shell keeps; null where that cannot be read, which is named as a failure. */
async function storedNotes(key: string): Promise<readonly Note[] | null> {
  const text = await shell()
    .call('notes/read', { key })
    .catch(() => null); // a shell that is gone says so itself
  if (text === null) return NONE;
  const read = readNoteFile(text);
  if (read.kind === 'notes') return read.notes;
  noteFailures([{ name: 'Notes', message: `The saved notes of this log cannot be read. ${read.message}.` }]);
  return null;
}
