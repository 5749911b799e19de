/** Where in its file an envelope was refused: line, column, the text there, and what was probably meant. */
import { createRedactor, maskText, pointerTo } from '@openwop-inspector/base';
import type { AcceptContext } from '../accept-context.ts';
import type { AcceptResult } from '../accept-result.ts';
import { meantNames } from '../repair/meant-names.ts';
import { parseJsonText, placeInFile, placeOf, type TextPlace } from '../vectors/parse-json-text.ts';
import { type EnvelopePlace, placeOfResult, type TextMark } from './json-places.ts';
import { marksOf } from './marks.ts';

/** One violation at its place. Plain data. */
export interface PlacedViolation {
  /** In the file, from 1; columns in UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** From the envelope. */
  readonly pointer: string;
  readonly message: string;
  /** Names and values that resemble the found one, the nearest first. */
  readonly meant: readonly string[];
  /** Allowed values: the kinds of the host, or of the contract of the node, for one that it does not take. */
  readonly known: readonly string[];
  /** The text around it; null where it may hold a secret. */
  readonly excerpt: Excerpt | null;
}

/** A part of one line. */
export interface Excerpt {
  readonly text: string;
  /** What the violation is about, in UTF-16 units of the text. */
  readonly from: number;
  readonly to: number;
}

/** Characters of a line that are displayed, and of those the ones before the place. */
const MAX_DISPLAYED = 160;
const BEFORE = 48;

/**
 * Returns the violations that refused the envelope of a result, in the order of the text. `text` has the emission,
 * which begins at `start` of its file. None when the text is not JSON, or nests too deep.
 */
export function placedViolations(
  text: string,
  start: Pick<TextPlace, 'line' | 'column'>,
  results: readonly AcceptResult[],
  at: number,
  context: AcceptContext,
): readonly PlacedViolation[] {
  const result = results[at];
  const place = placeOfResult(text, results, at);
  if (result === undefined || place === null) return [];
  const { near, kinds } = meantNames({ envelope: envelopeIn(text, place), context, result });
  const redactor = createRedactor(context.secrets ?? []);
  return marksOf(place, result)
    .filter(({ tone }) => tone === 'error')
    .map((mark) => ({
      ...placeInFile(start, placeOf(text, mark.from)),
      pointer: redactor.text(mark.pointer),
      message: mark.message,
      meant: near.get(memberPointer(text, mark)) ?? near.get(mark.pointer) ?? [],
      known: kinds ?? [],
      excerpt: excerptAt(text, mark, redactor.text),
    }));
}

/** Returns the value at a place; null for an envelope whose text breaks off, which is read as far as it goes. */
function envelopeIn(text: string, { start, length }: Pick<EnvelopePlace, 'start' | 'length'>): unknown {
  const parsed = parseJsonText(text.slice(start, start + length));
  return parsed.ok ? parsed.value : null;
}

/** A mark at a key is about the member, of which the pointer names the owner. */
function memberPointer(text: string, { pointer, from, to }: TextMark): string {
  const isKey = text[from] === '"' && /^\s*:/.test(text.slice(to, to + 80));
  if (!isKey) return pointer;
  const key = parseJsonText(text.slice(from, to));
  return key.ok && typeof key.value === 'string' ? pointerTo(pointer, key.value) : pointer;
}

/** The text of the line, from its first non-blank character, or from a little before the place. */
function excerptAt(text: string, { from, to }: TextMark, redact: (text: string) => string): Excerpt | null {
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const lineEnd = text.indexOf('\n', from) < 0 ? text.length : text.indexOf('\n', from);
  const first = lineStart + (/^\s*/.exec(text.slice(lineStart, from))?.[0].length ?? 0);
  const begin = from - first > BEFORE ? from - BEFORE : first;
  const end = Math.min(lineEnd, begin + MAX_DISPLAYED);
  const lead = begin > first ? '…' : '';
  const displayed = `${lead}${text.slice(begin, end).trimEnd()}${end < lineEnd ? '…' : ''}`;
  const whole = text.slice(lineStart, Math.min(lineEnd, lineStart + 64 * 1024));
  // A mark in the place of a secret would move the text after it: then none of the line is displayed.
  if (redact(whole) !== whole || maskText(whole).masked > 0) return null;
  const shift = lead.length - begin;
  return { text: displayed, from: from + shift, to: Math.min(displayed.length, to + shift) };
}
