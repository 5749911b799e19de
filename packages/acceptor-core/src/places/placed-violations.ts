/** Where in its file an envelope was refused: line, column, the text there, and what was probably meant. */
import { createRedactor, isRecord, maskText, pointerTo } from '@openwop-inspector/base';
import { warningInfo } from '@openwop-inspector/protocol';
import type { AcceptContext, OutcomeDetail } from '../accept-context.ts';
import type { AcceptResult, StepTrace } from '../accept-result.ts';
import { meantNames } from '../repair/candidates.ts';
import { stepInfo } from '../steps/step-table.ts';
import { parseJsonText, placeInFile, placeOf, type TextPlace } from '../vectors/parse-json-text.ts';
import {
  type EnvelopePlace,
  keyRangeOf,
  nodeNear,
  placeOfResult,
  rangeOf,
  type TextMark,
  type TextRange,
} from './json-places.ts';

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
  // The value at a place; null for an envelope whose text breaks off, which is read as far as it goes.
  const parsed = parseJsonText(text.slice(place.start, place.start + place.length));
  const { near, kinds } = meantNames({ envelope: parsed.ok ? parsed.value : null, context, result });
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

// Remarks of a result about places in the envelope, mapped to these places in the text.

/** Marks displayed at most; the first ones are the deepest causes. */
const MAX_MARKS = 100;

/** Marks of one envelope of a text, in the order of the text. */
export function marksOf(place: EnvelopePlace, result: AcceptResult): readonly TextMark[] {
  const marks = [
    ...result.trace.flatMap((row) => marksOfStep(place, row)),
    ...result.warnings.flatMap(({ code, message: own, pointer }): TextMark[] => {
      if (pointer === undefined) return [];
      const message = own || warningInfo(code).title;
      return [markAt(place, { tone: 'warning', label: code, message, pointer })];
    }),
  ];
  const seen = new Set<string>();
  const stored = marks.filter(({ from, label, message }) => {
    const key = `${from} ${label} ${message}`;
    return !seen.has(key) && seen.add(key);
  });
  return stored.sort((one, other) => one.from - other.from).slice(0, MAX_MARKS);
}

type Said = Omit<TextMark, keyof TextRange>;

function markAt(place: EnvelopePlace, said: Said, key: string | null = null): TextMark {
  const { node } = nodeNear(place.node, said.pointer);
  const range = key === null ? null : keyRangeOf(node, key, place.shift);
  return { ...said, ...(range ?? rangeOf(node, place.shift)) };
}

function marksOfStep(place: EnvelopePlace, row: StepTrace): readonly TextMark[] {
  const label = stepInfo(row.step).number;
  const refuses = row.verdict === 'decided' && row.code !== null;
  // Of a surface the payload decides on the version of the envelope.
  const isVersion = row.verdict === 'decided' && row.code === 'unknown_schema_version';
  const pointer = isVersion ? '/schemaVersion' : (row.inputs.find((input) => input.startsWith('/')) ?? '');
  if (refuses || row.verdict === 'would-refuse') {
    const tone = refuses ? 'error' : 'later';
    return row.details.length > 0
      ? row.details.map((detail) => {
          const pointer = `${stepInfo(row.step).base ?? ''}${detail.instancePath}`;
          const key = keyOf(detail);
          const message = detail.message ?? detail.keyword;
          return markAt(place, { tone, label, message, pointer }, key);
        })
      : [markAt(place, { tone, label, message: row.note, pointer })];
  }
  if (row.verdict === 'stopped')
    return [markAt(place, { tone: 'warning', label, message: row.note, pointer })];
  if (row.step !== 'redaction') return [];
  return row.changes.map(({ path, after }) => {
    const named = typeof after === 'string' ? /\[REDACTED:([^\]]*)\]/.exec(after)?.[1] : undefined;
    const what = named === undefined ? 'Holds a secret' : `Holds the value of ${named}`;
    const message = `${what}; ${stepInfo('redaction').number} ${row.hypothetical ? 'would replace' : 'replaces'} it.`;
    return markAt(place, { tone: 'warning', label, message, pointer: path });
  });
}

/** The key that should not be there: such a detail is about the object and shows the member as its value. */
function keyOf({ keyword, value }: OutcomeDetail): string | null {
  if (keyword !== 'additionalProperties' && keyword !== 'unevaluatedProperties') return null;
  try {
    const displayed: unknown = JSON.parse(value ?? '');
    return isRecord(displayed) ? (Object.keys(displayed)[0] ?? null) : null;
  } catch {
    return /^\{"((?:[^"\\])*)"/.exec(value ?? '')?.[1] ?? null; // cut short
  }
}
