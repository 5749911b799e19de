/** The offending value of a violation, as one short line of JSON without secrets. */

import { childAt, valueAt } from '@openwop-inspector/base';
import type { ForeignError } from '../foreign-check.ts';

/** Replaces secrets in a text (acceptor 6). */
export type Redactor = (text: string) => string;

/** UTF-16 units of the line, the mark of a cut included. */
const MAX_LINE = 80;
/** Levels that are written out; below them `…` is written. */
const MAX_DEPTH = 4;

/** The line, or null when the pointer of the violation leads nowhere. Strings are redacted whole before any cut. */
export function valueLine(error: ForeignError, checked: unknown, redact: Redactor): string | null {
  const value = offending(error, checked);
  if (value === undefined) return null;
  const line = redact(written(value, redact, MAX_LINE, MAX_DEPTH));
  return line.length > MAX_LINE ? `${cut(line, MAX_LINE - 1)}…` : line;
}

/** The member that is too many with its name, a wrong name alone, else what the pointer leads to. */
function offending({ instancePath, keyword, params }: ForeignError, checked: unknown): unknown {
  if (keyword === 'propertyNames') return params.propertyName;
  const place = valueAt(checked, instancePath);
  const name = params.additionalProperty ?? params.unevaluatedProperty;
  if (typeof name !== 'string') return place;
  const member = childAt(place, name);
  return member === undefined ? place : Object.fromEntries([[name, member]]);
}

/** JSON text of at least `room` characters, unless there are fewer: characters after them are not read. */
function written(value: unknown, redact: Redactor, room: number, levels: number): string {
  if (typeof value === 'string') return JSON.stringify(cut(redact(value), room + 1));
  if (typeof value !== 'object' || value === null) return scalar(value);
  if (levels === 0) return '…';
  return Array.isArray(value)
    ? joined('[]', value, room, (item, left) => written(item, redact, left, levels - 1))
    : joined('{}', Object.keys(value), room, (key, left) => {
        const name = JSON.stringify(cut(redact(key), left + 1));
        return `${name}:${written(childAt(value, key), redact, left - name.length, levels - 1)}`;
      });
}

function joined<Item>(
  brackets: string,
  items: readonly Item[],
  room: number,
  write: (item: Item, left: number) => string,
): string {
  let text = brackets.charAt(0);
  for (const [index, item] of items.entries()) {
    if (text.length > room) return text;
    text += (index === 0 ? '' : ',') + write(item, room - text.length);
  }
  return text + brackets.charAt(1);
}

function scalar(value: unknown): string {
  return value === null || typeof value === 'boolean' || typeof value === 'number'
    ? String(value)
    : typeof value;
}

/** The first characters, no pair of surrogates torn. */
function cut(text: string, length: number): string {
  const end = Math.max(0, length);
  const last = text.charCodeAt(end - 1);
  return text.length > end && last >= 0xd800 && last <= 0xdbff ? text.slice(0, end - 1) : text.slice(0, end);
}
