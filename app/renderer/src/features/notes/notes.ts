/** User notes on events of a log and on values in them. Pure. */
import {
  addTo,
  aString,
  formatSequence,
  isRecord,
  type MaskedText,
  masker,
  objectOf,
  orNull,
  parsedJson,
  problemsOfShape,
  type Shape,
  type ShapeProblem,
} from '@openwop-inspector/base';
import type { EventRow } from '@openwop-inspector/run-log';
import { addressOf, type EventAddress } from '../../shared/view-link.ts';

/** Limits: notes of one log, and UTF-16 units of each text. */
export const MAX_NOTES = 500;
export const MAX_NOTE_LENGTH = 2000;

/** Target of a note: an event, or the value in it at a pointer. There is one note per place. */
export interface NotePlace {
  readonly event: EventAddress;
  readonly type: MaskedText;
  /** Pointer from the event's root; null for the event itself. */
  readonly pointer: MaskedText | null;
}

export interface Note extends NotePlace {
  /** Empty for a bookmark. */
  readonly text: MaskedText;
  readonly writtenAtMs: number;
}

/** A note that is added, removed or replaced; null on the side where there is none. */
export interface NoteEdit {
  readonly before: Note | null;
  readonly after: Note | null;
}

export type AddressedRow = Pick<EventRow, 'eventId' | 'eventIdDerived' | 'runId' | 'sequence' | 'type'>;

/** The place of an event, or of a value in it. One without number and id uses the derived id. */
export function placeOfRow(row: AddressedRow, pointer: string | null): NotePlace {
  const address = addressOf(row);
  const event = row.sequence === null ? { ...address, eventId: row.eventId } : address;
  return { event, type: row.type, pointer: pointer === null ? null : masker.text(pointer) };
}

/** True where two notes, or a note and a place, have the same target. */
export const isSamePlace = (a: NotePlace, b: NotePlace): boolean => keyOf(a) === keyOf(b);

/** Key of a place, unique in its log. */
export const keyOf = ({ event: { eventId, runId, sequence }, pointer }: NotePlace): string =>
  JSON.stringify([eventId, runId, sequence, pointer]);

/** The notes after edits, each of which replaces the note at its place. */
export function withEdits(notes: readonly Note[], edits: readonly NoteEdit[]): readonly Note[] {
  const byPlace = new Map(notes.map((note) => [keyOf(note), note]));
  for (const { before, after } of edits) {
    if (before !== null) byPlace.delete(keyOf(before));
    if (after !== null) byPlace.set(keyOf(after), after);
  }
  return [...byPlace.values()];
}

/** The edits that undo others, the last one first. */
export const reversed = (edits: readonly NoteEdit[]): readonly NoteEdit[] =>
  edits.toReversed().map(({ before, after }) => ({ before: after, after: before }));

/** Looks up the notes of a row in constant time. */
export type NoteIndex = ReturnType<typeof indexNotes>;

const NONE: readonly Note[] = [];

/** Index of notes by event: by id, else by run and number, for exports without ids. O(notes). */
export function indexNotes(notes: readonly Note[]) {
  const byId = new Map<string, Note[]>();
  const byNumber = new Map<string, Note[]>();
  for (const note of notes) {
    const { eventId, runId, sequence } = note.event;
    if (eventId !== null) addTo(byId, eventId, note);
    if (sequence !== null) addTo(byNumber, `${sequence} ${runId}`, note);
  }
  return {
    /** Of the event itself first, then those of its values. */
    of(row: AddressedRow): readonly Note[] {
      if (notes.length === 0) return NONE;
      const own = byId.get(row.eventId) ?? NONE;
      const numbered = (byNumber.get(`${row.sequence} ${row.runId}`) ?? NONE).filter(
        (note) => (note.event.eventId === null || row.eventIdDerived) && !own.includes(note),
      );
      return [...own, ...numbered].sort(byPointer);
    },
    /** Those on events folded into the row of a stream, by their numbers. O(notes). */
    foldedIn(row: Pick<EventRow, 'runId' | 'sequence' | 'type' | 'stream'>): readonly Note[] {
      const { runId, sequence: first, type, stream } = row;
      const last = stream?.fold?.lastSequence ?? null;
      if (notes.length === 0 || first === null || last === null) return NONE;
      return notes.filter(({ event, type: own }) => {
        const at = event.sequence ?? first;
        return own === type && event.runId === runId && at > first && at <= last;
      });
    },
  };
}

const byPointer = (a: Note, b: Note): number => compareTexts(a.pointer ?? '', b.pointer ?? '');
const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The notes that contain all words of a text, in the order of the events: by run as in the log, then by number. */
export function listedNotes(notes: readonly Note[], runIds: readonly string[], text: string) {
  const places = new Map(runIds.map((runId, at) => [runId, at]));
  const runOf = ({ event }: Note): number => places.get(event.runId ?? '') ?? places.size;
  const numberOf = ({ event }: Note): number => event.sequence ?? Number.MAX_SAFE_INTEGER;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return notes
    .filter((note) => words.every((word) => searched(note).includes(word)))
    .sort((a, b) => runOf(a) - runOf(b) || numberOf(a) - numberOf(b) || byPointer(a, b));
}

const searched = (note: Note): string =>
  `${placeText(note)} ${note.event.runId ?? ''} ${textOfNote(note)}`.toLowerCase();

/** "#216 node.failed /payload/error". */
export function placeText({ event, type, pointer }: NotePlace): string {
  return [formatSequence(event.sequence), type, pointer].filter((part) => part !== null).join(' ');
}

