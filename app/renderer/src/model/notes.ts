/** User notes on events of a log and on values in them. Pure. */
import { formatSequence, type MaskedText, masker } from '@openwop-inspector/base';
import type { EventRow } from '@openwop-inspector/run-log';
import { addressOf, type EventAddress } from './view-link.ts';

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
export type NoteEdit =
  | { readonly before: Note | null; readonly after: Note }
  | { readonly before: Note; readonly after: null };

type AddressedRow = Pick<EventRow, 'eventId' | 'eventIdDerived' | 'runId' | 'sequence' | 'type'>;

/** The place of an event, or of a value in it. One without number and id uses the derived id. */
export function placeOfRow(row: AddressedRow, pointer: string | null): NotePlace {
  const address = addressOf(row);
  const event = row.sequence === null ? { ...address, eventId: row.eventId } : address;
  return { event, type: row.type, pointer: pointer === null ? null : masker.text(pointer) };
}

/** True where two notes, or a note and a place, have the same target. */
export function isSamePlace(a: NotePlace, b: NotePlace): boolean {
  return keyOf(a) === keyOf(b);
}

/** Key of a place, unique in its log. */
export function keyOf({ event: { eventId, runId, sequence }, pointer }: NotePlace): string {
  return JSON.stringify([eventId, runId, sequence, pointer]);
}

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
export function reversed(edits: readonly NoteEdit[]): readonly NoteEdit[] {
  return [...edits]
    .reverse()
    .flatMap(({ before, after }): NoteEdit[] =>
      before !== null
        ? [{ before: after, after: before }]
        : after === null
          ? []
          : [{ before: after, after: null }],
    );
}

/** Looks up the notes of a row in constant time. */
export interface NoteIndex {
  /** Of the event itself first, then those of its values. */
  of(row: AddressedRow): readonly Note[];
  /** Those on events folded into the row of a stream, by their numbers. O(notes). */
  foldedIn(row: Pick<EventRow, 'runId' | 'sequence' | 'type' | 'stream'>): readonly Note[];
}

const NONE: readonly Note[] = [];

/** Index of notes by event: by id, else by run and number, for exports without ids. O(notes). */
export function indexNotes(notes: readonly Note[]): NoteIndex {
  const byId = new Map<string, Note[]>();
  const byNumber = new Map<string, Note[]>();
  for (const note of notes) {
    const { eventId, runId, sequence } = note.event;
    if (eventId !== null) add(byId, eventId, note);
    if (sequence !== null) add(byNumber, `${sequence} ${runId}`, note);
  }
  return {
    of(row) {
      if (notes.length === 0) return NONE;
      const own = byId.get(row.eventId) ?? NONE;
      const numbered = (byNumber.get(`${row.sequence} ${row.runId}`) ?? NONE).filter(
        (note) => (note.event.eventId === null || row.eventIdDerived) && !own.includes(note),
      );
      return own.length + numbered.length < 2 ? [...own, ...numbered] : [...own, ...numbered].sort(byPointer);
    },
    foldedIn({ runId, sequence: first, type, stream }) {
      const last = stream?.fold?.lastSequence ?? null;
      if (notes.length === 0 || first === null || last === null) return NONE;
      return notes.filter(({ event, type: own }) => {
        const { sequence } = event;
        return (
          own === type && event.runId === runId && sequence !== null && sequence > first && sequence <= last
        );
      });
    },
  };
}

function add(map: Map<string, Note[]>, key: string, note: Note): void {
  const held = map.get(key);
  if (held === undefined) map.set(key, [note]);
  else held.push(note);
}

const byPointer = (a: Note, b: Note): number => compareTexts(a.pointer ?? '', b.pointer ?? '');
const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The notes that contain all words of a text, in the order of the events: by run as in the log, then by number. */
export function listedNotes(
  notes: readonly Note[],
  runIds: readonly string[],
  text: string,
): readonly Note[] {
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
