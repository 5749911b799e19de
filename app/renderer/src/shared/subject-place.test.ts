import { expect, test } from 'vitest';
import { placeOfSubject, type SubjectPlace, subjectKey } from './subject-place.ts';

test.each<SubjectPlace>([
  { sessionId: 's1', ordinal: 0, attempt: null, place: null },
  { sessionId: 's12', ordinal: 1_000_000, attempt: null, place: 3 },
  { sessionId: 's1', ordinal: 12, attempt: { key: 'c5.2', number: 3 }, place: 0 },
  { sessionId: 's1', ordinal: -1, attempt: { key: 'f0', number: 1 }, place: 0 },
])('the key of %j is read back', (place) => expect(placeOfSubject(subjectKey(place))).toEqual(place));

test.each(['', 's1', 's1 x 1', 's1 1', 's1 1 2 3', 's1 event 1 c1'])('%j is not a key', (key) =>
  expect(placeOfSubject(key)).toBeNull(),
);
