import { masker, mayBeMasked, unreachable } from '@openwop-inspector/base';
import type { FilterError } from '../answers.ts';
import { FLAG } from '../index/event-columns.ts';
import { readEventDocument } from '../index/event-document.ts';
import type { Interner } from '../index/interner.ts';
import { failedRows } from './failed-rows.ts';
import { type LoadedLog, standing } from './loaded-log.ts';

/** Tests one row by its columns alone. */
export type RowTest = (ordinal: number) => boolean;

/** A parsed filter: terms that the index answers, and texts that must (not) occur in the bytes of an event. */
export interface Filter {
  readonly tests: readonly RowTest[];
  readonly texts: readonly { readonly lower: string; readonly negated: boolean }[];
}

/** A term as written. */
interface Term {
  readonly column: number;
  readonly negated: boolean;
  readonly field: string | null;
  readonly value: string;
}

/** Names of the fields, in the order completion offers them. */
export const FILTER_FIELDS = ['type', 'node', 'run', 'seq', 'time', 'trust', 'problem', 'is'] as const;

/**
 * The filter grammar of this version, for the field and the command line. Terms stand side by side and must all hold:
 *
 * - `word` and `"several words"`: occur anywhere in the event as recorded, or as shown when they hold a mark of what is
 *   masked; upper and lower case alike
 * - `type:node.*`, `node:plan`, `run:r1`: whole values, `*` stands for anything
 * - `seq:42`, `seq:>=100`, `seq:<9`, `seq:100..200`
 * - `time:<2s`, `time:1.5s..3s`: since the first event; units ms, s (default), m, h
 * - `trust:untrusted`, `trust:trusted`, `trust:absent`
 * - `problem:error`, `problem:warning`, `problem:note`, `problem:any`, `problem:none`; a failure counts as an error
 * - `is:failed`: failures
 * - `-term` or `not term`: does not hold
 */
export function parseFilter(text: string, log: LoadedLog): Filter | FilterError {
  const terms = splitTerms(text);
  if (!Array.isArray(terms)) return terms;
  const tests: RowTest[] = [];
  const texts: { lower: string; negated: boolean }[] = [];
  for (const term of terms) {
    if (term.field === null) {
      texts.push({ lower: term.value.toLowerCase(), negated: term.negated });
      continue;
    }
    const test = compileField(term, log);
    if (typeof test !== 'function') return test;
    tests.push(term.negated ? (row) => !test(row) : test);
  }
  return { tests, texts };
}

export function isFilterError(value: Filter | FilterError): value is FilterError {
  return 'column' in value;
}

const TERM = /(?:(-)|(not)\s+)?(?:([A-Za-z][A-Za-z.]*):)?(?:"((?:[^"\\]|\\.)*)("?)|(\S+))?/gy;

function splitTerms(text: string): Term[] | FilterError {
  const terms: Term[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text[at] ?? '')) {
      at++;
      continue;
    }
    TERM.lastIndex = at;
    const match = TERM.exec(text);
    const whole = match?.[0] ?? '';
    if (match === null || whole === '') return error(at, 'This is no term', null);
    const [, minus, not, field, quoted, closing, plain] = match;
    if (quoted !== undefined && closing === '') return error(at, 'A quote is not closed', `${whole}"`);
    const value = quoted === undefined ? (plain ?? '') : quoted.replace(/\\(.)/g, '$1');
    if (value === '')
      return error(
        at,
        field === undefined ? 'Nothing follows the negation' : `${field}: needs a value`,
        null,
      );
    terms.push({
      column: at,
      negated: minus !== undefined || not !== undefined,
      field: field ?? null,
      value,
    });
    at += whole.length;
  }
  return terms;
}

function error(column: number, message: string, suggestion: string | null): FilterError {
  return {
    column,
    message: masker.text(message),
    suggestion: suggestion === null ? null : masker.text(suggestion),
  };
}

