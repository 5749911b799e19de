/**
 * Shapes of documents that people write by hand. A field that is not known is a mistake to be named, never something
 * to pass over: a typo in a context or a test must not look like a pass.
 */

import { cutText } from '../basics.ts';
import { isRecord } from '../json/object.ts';
import { pointerTo } from '../json/pointer.ts';

/** What is wrong with a document, and where. */
export interface ShapeProblem {
  /** RFC 6901 pointer from the document. */
  readonly pointer: string;
  /** One sentence that says what is allowed there. */
  readonly message: string;
}

/** Looks at one value and reports what does not fit. Never throws; goes no deeper than the shape itself. */
export type Shape = (value: unknown, pointer: string, problems: ShapeProblem[]) => void;

/** Problems reported at most; the first ones are the ones to mend. */
const MAX_PROBLEMS = 20;

/** What is wrong with a value; empty when it has the shape. */
export function problemsOfShape(shape: Shape, value: unknown): readonly ShapeProblem[] {
  const problems: ShapeProblem[] = [];
  shape(value, '', problems);
  return problems.slice(0, MAX_PROBLEMS);
}

/** The value in a few words, without its content: it may be a secret. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function typed(fits: (value: unknown) => boolean, words: string): Shape {
  return (value, pointer, problems) => {
    if (!fits(value)) problems.push({ pointer, message: `This takes ${words}, not ${kindOf(value)}.` });
  };
}

export const anything: Shape = () => undefined;
export const aString = typed((value) => typeof value === 'string', 'a string');
export const aBoolean = typed((value) => typeof value === 'boolean', 'true or false');
export const anObject = typed(isRecord, 'an object');
/** A whole number, 0 or more. */
export const aCount = typed(
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  'a whole number, 0 or more',
);
export const aNumber = typed((value) => typeof value === 'number', 'a number');

/** One of a few words. */
export function oneOf(words: readonly (string | boolean | number)[]): Shape {
  return (value, pointer, problems) => {
    const isAllowed = words.some((word) => word === value);
    if (!isAllowed) problems.push({ pointer, message: `This takes one of: ${words.join(', ')}.` });
  };
}

/** An array whose items all have one shape. */
export function arrayOf(item: Shape): Shape {
  return (value, pointer, problems) => {
    if (!Array.isArray(value)) {
      problems.push({ pointer, message: `This takes an array, not ${kindOf(value)}.` });
      return;
    }
    for (const [index, one] of value.entries()) {
      if (problems.length >= MAX_PROBLEMS) return;
      item(one, `${pointer}/${index}`, problems);
    }
  };
}

/** The shape, or null. */
export function orNull(shape: Shape): Shape {
  return (value, pointer, problems) => {
    if (value !== null) shape(value, pointer, problems);
  };
}

/** An object with any keys and values of one shape. */
export function recordOf(item: Shape): Shape {
  return (value, pointer, problems) => {
    anObject(value, pointer, problems);
    if (!isRecord(value)) return;
    for (const [key, one] of Object.entries(value)) {
      if (problems.length >= MAX_PROBLEMS) return;
      item(one, pointerTo(pointer, key), problems);
    }
  };
}

/** Fields of these names, separated by spaces, with unchecked values, for `objectOf`. */
export function fieldsOf(names: string): Readonly<Record<string, Shape>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, anything]));
}

/** An object that has no other fields than these; the names in `required` must be there. */
export function objectOf(fields: Readonly<Record<string, Shape>>, required: readonly string[] = []): Shape {
  return (value, pointer, problems) => {
    anObject(value, pointer, problems);
    if (!isRecord(value)) return;
    for (const name of required) {
      if (!Object.hasOwn(value, name)) problems.push({ pointer, message: `The field ${name} is missing.` });
    }
    for (const [key, one] of Object.entries(value)) {
      const shape = Object.hasOwn(fields, key) ? fields[key] : undefined;
      const place = pointerTo(pointer, key);
      if (shape !== undefined) shape(one, place, problems);
      else problems.push({ pointer: place, message: unknownField(key, Object.keys(fields)) });
    }
  };
}

/** Names of fields are cut: they come from the document. */
function unknownField(key: string, allowed: readonly string[]): string {
  const [near] = nearNames(key, allowed);
  const meant = near === undefined ? '' : ` Did you mean ${near}?`;
  return `There is no field ${JSON.stringify(cutText(key, 60))}.${meant} Fields: ${allowed.join(', ')}.`;
}

/** Maximum length of a compared name; no name of a schema that a user would mistype is longer. */
const MAX_LENGTH = 80;

/** Candidates that resemble a name, the nearest first; none of another meaning. O(candidates × length²). */
export function nearNames(name: string, candidates: readonly string[]): readonly string[] {
  if (name.length > MAX_LENGTH) return [];
  return candidates
    .filter((candidate) => candidate !== name && candidate.length <= MAX_LENGTH)
    .map((candidate) => ({ candidate, distance: distanceBetween(name, candidate) }))
    .filter(({ distance }) => distance < FAR)
    .sort((a, b) => a.distance - b.distance)
    .map(({ candidate }) => candidate);
}

const FAR = 10;

/** 0 for the same letters in another style, then by edits, then for one that is the end or beginning of the other. */
function distanceBetween(name: string, candidate: string): number {
  const [a, b] = [bare(name), bare(candidate)];
  if (a === '' || b === '') return FAR;
  if (a === b) return 0;
  const edits = editDistance(a, b);
  if (edits <= Math.max(1, Math.floor(Math.min(a.length, b.length) / 3))) return edits;
  return a.endsWith(b) || b.endsWith(a) || a.startsWith(b) || b.startsWith(a) ? FAR - 1 : FAR;
}

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Letters to insert, delete or exchange, and neighbours to swap. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const cost = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(isSwap ? Math.min(cost, (before[column - 2] ?? 0) + 1) : cost);
    }
    [before, above] = [above, current];
  }
  return above[b.length] ?? FAR;
}
