/**
 * The notes of the logs that are open, as the shell keeps them. A log is known by its name and its first run, so that its
 * notes come back when it is opened again, from another folder too.
 */
import { countOf, masker } from '@openwop-inspector/base';
import type { EventRow } from '@openwop-inspector/run-log';
import { MAX_NOTES_BYTES, MAX_NOTES_KEY } from '@openwop-inspector/shell-contract';
import { pickText } from '@openwop-inspector/ui';
import { useEffect } from 'react';
import { create } from 'zustand';
import {
  isSamePlace,
  MAX_NOTE_LENGTH,
  MAX_NOTES,
  type Note,
  type NoteEdit,
  type NotePlace,
  noteFile,
  placeOfRow,
  readNoteFile,
  reversed,
  withEdits,
} from '../model/notes.ts';
import { companionFile } from '../model/session-names.ts';
import { shell } from '../shell/bridge.ts';
import { askWorker } from '../worker/client.ts';
import { makeChange, noteFailures, showHint } from './hint-store.ts';
import { findEvent } from './landing.ts';
import { saveText } from './save-actions.ts';
import { showValue } from './selected-value.ts';
import { type Session, sessionOf, useSessionPart } from './sessions-store.ts';
import { jumpTo } from './travel.ts';
import { changeView, selectEvent, showView, viewOf } from './view-store.ts';

interface NotesState {
  /** By the key of the log; a log that is not among them was not read yet. */
  readonly byLog: Readonly<Record<string, readonly Note[]>>;
}

export const useNotesStore = create<NotesState>()(() => ({ byLog: {} }));

const NONE: readonly Note[] = [];

/** The key of the log of a session; null until its first rows are known. */
export function notesKeyOf({ name, summary }: Session): string | null {
  return summary === null ? null : `${name}\n${summary.runs[0]?.runId ?? ''}`.slice(-MAX_NOTES_KEY);
}

/** The notes of a session as they are now, for actions. */
export function notesOf(sessionId: string): readonly Note[] {
  const session = sessionOf(sessionId);
  const key = session === null ? null : notesKeyOf(session);
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
    const kept = await storedNotes(key);
    if (kept === null) return; // what cannot be read is not written over
    const notes = withEdits(kept, edits);
    setNotes(key, notes);
    if (!(await writeNotes(key, log, notes)))
      noteFailures([{ name: 'Notes', message: 'The notes could not be saved here. Save them to a file.' }]);
  });
}

/** True when this many notes can be saved. */
function fitNotes(log: string, notes: readonly Note[]): boolean {
  return new TextEncoder().encode(documentOf(log, notes)).length <= MAX_NOTES_BYTES;
}

/** The document of the notes of a log, masked as a whole. */
const documentOf = (log: string, notes: readonly Note[]) => masker.json(noteFile(log, notes)).text;

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

async function writeNotes(key: string, log: string, notes: readonly Note[]): Promise<boolean> {
  const text = notes.length === 0 ? null : documentOf(log, notes);
  return shell()
    .call('notes/write', { key, text })
    .catch(() => false);
}

/** The note that is being written. */
export interface NoteQuestion {
  readonly sessionId: string;
  readonly place: NotePlace;
  /** The note that is there already. */
  readonly note: Note | null;
}

interface NoteDialogState {
  readonly asked: NoteQuestion | null;
  /** The dialog is about to open: keys typed until then are not commands. */
  readonly isOpening: boolean;
}

const CLOSED: NoteDialogState = { asked: null, isOpening: false };

export const useNoteQuestion = create<NoteDialogState>()(() => CLOSED);

/** True while a note is written, from the press that starts it on. */
export function isNoteOpen(): boolean {
  const { asked, isOpening } = useNoteQuestion.getState();
  return asked !== null || isOpening;
}

export function closeNote(): void {
  useNoteQuestion.setState(CLOSED);
}

/** Opens the note of the selected event, or a new one. */
export async function writeNote(sessionId: string): Promise<void> {
  const { selected } = viewOf(sessionId);
  if (selected === null) return showHint('Select an event first.');
  useNoteQuestion.setState({ isOpening: true });
  try {
    const [row] = await askWorker('rowsByOrdinal', { sessionId, ordinals: [selected] });
    if (row !== undefined) await writeNoteOn(sessionId, row, null);
  } finally {
    useNoteQuestion.setState({ isOpening: false });
  }
}

/** Opens the note of an event, or of the value in it that a pointer names; a new one where there is none. */
export async function writeNoteOn(
  sessionId: string,
  row: Pick<EventRow, 'eventId' | 'eventIdDerived' | 'runId' | 'sequence' | 'type'>,
  pointer: string | null,
): Promise<void> {
  const key = keyOfLog(sessionId);
  if (key === null) return;
  await readNotes(key);
  openNote(sessionId, placeOfRow(row, pointer));
}