function compileField(term: Term, log: LoadedLog): RowTest | FilterError {
  const field = FILTER_FIELDS.find((name) => name === term.field);
  if (field === undefined) return unknownField(term);
  const { columns, types, nodes, runs } = log.index;
  switch (field) {
    case 'type':
      return byName(types, columns, 'type', term.value);
    case 'node':
      return byName(nodes, columns, 'node', term.value);
    case 'run':
      return byName(runs, columns, 'run', term.value);
    case 'seq':
      return byRange(term, /^(\d+)$/, Number, (row) => columns.sequence[row] as number);
    case 'time': {
      const start = firstTime(log);
      return byRange(
        term,
        /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/,
        toMs,
        (row) => (columns.time[row] as number) - start,
      );
    }
    case 'trust':
      return byTrust(term, log);
    case 'problem':
      return byProblem(term, log);
    case 'is':
      return term.value === 'failed' ? failedRows(log) : error(term.column, 'is: takes failed', 'is:failed');
    default:
      return unreachable(field);
  }
}

function unknownField(term: Term): FilterError {
  const near = FILTER_FIELDS.find((name) => name.startsWith((term.field ?? '').slice(0, 2).toLowerCase()));
  const known = FILTER_FIELDS.join(', ');
  return error(
    term.column,
    `There is no field ${term.field}. Fields: ${known}. Quote the term to search for it as text`,
    near === undefined ? `"${term.field}:${term.value}"` : `${near}:${term.value}`,
  );
}

/** Names are few and rows are many: the pattern is tried once a name. */
function byName(
  names: Interner,
  columns: LoadedLog['index']['columns'],
  column: 'type' | 'node' | 'run',
  pattern: string,
): RowTest {
  const matches = new Map<number, boolean>();
  const test = wildcard(pattern);
  // A name may be given as it is shown.
  const isMark = mayBeMasked(pattern);
  return (row) => {
    const id = columns[column][row] as number;
    let answer = matches.get(id);
    if (answer === undefined) {
      answer = test(names.textOf(id)) || (isMark && test(names.shownOf(id)));
      matches.set(id, answer);
    }
    return answer;
  };
}

/** Matches a whole text against a pattern with `*`, without regular expressions, in O(text × pattern) at worst. */
export function wildcard(pattern: string): (text: string) => boolean {
  const parts = pattern.split('*');
  if (parts.length === 1) return (text) => text === pattern;
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  const middle = parts.slice(1, -1);
  return (text) => {
    if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
      return false;
    let at = first.length;
    for (const part of middle) {
      const found = text.indexOf(part, at);
      if (found < 0 || found + part.length > text.length - last.length) return false;
      at = found + part.length;
    }
    return true;
  };
}

const MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

function toMs(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text);
  return match === null ? Number.NaN : Number(match[1]) * (MS[match[2] ?? 's'] ?? 1000);
}

function byRange(
  term: Term,
  form: RegExp,
  read: (text: string) => number,
  measure: (row: number) => number,
): RowTest | FilterError {
  const { value } = term;
  const between = /^(.+?)\.\.(.+)$/.exec(value);
  const [low, high] = [between?.[1], between?.[2]];
  if (low !== undefined && high !== undefined && form.test(low) && form.test(high)) {
    const [from, to] = [read(low), read(high)];
    return (row) => measure(row) >= from && measure(row) <= to;
  }
  const compared = /^(>=|<=|>|<)?(.+)$/.exec(value);
  const operand = compared?.[2] ?? '';
  if (!form.test(operand)) {
    const example = term.field === 'time' ? 'time:<2s or time:1s..3s' : 'seq:42, seq:>=100 or seq:100..200';
    return error(term.column, `${term.field}: takes a number or a range, for example ${example}`, null);
  }
  const bound = read(operand);
  switch (compared?.[1]) {
    case '>=':
      return (row) => measure(row) >= bound;
    case '<=':
      return (row) => measure(row) <= bound;
    case '>':
      return (row) => measure(row) > bound;
    case '<':
      return (row) => measure(row) < bound;
    default:
      return (row) => measure(row) === bound;
  }
}

/** Time of the first event in display order that has one, NaN when none has. */
export function firstTime(log: LoadedLog): number {
  for (let i = 0; i < log.order.length; i++) {
    const time = log.index.columns.time[log.order.ordinalAt(i)] as number;
    if (!Number.isNaN(time)) return time;
  }
  return Number.NaN;
}

