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
  const line = typeof value === 'object' && value !== null ? oneLine(to, value, key, path) : null;
  if (typeof value !== 'object' || value === null) put(to, scalar(to, value, key, path));
  else if (line !== null) for (const piece of line) put(to, piece);
  else if (path.length >= MAX_LEVELS) put(to, { role: 'note', text: '… nested deeper than 64 levels' });
  else writeContainer(to, value, key, path);
}

function writeContainer(to: Writing, value: object, key: string, path: readonly string[]): void {
  const names = Array.isArray(value) ? null : Object.keys(value);
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  const [open, close] = names === null ? (['[', ']'] as const) : (['{', '}'] as const);
  put(to, mark(open));
  for (let at = 0; at < items.length; at++) {
    const name = names?.[at];
    if (isFull(to, items.length - at, name === undefined ? 'item' : 'member', path.length)) break;
    put(to, mark(`${at === 0 ? '' : ','}${lineEnd(path.length + 1)}`));
    if (name !== undefined) put(to, { role: 'key', text: quoted(name) });
    if (name !== undefined) put(to, mark(': '));
    write(to, items[at], name ?? key, [...path, name ?? String(at)]);
  }
  put(to, mark(`${lineEnd(path.length)}${close}`));
}

/** The pieces of a small container without line ends; null when it does not fit on a line. */
function oneLine(
  to: Writing,
  value: object,
  key: string,
  path: readonly string[],
): readonly JsonPiece[] | null {
  const pieces: JsonPiece[] = [];
  const list = Array.isArray(value);
  let length = 4;
  const add = (piece: JsonPiece) => {
    pieces.push(piece);
    length += piece.text.length;
  };
  const names = list ? null : Object.keys(value);
  const size = names?.length ?? (list ? value.length : 0);
  if (size === 0) return [mark(list ? '[]' : '{}')];
  if (size > LINE / 2) return null;
  add(mark(list ? '[' : '{ '));
  for (let at = 0; at < size; at++) {
    const name = names?.[at] ?? String(at);
    const member: unknown = list ? value[at] : Object.getOwnPropertyDescriptor(value, name)?.value;
    if (at > 0) add(mark(', '));
    if (!list) add({ role: 'key', text: quoted(name) });
    if (!list) add(mark(': '));
    if (typeof member === 'object' && member !== null) {
      if (!isEmptyContainer(member)) return null;
      add(mark(Array.isArray(member) ? '[]' : '{}'));
    } else add(scalar(to, member, list ? key : name, [...path, name]));
    if (length > LINE) return null;
  }
  add(mark(list ? ']' : ' }'));
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

function put(to: Writing, piece: JsonPiece): void {
  to.pieces.push(piece);
  to.left -= piece.text.length;
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
