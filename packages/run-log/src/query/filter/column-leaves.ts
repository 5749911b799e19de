/** Terms that columns answer: names, numbers, marks. */
import { mayBeMasked, unreachable } from '@openwop-inspector/base';
import { describeEvent } from '@openwop-inspector/events';
import { isPieceType, v2EventName } from '@openwop-inspector/protocol';
import { FLAG } from '../../index/event-columns.ts';
import type { Interner } from '../../index/interner.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { allRows, failedRows } from '../rows/rows.ts';
import { runStates } from '../verdict/fold.ts';
import { type Bits, uint32Count } from './bits.ts';
import type { ColumnLeaf, RowTest } from './leaves.ts';
import { isWithin, NUMBER_FORMS, type NumberRange, readRange } from './ranges.ts';
import {
  FIELD_VALUES,
  type FieldName,
  type FilterError,
  filterError,
  type Term,
  wildcard,
} from './syntax.ts';

type FieldTerm = Extract<Term, { kind: 'field' }>;
/** The fields that are answered here. */
type ColumnField = Extract<
  FieldName,
  'type' | 'node' | 'run' | 'seq' | 'time' | 'at' | 'size' | 'trust' | 'problem' | 'is'
>;

/** Binds a term of a field to a log; `noted`: ordinals of the events with a note, null where no notes are known. */
export type BindField<Leaf> = (log: LoadedLog, term: FieldTerm, noted: ReadonlySet<number> | null) => Leaf;

export const COLUMN_LEAVES: Readonly<Record<ColumnField, BindField<ColumnLeaf | FilterError>>> = {
  type: (log, term) => byName(log, 'type', log.index.types, term, v2EventName),
  node: (log, term) => byName(log, 'node', log.index.nodes, term),
  run: (log, term) => byName(log, 'run', log.index.runs, term),
  seq: (log, term) => byNumber(log, term, 'sequence', 0),
  size: (log, term) => byNumber(log, term, 'byteLength', 0),
  time: (log, term) => byNumber(log, term, 'time', firstTime(log)),
  at: byClock,
  trust: byTrust,
  problem: byProblem,
  is: byState,
};

/** A leaf that fills bits from a test of 32 rows after another, which the compiler can keep in registers. */
function filledLeaf(key: string | null, test: RowTest): ColumnLeaf {
  const fill = (bits: Bits, rows: number): void => {
    for (let at = 0; at < uint32Count(rows); at++) {
      let word = 0;
      const end = Math.min(32, rows - at * 32);
      for (let i = 0; i < end; i++) if (test(at * 32 + i)) word |= 1 << i;
      bits[at] = word;
    }
  };
  return { kind: 'columns', key, test, fill };
}

/** Names are few and rows are many: the pattern is tried once a name, in either spelling, also as masked. */
function byName(
  { index: { columns } }: LoadedLog,
  column: 'type' | 'node' | 'run',
  names: Interner,
  { value: { text: pattern } }: FieldTerm,
  otherName: (name: string) => string = (name) => name,
): ColumnLeaf {
  const isMark = mayBeMasked(pattern);
  const matches = wildcard(pattern);
  const known = knownBy((id) => {
    const name = names.textOf(id);
    return matches(name) || matches(otherName(name)) || (isMark && matches(names.labelOf(id)));
  });
  return {
    kind: 'columns',
    key: `${column}:${pattern}`,
    test: (row) => known(columns[column][row] as number),
    fill: (bits, rows) => {
      const table = Uint8Array.from({ length: names.size }, (_, id) => (known(id) ? 1 : 0));
      fillByName(bits, rows, columns[column], table);
    },
  };
}

/** Remembers the answer for each number. */
function knownBy(ask: (id: number) => boolean): (id: number) => boolean {
  const answers: (boolean | undefined)[] = [];
  return (id) => {
    answers[id] ??= ask(id);
    return answers[id];
  };
}

function fillByName(bits: Bits, rows: number, column: Uint32Array, table: Uint8Array): void {
  const whole = rows >>> 5;
  for (let at = 0; at < whole; at++) {
    let word = 0;
    const base = at << 5;
    for (let i = 0; i < 32; i++) word |= (table[column[base + i] as number] as number) << i;
    bits[at] = word;
  }
  for (let row = whole << 5; row < rows; row++)
    bits[whole] = (bits[whole] as number) | ((table[column[row] as number] as number) << (row & 31));
}

/** Rows whose number less `start` is in a range. */
function byNumber(
  { index: { columns } }: LoadedLog,
  { field, value, at }: FieldTerm,
  column: 'sequence' | 'time' | 'byteLength',
  start: number,
): ColumnLeaf | FilterError {
  const form = NUMBER_FORMS[field as 'seq' | 'time' | 'size'];
  const range = readRange(field, value.text, form, at);
  if ('column' in range) return range;
  const test: RowTest = (row) => isWithin(range, (columns[column][row] as number) - start);
  return {
    kind: 'columns',
    key: `${column}:${range.low}..${range.high} from ${start}`,
    test,
    fill: (bits, rows) => fillByNumber(bits, rows, columns[column], start, range),
  };
}