function byTrust(term: Term, log: LoadedLog): RowTest | FilterError {
  const { flags } = log.index.columns;
  const wanted = term.value;
  if (wanted === 'untrusted') return (row) => ((flags[row] as number) & FLAG.untrusted) !== 0;
  if (wanted === 'trusted') return (row) => ((flags[row] as number) & FLAG.trusted) !== 0;
  if (wanted === 'absent') return (row) => ((flags[row] as number) & (FLAG.trusted | FLAG.untrusted)) === 0;
  return error(term.column, 'trust: takes untrusted, trusted or absent', 'trust:untrusted');
}

function byProblem(term: Term, log: LoadedLog): RowTest | FilterError {
  const { problems } = log.index;
  const isFailed = failedRows(log);
  const wanted = term.value;
  if (wanted === 'any') return (row) => problems.severityOf(row) !== null || isFailed(row);
  if (wanted === 'none') return (row) => problems.severityOf(row) === null && !isFailed(row);
  if (wanted === 'error') return (row) => problems.severityOf(row) === wanted || isFailed(row);
  if (wanted === 'warning' || wanted === 'note') return (row) => problems.severityOf(row) === wanted;
  return error(term.column, 'problem: takes error, warning, note, any or none', 'problem:error');
}

/** What a filter run answers beside the rows: it stops when asked to. */
export interface FilterRun {
  /** Display index to begin at; 0 unless given. */
  readonly from?: number;
  readonly isCancelled: () => boolean;
}

const decoder = new TextDecoder();

/**
 * Ordinals that a filter selects, in display order. Terms over the index take about 10 ns a row; texts read the bytes
 * of every row that is left (some 200 MB/s), and the run can be stopped between rows. Null when it was stopped.
 */
export async function runFilter(
  filter: Filter,
  changing: LoadedLog,
  run: FilterRun,
): Promise<Int32Array | null> {
  const log = standing(changing);
  const { order } = log;
  const from = run.from ?? 0;
  const rows = new Int32Array(Math.max(0, order.length - from));
  let kept = 0;
  for (let i = from; i < order.length; i++) {
    const row = order.ordinalAt(i);
    let holds = true;
    for (const test of filter.tests) {
      if (!test(row)) {
        holds = false;
        break;
      }
    }
    if (holds) rows[kept++] = row;
  }
  if (filter.texts.length === 0) return rows.slice(0, kept);
  let found = 0;
  let rested = performance.now();
  for (let i = 0; i < kept; i++) {
    if ((i & 63) === 0 && performance.now() - rested > 30) {
      // Lets the next request in; a resolved promise alone would not.
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (run.isCancelled()) return null;
      rested = performance.now();
    }
    const row = rows[i] as number;
    if (textsHold(filter, log, row, await log.read(row))) rows[found++] = row;
  }
  return rows.slice(0, found);
}

/**
 * Whether every text of a filter occurs in an event, or does not where it is negated. A text with a mark is also looked
 * for in the event as it is shown: its ids with their tags, and its document masked. O(bytes).
 */
export function textsHold({ texts }: Filter, log: LoadedLog, ordinal: number, bytes: Uint8Array): boolean {
  const text = decoder.decode(bytes);
  const lower = text.toLowerCase();
  return texts.every((term) => {
    const isThere =
      lower.includes(term.lower) ||
      (mayBeMasked(term.lower) && shownOf(log, ordinal, bytes, text).some((one) => one.includes(term.lower)));
    return isThere !== term.negated;
  });
}

/** An event as it is shown, in lower case. */
function shownOf(log: LoadedLog, ordinal: number, bytes: Uint8Array, text: string): readonly string[] {
  const { eventId, causationId } = readEventDocument(bytes)?.recorded ?? {};
  const cause = typeof causationId === 'string' ? [log.index.ids.of(causationId)] : [];
  return [log.eventIdOf(ordinal, eventId), ...cause, masker.json(text).text].map((one) => one.toLowerCase());
}