/** The text of a note, or that it is a bookmark. */
export const textOfNote = ({ text }: Note): string => (text === '' ? 'Bookmark' : text);

/** The mark of a row: one slot for all notes on its event; null without any. */
export type NoteMark = 'note' | 'bookmark';

export function markOf(notes: readonly Note[]): NoteMark | null {
  if (notes.length === 0) return null;
  return notes.some(({ text }) => text !== '') ? 'note' : 'bookmark';
}

const FORM = 'openwop-inspector-notes/1';
/** Maximum length of an id, type or pointer, in UTF-16 units. */
const LONGEST_NAME = 4096;

type NoteFile =
  | { readonly kind: 'notes'; readonly notes: readonly Note[] }
  | { readonly kind: 'wrong'; readonly message: string };

/** The document of some notes, with the name of their log. */
export const noteFile = (log: string, notes: readonly Note[]): string =>
  `${JSON.stringify({ form: FORM, log, notes: writtenNotes(notes) }, null, 2)}\n`;

/** Notes in the form of a document. */
export function writtenNotes(notes: readonly Note[]): readonly object[] {
  return notes.map(({ event, type, pointer, text, writtenAtMs }) => ({
    ...event,
    type,
    pointer,
    text,
    writtenAt: new Date(writtenAtMs).toISOString(),
  }));
}

/** Reads a document of notes. The first error is reported with its pointer, and nothing is loaded then. */
export function readNoteFile(text: string): NoteFile {
  const value = parsedJson(text);
  if (value === undefined) return { kind: 'wrong', message: 'This is not JSON' };
  if (isRecord(value) && value.form !== FORM)
    return { kind: 'wrong', message: `/form: this takes ${FORM}; it is no document of notes` };
  const [problem] = problemsOfShape(DOCUMENT, value);
  if (problem !== undefined) return { kind: 'wrong', message: placedText(problem) };
  return { kind: 'notes', notes: notesOf(isRecord(value) ? value.notes : []) };
}

/** The first error of a document. */
export const placedText = ({ pointer, message }: ShapeProblem): string =>
  `${pointer || 'document'}: ${message.replace(/\.$/, '')}`;

export function textTo(most: number): Shape {
  return (value, pointer, problems) => {
    aString(value, pointer, problems);
    if (typeof value === 'string' && value.length > most)
      problems.push({ pointer, message: `This takes at most ${most} characters.` });
  };
}

const thatIs =
  (fits: (value: unknown) => boolean, message: string): Shape =>
  (value, pointer, problems) => {
    if (!fits(value)) problems.push({ pointer, message });
  };
const aNumberOfEvent = thatIs(Number.isSafeInteger, 'This takes a whole number.');
const aMoment = thatIs(
  (value) => typeof value === 'string' && value.length <= 40 && !Number.isNaN(Date.parse(value)),
  'This takes a date and time.',
);
const isPath = (value: unknown): boolean => typeof value !== 'string' || !/^[^/]/.test(value);
const aPath = thatIs(isPath, 'This takes a JSON pointer.');
const aPointer: Shape = (...place) => {
  aName(...place);
  aPath(...place);
};
const aName = textTo(LONGEST_NAME);

const NOTE = objectOf(
  {
    eventId: orNull(aName),
    runId: orNull(aName),
    sequence: orNull(aNumberOfEvent),
    type: aName,
    pointer: orNull(aPointer),
    text: textTo(MAX_NOTE_LENGTH),
    writtenAt: aMoment,
  },
  ['type', 'text', 'writtenAt'],
);

const aPlacedNote: Shape = (value, pointer, problems) => {
  NOTE(value, pointer, problems);
  if (isRecord(value) && value.eventId == null && value.sequence == null)
    problems.push({ pointer, message: 'This names no event: it needs eventId or sequence.' });
};

/** Checks the length before any of them. */
export const aListOfNotes: Shape = (value, pointer, problems) => {
  if (!Array.isArray(value)) problems.push({ pointer, message: 'This takes an array.' });
  else if (value.length > MAX_NOTES)
    problems.push({ pointer, message: `This takes at most ${MAX_NOTES} notes.` });
  else
    for (const [at, one] of value.entries()) {
      if (problems.length > 0) return;
      aPlacedNote(one, `${pointer}/${at}`, problems);
    }
};

const DOCUMENT = objectOf({ form: aString, log: aName, notes: aListOfNotes }, ['form', 'notes']);

/** A note of a document that has the shape above. */
interface WrittenNote extends Partial<EventAddress> {
  readonly type: string;
  readonly pointer?: string | null;
  readonly text: string;
  readonly writtenAt: string;
}

/** The notes of a valid list, the last one of each place. Text that looks like a secret is masked. */
export function notesOf(value: unknown): readonly Note[] {
  const list = Array.isArray(value) ? (value as readonly WrittenNote[]) : []; // its shape has just been checked
  const named = (id: string | null = null) => (id === null ? null : masker.identity(id));
  const notes = list.map(
    ({ eventId, runId, sequence = null, pointer = null, ...note }): Note => ({
      event: { eventId: named(eventId), runId: named(runId), sequence },
      type: masker.identity(note.type),
      pointer: pointer === null ? null : masker.text(pointer),
      text: masker.text(note.text),
      writtenAtMs: Date.parse(note.writtenAt),
    }),
  );
  return [...new Map(notes.map((note) => [keyOf(note), note])).values()];
}
