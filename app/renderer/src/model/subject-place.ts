/** Where the document of a rendered subject is; the key of a subject says it. */

/**
 * Whose documents are meant: those of an event, or of one attempt of a logical envelope. An attempt beside the events
 * has the ordinal -1.
 */
export interface SubjectsTarget {
  readonly ordinal: number;
  /** Null for the event alone. */
  readonly attempt: { readonly key: string; readonly number: number } | null;
}

export interface SubjectPlace extends SubjectsTarget {
  readonly sessionId: string;
  /** Counts the envelopes that were found; null is the payload of the event. */
  readonly place: number | null;
}

/** One text for one target. */
export function targetName({ ordinal, attempt }: SubjectsTarget): string {
  return attempt === null ? String(ordinal) : `${ordinal} ${attempt.key}/${attempt.number}`;
}

/** Writes the key. */
export function subjectKey({ sessionId, place, ...target }: SubjectPlace): string {
  return `${sessionId} ${place ?? 'event'} ${targetName(target)}`;
}

const KEY = /^(\S+) (\d+|event) (-?\d+)(?: (\S+)\/(\d+))?$/;

/** Reads a key; null when it is not one of ours. */
export function placeOfSubject(text: string): SubjectPlace | null {
  const [, sessionId, place, ordinal, key, number] = KEY.exec(text) ?? [];
  if (sessionId === undefined || place === undefined || ordinal === undefined) return null;
  return {
    sessionId,
    ordinal: Number(ordinal),
    attempt: key === undefined ? null : { key, number: Number(number) },
    place: place === 'event' ? null : Number(place),
  };
}
