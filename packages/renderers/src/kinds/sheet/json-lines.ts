/** A JSON value written for reading, no further than there is room: indented, small containers on one line. */

import { countOf, escapedToken, formatCount, masker } from '@openwop-inspector/base';
import { MAX_LEVELS } from '../../model/json/json-measure.ts';

/** A stretch of the written value. `mark` is punctuation, `note` words of ours. */
export interface JsonPiece {
  readonly role: 'mark' | 'key' | 'string' | 'number' | 'word' | 'note';
  readonly text: string;
}

export interface JsonLimits {
  /** UTF-16 units to be written, about. */
  readonly units: number;
  /** Lengths of strings that are empty because they were omitted, by pointer. */
  readonly leftOut?: ReadonlyMap<string, number>;
  /** Numbers as written, by pointer; without those that are printed as they were written. */
  readonly numbers?: ReadonlyMap<string, string>;
  /** Pointer of the value. */
  readonly pointer?: string;
}

/** A container up to this long is written on one line. */
const LINE = 72;
/** A string longer than this is cut; copying gives it whole. */
const MAX_STRING = 400;

interface Writing {
  readonly pieces: JsonPiece[];
  readonly room: JsonLimits;
  left: number;
  cut: boolean;
}

/**
 * Writes a value. The cost is bounded by the room, not by the value, but for the names of an object, which are all
 * counted. Deeper than 64 levels it says so and stops. `cut`: there was no room for all of it. Never throws.
 */
export function jsonLines(value: unknown, room: JsonLimits, key = '') {
  const writing: Writing = { pieces: [], room, left: room.units, cut: false };
  write(writing, value, key, []);
  return { pieces: writing.pieces, cut: writing.cut };
}

function write(to: Writing, value: unknown, key: string, path: readonly string[]): void {
  if (typeof value !== 'object' || value === null) put(to, scalar(to, value, key, path));
  else if (Array.isArray(value)) writeItems(to, value, null, key, path);
  else writeItems(to, Object.values(value), Object.keys(value), key, path);
}

/** Writes the items of a list, which have no names, or the members of an object. */
function writeItems(
  to: Writing,
  items: readonly unknown[],
  names: readonly string[] | null,
  key: string,
  path: readonly string[],
): void {
  const [open, close] = names === null ? (['[', ']'] as const) : (['{', '}'] as const);
  const blank = names === null || items.length === 0 ? '' : ' ';
  const line = items.length > LINE / 2 ? null : oneLine(to, items, names, key, path);
  if (line !== null) put(to, mark(`${open}${blank}`), ...line, mark(`${blank}${close}`));
  else if (path.length >= MAX_LEVELS) put(to, { role: 'note', text: '… nested deeper than 64 levels' });
  else {
    put(to, mark(open));
    for (const [at, item] of items.entries()) {
      const name = names?.[at];
      if (isFull(to, items.length - at, name === undefined ? 'item' : 'member', path.length)) break;
      put(to, mark(`${at === 0 ? '' : ','}${lineEnd(path.length + 1)}`), ...nameOf(name));
      write(to, item, name ?? key, [...path, name ?? String(at)]);
    }
    put(to, mark(`${lineEnd(path.length)}${close}`));
  }
}

function nameOf(name: string | undefined): readonly JsonPiece[] {
  return name === undefined ? [] : [{ role: 'key', text: quoted(name) }, mark(': ')];
}

/** The pieces inside of a small container without line ends; null when it does not fit on a line. */
function oneLine(
  to: Writing,
  items: readonly unknown[],
  names: readonly string[] | null,
  key: string,
  path: readonly string[],
): readonly JsonPiece[] | null {
  const pieces: JsonPiece[] = [];
  for (const [at, item] of items.entries()) {
    const name = names?.[at];
    if (at > 0) pieces.push(mark(', '));
    pieces.push(...nameOf(name));
    if (typeof item !== 'object' || item === null)
      pieces.push(scalar(to, item, name ?? key, [...path, name ?? String(at)]));
    else if (isEmptyContainer(item)) pieces.push(mark(Array.isArray(item) ? '[]' : '{}'));
    else return null;
    // With the brackets, and blanks inside of those of an object.
    const length = pieces.reduce((sum, { text }) => sum + text.length, names === null ? 5 : 6);
    if (length > LINE) return null;
  }
  return pieces;
}

function scalar(to: Writing, value: unknown, key: string, path: readonly string[]): JsonPiece {
  if (typeof value === 'number')
    return { role: 'number', text: to.room.numbers?.get(pointerAt(to, path)) ?? String(value) };
  if (typeof value !== 'string')
    return { role: 'word', text: value === true || value === false ? String(value) : 'null' };
  const length = value === '' ? to.room.leftOut?.get(pointerAt(to, path)) : undefined;
  if (length !== undefined) return { role: 'note', text: `(${countOf(length, 'character')}, not read yet)` };
  const text = masker.text(value, key);
  if (text.length <= MAX_STRING) return { role: 'string', text: quoted(text) };
  return {
    role: 'string',
    text: `${quoted(text.slice(0, MAX_STRING)).slice(0, -1)}… (${formatCount(text.length)} characters)"`,
  };
}

function pointerAt(to: Writing, path: readonly string[]): string {
  return [to.room.pointer ?? '', ...path.map(escapedToken)].join('/');
}

/** Says what is left when the room is used up. The brackets still close. */
function isFull(to: Writing, left: number, noun: string, level: number): boolean {
  if (to.left > 0) return false;
  if (!to.cut) put(to, mark(lineEnd(level + 1)));
  if (!to.cut) put(to, { role: 'note', text: `… ${countOf(left, `${noun} more`, `${noun}s more`)}` });
  to.cut = true;
  return true;
}

function put(to: Writing, ...pieces: readonly JsonPiece[]): void {
  to.pieces.push(...pieces);
  for (const { text } of pieces) to.left -= text.length;
}

function isEmptyContainer(value: object): boolean {
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;
}

function mark(text: string): JsonPiece {
  return { role: 'mark', text };
}

function lineEnd(level: number): string {
  return `\n${'  '.repeat(Math.min(level, 24))}`;
}

function quoted(text: string): string {
  return JSON.stringify(text) ?? '""';
}
