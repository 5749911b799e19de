/** What a person reads after `vectors`. Pure. */

import { type Difference, VECTOR_FORMS, type VectorResult } from '@openwop-inspector/acceptor-core';
import { countOf, formatCount } from '@openwop-inspector/base';
import {
  blank,
  cited,
  dim,
  type Line,
  line,
  name,
  plain,
  type Span,
  strong,
  wrapLine,
} from '../terminal/line.ts';
import { type Column, table } from '../terminal/table.ts';

/** Failed vectors told in full. */
const SHOWN_FAILURES = 30;
/** Differences told of one vector. */
const SHOWN_DIFFERENCES = 5;
/** Values longer than this are cut, in UTF-16 units. */
const SHOWN_VALUE = 120;

/** The verdict first, then the forms, then what failed and why. */
export function vectorsReport(run: VectorRun, width: number | null): readonly Line[] {
  const sections = [
    verdict(run, width),
    forms(run, width),
    known(run, width),
    failures(run.failed, width),
    notAnswered(run, width),
  ];
  return sections
    .filter((section) => section.length > 0)
    .flatMap((section, i) => (i === 0 ? section : [blank, ...section]));
}

function verdict(run: VectorRun, width: number | null): readonly Line[] {
  const { failed } = run;
  const head = headOf(run);
  const parts = [`${formatCount(run.passed.length)} passed`, `${formatCount(failed.length)} failed`];
  if (run.known.length > 0) parts.push(`${formatCount(run.known.length)} believed wrong`);
  if (run.notAnswered.length > 0) parts.push(`${formatCount(run.notAnswered.length)} not answered yet`);
  if (run.notRun > 0) parts.push(`${formatCount(run.notRun)} not run`);
  const total = run.notRun + run.passed.length + failed.length + run.known.length + run.notAnswered.length;
  const where = `${countOf(total, 'vector')} in ${countOf(run.files, 'file')}: `;
  return wrapLine([head, plain('  '), plain(`${where}${parts.join(', ')}`)], width, 8);
}

function headOf(run: VectorRun): Span {
  if (run.failed.length > 0) return { text: 'Failed', style: 'error' };
  return isPassed(run) ? { text: 'Passed', style: 'ok' } : { text: 'Incomplete', style: 'warning' };
}

const FORM_COLUMNS: readonly Column[] = [
  { title: 'FORM' },
  { title: 'PASSED', align: 'right' },
  { title: 'FAILED', align: 'right' },
  { title: 'NOT ANSWERED', align: 'right' },
];

function forms(run: VectorRun, width: number | null): readonly Line[] {
  const rows = formCounts(run).map(({ form, passed, failed, notAnswered: waiting }) => [
    name(form),
    plain(passed === 0 ? '–' : formatCount(passed)),
    failed === 0 ? plain('–') : ({ text: formatCount(failed), style: 'error' } as const),
    plain(waiting === 0 ? '–' : formatCount(waiting)),
  ]);
  return table(FORM_COLUMNS, rows, width);
}

function known(run: VectorRun, width: number | null): readonly Line[] {
  const lines = run.known.flatMap(({ id, reason }) =>
    wrapLine([plain('  '), strong(id), plain('  '), plain(reason)], width, 4),
  );
  const passing = run.knownThatPass.map((id) => line('  ', strong(id), '  passes now; take it off the list'));
  if (lines.length + passing.length === 0) return [];
  return [line(dim('Believed to be wrong')), ...lines, ...passing];
}

function failures(failed: readonly RanVector[], width: number | null): readonly Line[] {
  if (failed.length === 0) return [];
  const shown = failed.slice(0, SHOWN_FAILURES).flatMap((one) => failure(one, width));
  const left = failed.length - SHOWN_FAILURES;
  const rest = left > 0 ? [line(dim(`  and ${formatCount(left)} more; --json has them all`))] : [];
  return [line(dim('Failed')), ...shown, ...rest];
}

