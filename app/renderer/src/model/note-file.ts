/** Notes as a document: stored by the shell, saved and shared by the user. */
import {
  aString,
  isRecord,
  masker,
  objectOf,
  orNull,
  problemsOfShape,
  type Shape,
  type ShapeProblem,
} from '@openwop-inspector/base';
import { keyOf, MAX_NOTE_LENGTH, MAX_NOTES, type Note } from './notes.ts';

const FORM = 'openwop-inspector-notes/1';
/** Maximum length of an id, type or pointer, in UTF-16 units. */
const LONGEST_NAME = 4096;

export type NoteFile =
  | { readonly kind: 'notes'; readonly notes: readonly Note[] }
  | { readonly kind: 'wrong'; readonly message: string };

/** The document of some notes, with the name of their log. */
export function noteFile(log: string, notes: readonly Note[]): string {
  return `${JSON.stringify({ form: FORM, log, notes: writtenNotes(notes) }, null, 2)}\n`;
}

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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'wrong', message: 'This is not JSON' };
  }
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

export const aNumberOfEvent: Shape = (value, pointer, problems) => {
  if (!Number.isSafeInteger(value)) problems.push({ pointer, message: 'This takes a whole number.' });
};

const aMoment: Shape = (value, pointer, problems) => {
  if (typeof value !== 'string' || value.length > 40 || Number.isNaN(Date.parse(value)))
    problems.push({ pointer, message: 'This takes a date and time.' });
};

const aPointer: Shape = (value, pointer, problems) => {
  textTo(LONGEST_NAME)(value, pointer, problems);
  if (typeof value === 'string' && value !== '' && !value.startsWith('/'))
    problems.push({ pointer, message: 'This takes a JSON pointer.' });
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

const DOCUMENT = objectOf({ form: aString, log: textTo(LONGEST_NAME), notes: aListOfNotes }, [
  'form',
  'notes',
]);

/** The notes of a valid list, the last one of each place. Text that looks like a secret is masked. */
export function notesOf(value: unknown): readonly Note[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const notes = list.map((one): Note => {
    const text = (name: string): string | null => {
      const member: unknown = isRecord(one) ? one[name] : null;
      return typeof member === 'string' ? member : null;
    };
    const named = (name: string) => {
      const id = text(name);
      return id === null ? null : masker.identity(id);
    };
    const sequence: unknown = isRecord(one) ? one.sequence : null;
    const pointer = text('pointer');
    return {
      event: {
        eventId: named('eventId'),
        runId: named('runId'),
        sequence: typeof sequence === 'number' ? sequence : null,
      },
      type: masker.identity(text('type') ?? ''),
      pointer: pointer === null ? null : masker.text(pointer),
      text: masker.text(text('text') ?? ''),
      writtenAtMs: Date.parse(text('writtenAt') ?? ''),
    };
  });
  return [...new Map(notes.map((note) => [keyOf(note), note])).values()];
}
