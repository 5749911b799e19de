/** Location of the document of a rendered subject, encoded in its key. */

/**
 * Owner of the documents: an event, or one attempt of a logical envelope. An attempt without an event has the ordinal
 * -1.
 */
export interface SubjectsTarget {
  readonly ordinal: number;
  /** Null for the event alone. */
  readonly attempt: { readonly key: string; readonly number: number } | null;
}

export interface SubjectPlace extends SubjectsTarget {
  readonly sessionId: string;
  /** Index among the found envelopes; null is the payload of the event. */
  readonly place: number | null;
}

/** Unique text of a target. */
export function targetName({ ordinal, attempt }: SubjectsTarget): string {
  return attempt === null ? String(ordinal) : `${ordinal} ${attempt.key}/${attempt.number}`;
}

/** Serializes the key. */
export function subjectKey({ sessionId, place, ...target }: SubjectPlace): string {
  return `${sessionId} ${place ?? 'event'} ${targetName(target)}`;
}

const KEY = /^(\S+) (\d+|event) (-?\d+)(?: (\S+)\/(\d+))?$/;

/** Parses a key; null when it is not one of ours. */
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
