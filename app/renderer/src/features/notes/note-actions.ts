import { countOf, masker } from '@openwop-inspector/base';
import { pickText } from '@openwop-inspector/ui';
import { create } from 'zustand';
import { makeChange, noteFailures, showHint } from '../../shared/hint-store.ts';
import { saveText } from '../../shared/save-actions.ts';
import { askWorker } from '../../worker/client.ts';
import { showValue } from '../detail/selected-value.ts';
import { findEvent } from '../sessions/landing.ts';
import { companionFile } from '../sessions/session-names.ts';
import { sessionOf } from '../sessions/sessions-store.ts';
import { jumpTo } from '../sessions/travel.ts';
import { changeView, selectEvent, showView, viewOf } from '../sessions/view-store.ts';
import {
  type AddressedRow,
  isSamePlace,
  MAX_NOTE_LENGTH,
  MAX_NOTES,
  type Note,
  type NoteEdit,
  type NotePlace,
  placeOfRow,
  readNoteFile,
  reversed,
  withEdits,
} from './notes.ts';
import { documentOf, editNotes, fitNotes, keyOfLog, notesOf, readNotes } from './notes-store.ts';

/** The note that is being written. */
export interface NoteQuestion {
  readonly sessionId: string;
  readonly place: NotePlace;
  /** The note that is there already. */
  readonly note: Note | null;
}

interface NoteDialogState {
  readonly open: NoteQuestion | null;
  /** The dialog is about to open: keys typed until then are not commands. */
  readonly isOpening: boolean;
}

const CLOSED: NoteDialogState = { open: null, isOpening: false };

export const useNoteQuestion = create<NoteDialogState>()(() => CLOSED);

/** True while a note is written, from the press that starts it on. */
export function isNoteOpen(): boolean {
  const { open, isOpening } = useNoteQuestion.getState();
  return open !== null || isOpening;
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
export async function writeNoteOn(sessionId: string, row: AddressedRow, pointer: string | null) {
  const key = keyOfLog(sessionId);
  if (key === null) return;
  await readNotes(key);
  openNote(sessionId, placeOfRow(row, pointer));
}

/** Opens the note of a place, or a new one. */
export function openNote(sessionId: string, place: NotePlace): void {
  const note = notesOf(sessionId).find((one) => isSamePlace(one, place)) ?? null;
  useNoteQuestion.setState({ open: { sessionId, place, note }, isOpening: false });
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
  const edits = notes.map((before) => ({ before, after: null }));
  change(sessionId, `${countOf(notes.length, 'note')} removed`, edits);
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
  const suggestedName = companionFile(name, 'notes.json');
  await saveText({ suggestedName, text: documentOf(name, notes), kind: 'json' });
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
  const notes = notesOf(sessionId);
  const edits = file.notes.flatMap((after): NoteEdit[] => {
    const before = notes.find((one) => isSamePlace(one, after)) ?? null;
    return before?.text === after.text ? [] : [{ before, after }];
  });
  if (edits.length === 0) return showHint('No note of the file is new.');
  change(sessionId, `${countOf(edits.length, 'note')} added from ${masker.text(picked.name)}`, edits);
}

/** Makes a change to the notes of a log, unless there would be more than can be saved. */
function change(sessionId: string, words: string, edits: readonly NoteEdit[]): void {
  const key = keyOfLog(sessionId);
  const log = sessionOf(sessionId)?.name ?? '';
  if (key === null) return;
  const now = notesOf(sessionId);
  const next = withEdits(now, edits);
  const making = (some: readonly NoteEdit[]) => () => void editNotes(key, log, some);
  if (next.length > now.length && next.length > MAX_NOTES)
    showHint(`Not saved: there are ${MAX_NOTES} notes already.`);
  else if (next.length >= now.length && !fitNotes(log, next))
    showHint('Not saved: the notes of this log have reached their maximum size.');
  else makeChange({ words, redo: making(edits), undo: making(reversed(edits)) });
}