function fillByNumber(
  bits: Bits,
  rows: number,
  column: Float64Array | Uint32Array,
  start: number,
  { low, high }: NumberRange,
): void {
  for (let at = 0; at < uint32Count(rows); at++) {
    let word = 0;
    const base = at << 5;
    const end = Math.min(32, rows - base);
    for (let i = 0; i < end; i++) {
      const number = (column[base + i] as number) - start;
      if (number >= low && number <= high) word |= 1 << i;
    }
    bits[at] = word;
  }
}

const DAY_MS = 86_400_000;

/** The clock time in UTC; a range whose end is before its start goes over midnight. */
function byClock({ index: { columns } }: LoadedLog, term: FieldTerm): ColumnLeaf | FilterError {
  const range = readRange(term.field, term.value.text, NUMBER_FORMS.at, term.at);
  if ('column' in range) return range;
  const isOverMidnight = range.low > range.high;
  return filledLeaf(`at:${range.low}..${range.high}`, (row) => {
    const time = columns.time[row] as number;
    const ofDay = ((time % DAY_MS) + DAY_MS) % DAY_MS;
    return isOverMidnight ? ofDay >= range.low || ofDay <= range.high : isWithin(range, ofDay);
  });
}

/** One of the values that a field takes; an error that names them for any other. */
function oneOf<T extends string>(values: readonly T[], { field, value, at }: FieldTerm): T | FilterError {
  const found = values.find((one) => one === value.text);
  if (found !== undefined) return found;
  const most = values.slice(0, -1).join(', ');
  return filterError(at, `${field}: takes ${most} or ${values.at(-1)}`, `${field}:${values[0]}`);
}

function byTrust({ index: { columns } }: LoadedLog, term: FieldTerm): ColumnLeaf | FilterError {
  const wanted = oneOf(FIELD_VALUES.trust, term);
  if (typeof wanted !== 'string') return wanted;
  const mark = { untrusted: FLAG.untrusted, trusted: FLAG.trusted, absent: 0 }[wanted];
  const both = FLAG.trusted | FLAG.untrusted;
  return filledLeaf(`trust:${wanted}`, (row) => {
    const flags = columns.flags[row] as number;
    return mark === 0 ? (flags & both) === 0 : (flags & mark) !== 0;
  });
}

/** Problems come and go while a log grows and is checked. */
function byProblem(log: LoadedLog, term: FieldTerm): ColumnLeaf | FilterError {
  const { problems } = log.index;
  const isFailed = failedRows(log);
  const wanted = oneOf(FIELD_VALUES.problem, term);
  if (typeof wanted !== 'string') return wanted;
  const leaf = (test: RowTest): ColumnLeaf => ({ kind: 'columns', key: null, test });
  const isAny = (row: number): boolean => problems.severityOf(row) !== null || isFailed(row);
  if (wanted === 'any') return leaf(isAny);
  if (wanted === 'none') return leaf((row) => !isAny(row));
  return leaf((row) => problems.severityOf(row) === wanted || (wanted === 'error' && isFailed(row)));
}

const NO_NOTES = 'Notes are of the window, which keeps them: is:noted means nothing here';

function byState(log: LoadedLog, term: FieldTerm, noted: ReadonlySet<number> | null) {
  const wanted = oneOf(FIELD_VALUES.is, term);
  if (typeof wanted !== 'string') return wanted;
  switch (wanted) {
    case 'failed':
      return filledLeaf('is:failed', failedRows(log));
    case 'stream':
      return filledLeaf('is:stream', streamRows(log));
    case 'recovered':
      return filledLeaf(null, recoveredRows(log));
    case 'waiting':
      return filledLeaf(null, waitingRows(log));
    case 'noted':
      return noted === null ? filterError(term.at, NO_NOTES) : filledLeaf(null, (row) => noted.has(row));
    default:
      return unreachable(wanted);
  }
}

/** Pieces of a stream: what a model writes or thinks, audio, changes of a surface. */
export const streamRows = (log: LoadedLog): RowTest =>
  log.index.byType((type) => {
    const { stream } = describeEvent(type);
    return stream === 'reasoning' || stream === 'output' || isPieceType(type);
  });

/** Failures of nodes that completed afterwards. */
function recoveredRows(log: LoadedLog): RowTest {
  const { index, order } = log;
  const { columns } = index;
  const byRun = new Map(runStates(log).map((run) => [run.run, run.nodes]));
  const isFailed = failedRows(log);
  return (row) => {
    if (!isFailed(row)) return false;
    const node = byRun.get(columns.run[row] as number)?.get(columns.node[row] as number);
    const completed = node?.completedOrdinal ?? -1;
    return completed >= 0 && order.indexOf(completed) > order.indexOf(row);
  };
}

/** What asks for an answer that has not come, in a run that has not ended. */
function waitingRows(log: LoadedLog): RowTest {
  const open = runStates(log).filter(({ terminalOrdinal }) => terminalOrdinal < 0);
  const rows = new Set(open.flatMap((run) => [...run.open.values()]));
  return (row) => rows.has(row);
}

/** Time of the first event in display order that has one, NaN when none has. */
function firstTime(log: LoadedLog): number {
  const { time } = log.index.columns;
  return time[allRows(log).find((row) => !Number.isNaN(time[row])) ?? -1] ?? Number.NaN;
}