function failure({ file, result }: RanVector, width: number | null): readonly Line[] {
  if (result.kind !== 'failed') return [];
  const { id, clause, title } = result.vector;
  const { differences } = result.answer;
  const head = [
    plain('  '),
    strong(id),
    plain('  '),
    plain(title),
    plain('  '),
    cited(clause),
    dim(`, ${file}`),
  ];
  const rows = differences.slice(0, SHOWN_DIFFERENCES).flatMap((one) => differenceLines(one, width));
  const left = differences.length - SHOWN_DIFFERENCES;
  const rest = left > 0 ? [line(dim(`      and ${countOf(left, 'difference')} more`))] : [];
  return [...wrapLine(head, width, 4), ...rows, ...rest];
}

function differenceLines(
  { pointer, message, expected, actual }: Difference,
  width: number | null,
): readonly Line[] {
  const head = [plain('      '), name(pointer === '' ? 'the vector' : pointer), plain(`  ${message}`)];
  const values = [
    line(dim('        expected  '), short(expected)),
    line(dim('        actual    '), short(actual)),
  ];
  return [head, ...values].flatMap((one) => wrapLine(one, width, 8));
}

function short(value: unknown): string {
  const json = value === undefined ? 'nothing' : JSON.stringify(value);
  return json.length > SHOWN_VALUE ? `${json.slice(0, SHOWN_VALUE)}…` : json;
}

function notAnswered(run: VectorRun, width: number | null): readonly Line[] {
  if (run.notAnswered.length === 0) return [];
  const words =
    'Not answered: nothing here runs these forms yet. They count neither as passed nor as failed.';
  return wrapLine([dim(words)], width);
}

/** A vector with how it went. */
export interface RanVector {
  readonly file: string;
  readonly result: VectorResult;
}

/** A whole run, sorted. */
export interface VectorRun {
  readonly files: number;
  readonly passed: readonly RanVector[];
  readonly failed: readonly RanVector[];
  /** Fail, and are believed to be wrong. */
  readonly known: readonly { readonly id: string; readonly reason: string }[];
  /** Believed to be wrong, and pass: the list can lose them. */
  readonly knownThatPass: readonly string[];
  readonly notAnswered: readonly RanVector[];
  /** Vectors that were left when the run was stopped. */
  readonly notRun: number;
}

/** True when nothing failed and nothing was left out: only then may a run say that it passed. */
export function isPassed({ failed, notAnswered, notRun }: VectorRun): boolean {
  return failed.length === 0 && notAnswered.length === 0 && notRun === 0;
}

/** Plain data: `passed` is a number, `failed` has an entry a vector, `expected` and `actual` as in its file. */
export function vectorsDocument(run: VectorRun) {
  return {
    passed: run.passed.length,
    failed: run.failed.flatMap(({ file, result }) => {
      if (result.kind !== 'failed') return [];
      const { id, expect, clause, title } = result.vector;
      const { actual, differences } = result.answer;
      return [{ id, expected: expect, actual, file, clause, title, differences }];
    }),
    known: run.known,
    knownThatPass: run.knownThatPass,
    /** Vectors whose form nothing answers yet: neither passed nor failed. */
    notAnswered: run.notAnswered.map(({ result }) => result.vector.id),
    notRun: run.notRun,
    forms: formCounts(run),
    files: run.files,
  };
}

/** Forms that occur, in the order of the README of the vectors. Vectors believed wrong are told apart. */
function formCounts(run: VectorRun) {
  const all = [...run.passed, ...run.failed, ...run.notAnswered];
  return VECTOR_FORMS.flatMap((form) => {
    const count = (list: readonly RanVector[]): number =>
      list.filter(({ result }) => result.vector.form === form).length;
    if (!all.some(({ result }) => result.vector.form === form)) return [];
    return [
      { form, passed: count(run.passed), failed: count(run.failed), notAnswered: count(run.notAnswered) },
    ];
  });
}