/** Opens the note of a place, or a new one. */
export function openNote(sessionId: string, place: NotePlace): void {
  const note = notesOf(sessionId).find((one) => isSamePlace(one, place)) ?? null;
  useNoteQuestion.setState({ asked: { sessionId, place, note }, isOpening: false });
}

/** Keeps what was typed in place of the note that was there; an empty text keeps a bookmark. Secrets are masked. */
export function keepNote({ sessionId, place, note: before }: NoteQuestion, typed: string): void {
  closeNote();
  const text = masker.text(typed.trim().slice(0, MAX_NOTE_LENGTH));
  if (before !== null && before.text === text) return;
  const after: Note = { ...place, text, writtenAtMs: Date.now() };
  const what = text === '' ? 'Bookmark' : 'Note';
  const words = before === null ? `${what} added` : 'Note changed';
  change(sessionId, words, [{ before, after }]);
}

export function removeNote(sessionId: string, note: Note): void {
  closeNote();
  change(sessionId, note.text === '' ? 'Bookmark removed' : 'Note removed', [{ before: note, after: null }]);
}

export function removeAllNotes(sessionId: string): void {
  const notes = notesOf(sessionId);
  if (notes.length === 0) return;
  change(
    sessionId,
    `${countOf(notes.length, 'note')} removed`,
    notes.map((before) => ({ before, after: null })),
  );
}

/** Selects the event of a note, as moving along a list does. */
export async function selectNoted(sessionId: string, note: Note): Promise<void> {
  const ordinal = await findNoted(sessionId, note);
  if (ordinal !== null) selectEvent(sessionId, ordinal);
}

/** Goes to what a note is on: the event in its list, or the value in its payload. */
export async function goToNoted(sessionId: string, note: Note): Promise<void> {
  const ordinal = await findNoted(sessionId, note);
  if (ordinal === null) return;
  jumpTo(sessionId, ordinal);
  if (note.pointer === null || viewOf(sessionId).bench !== null) showView(sessionId, 'events');
  if (note.pointer === null) return;
  showValue(sessionId, ordinal, note.pointer);
  changeView(sessionId, { tab: 'payload' });
}

/** How often a note was gone to. */
let looks = 0;

/** The event of a note; null where another one was requested meanwhile, and, with a hint, where this log lacks it. */
async function findNoted(sessionId: string, { event }: Note): Promise<number | null> {
  looks += 1;
  const own = looks;
  const ordinal = await findEvent(sessionId, event);
  if (own !== looks) return null;
  if (ordinal === null) showHint('The event of the note is not in this log.');
  return ordinal;
}

/** Lists the events with a note, by the filter. */
export function listNoted(sessionId: string): void {
  changeView(sessionId, { filterText: 'is:noted' });
  showView(sessionId, 'events');
}

/** Saves the notes of a log as a file. Must be called while a click or key is fresh. */
export async function saveNoteFile(sessionId: string): Promise<void> {
  const name = sessionOf(sessionId)?.name ?? '';
  const notes = notesOf(sessionId);
  if (notes.length === 0) return showHint('There are no notes yet.');
  await saveText({
    suggestedName: companionFile(name, 'notes.json'),
    text: documentOf(name, notes),
    kind: 'json',
  });
}

/** Adds the notes of a file. At a place that has a note already, the one of the file takes its place. */
export async function openNoteFile(sessionId: string): Promise<void> {
  const picked = await pickText('Notes');
  if (picked === null) return;
  const file = readNoteFile(picked.text);
  if (file.kind === 'wrong') return noteFailures([{ name: picked.name, message: `${file.message}.` }]);
  const key = keyOfLog(sessionId);
  if (key === null) return;
  await readNotes(key);
  const held = notesOf(sessionId);
  const edits = file.notes.flatMap((after): NoteEdit[] => {
    const before = held.find((one) => isSamePlace(one, after)) ?? null;
    return before?.text === after.text ? [] : [{ before, after }];
  });
  if (edits.length === 0) return showHint('No note of the file is new.');
  change(sessionId, `${countOf(edits.length, 'note')} added from ${masker.text(picked.name)}`, edits);
}

function keyOfLog(sessionId: string): string | null {
  const session = sessionOf(sessionId);
  return session === null ? null : notesKeyOf(session);
}

/** Makes a change to the notes of a log, unless there would be more than can be saved. */
function change(sessionId: string, words: string, edits: readonly NoteEdit[]): void {
  const key = keyOfLog(sessionId);
  const log = sessionOf(sessionId)?.name ?? '';
  if (key === null) return;
  const now = notesOf(sessionId);
  const next = withEdits(now, edits);
  if (next.length > now.length && next.length > MAX_NOTES)
    showHint(`Not saved: there are ${MAX_NOTES} notes already.`);
  else if (next.length >= now.length && !fitNotes(log, next))
    showHint('Not saved: the notes of this log have reached their maximum size.');
  else
    makeChange({
      words,
      redo: () => void editNotes(key, log, edits),
      undo: () => void editNotes(key, log, reversed(edits)),
    });
}
