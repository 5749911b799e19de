/** What a person and a program read after `vectors`. Pure. */

import { type Difference, VECTOR_FORMS, type VectorResult } from '@openwop-inspector/acceptor-core';
import { countOf, formatCount } from '@openwop-inspector/base';
import { apart, type Block, paragraph, rest, tableOf } from '../terminal/document.ts';
import {
  cited,
  dim,
  error,
  line,
  name,
  ok,
  type Span,
  strong,
  type Text,
  warning,
} from '../terminal/line.ts';

/** Failed vectors told in full. */
const SHOWN_FAILURES = 30;
/** Differences told of one vector. */
const SHOWN_DIFFERENCES = 5;
/** Values longer than this are cut, in UTF-16 units. */
const SHOWN_VALUE = 120;

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

/** The verdict first, then the forms, then what failed and why. */
export function vectorsReport(run: VectorRun): readonly Block[] {
  const words =
    'Not answered: nothing here runs these forms yet. They count neither as passed nor as failed.';
  return apart([
    [verdict(run)],
    [forms(run)],
    known(run),
    failures(run.failed),
    run.notAnswered.length === 0 ? [] : [paragraph(0, dim(words))],
  ]);
}

function verdict(run: VectorRun): Block {
  const { files, passed, failed, notAnswered, notRun } = run;
  const total = notRun + passed.length + failed.length + run.known.length + notAnswered.length;
  const parts = [
    `${formatCount(passed.length)} passed`,
    `${formatCount(failed.length)} failed`,
    ...(run.known.length > 0 ? [`${formatCount(run.known.length)} believed wrong`] : []),
    ...(notAnswered.length > 0 ? [`${formatCount(notAnswered.length)} not answered yet`] : []),
    ...(notRun > 0 ? [`${formatCount(notRun)} not run`] : []),
  ];
  const where = `${countOf(total, 'vector')} in ${countOf(files, 'file')}: `;
  return paragraph(8, headOf(run), '  ', `${where}${parts.join(', ')}`);
}

function headOf(run: VectorRun): Span {
  if (run.failed.length > 0) return error('Failed');
  return isPassed(run) ? ok('Passed') : warning('Incomplete');
}

function forms(run: VectorRun): Block {
  const orDash = (count: number): string => (count === 0 ? '–' : formatCount(count));
  return tableOf(formCounts(run), [
    { title: 'FORM', cell: ({ form }) => name(form) },
    { title: 'PASSED', align: 'right', cell: ({ passed }) => orDash(passed) },
    {
      title: 'FAILED',
      align: 'right',
      cell: ({ failed }): Text => (failed === 0 ? '–' : error(formatCount(failed))),
    },
    { title: 'NOT ANSWERED', align: 'right', cell: ({ notAnswered }) => orDash(notAnswered) },
  ]);
}

function known(run: VectorRun): readonly Block[] {
  if (run.known.length + run.knownThatPass.length === 0) return [];
  return [
    line(dim('Believed to be wrong')),
    ...run.known.map(({ id, reason }) => paragraph(4, '  ', strong(id), '  ', reason)),
    ...run.knownThatPass.map((id) => line('  ', strong(id), '  passes now; take it off the list')),
  ];
}

function failures(failed: readonly RanVector[]): readonly Block[] {
  if (failed.length === 0) return [];
  const left = failed.length - SHOWN_FAILURES;
  return [
    line(dim('Failed')),
    ...failed.slice(0, SHOWN_FAILURES).flatMap(failure),
    ...rest(left, `  and ${formatCount(left)} more; --json has them all`),
  ];
}

function failure({ file, result }: RanVector): readonly Block[] {
  if (result.kind !== 'failed') return [];
  const { id, clause, title } = result.vector;
  const { differences } = result.answer;
  const left = differences.length - SHOWN_DIFFERENCES;
  return [
    paragraph(4, '  ', strong(id), '  ', title, '  ', cited(clause), dim(`, ${file}`)),
    ...differences.slice(0, SHOWN_DIFFERENCES).flatMap(differenceLines),
    ...rest(left, `      and ${countOf(left, 'difference')} more`),
  ];
}

function differenceLines({ pointer, message, expected, actual }: Difference): readonly Block[] {
  return [
    paragraph(8, '      ', name(pointer === '' ? 'the vector' : pointer), `  ${message}`),
    paragraph(8, dim('        expected  '), short(expected)),
    paragraph(8, dim('        actual    '), short(actual)),
  ];
}

function short(value: unknown): string {
  const json = value === undefined ? 'nothing' : JSON.stringify(value);
  return json.length > SHOWN_VALUE ? `${json.slice(0, SHOWN_VALUE)}…` : json;
}

/** Plain data: `passed` is a number, `failed` has an entry a vector, `expected` and `actual` as in its file. */
export function vectorsDocument({ passed, failed, notAnswered, files, ...run }: VectorRun) {
  return {
    passed: passed.length,
    failed: failed.flatMap(({ file, result }) => {
      if (result.kind !== 'failed') return [];
      const { id, expect, clause, title } = result.vector;
      const { actual, differences } = result.answer;
      return [{ id, expected: expect, actual, file, clause, title, differences }];
    }),
    known: run.known,
    knownThatPass: run.knownThatPass,
    /** Vectors whose form nothing answers yet: neither passed nor failed. */
    notAnswered: notAnswered.map(({ result }) => result.vector.id),
    notRun: run.notRun,
    forms: formCounts({ passed, failed, notAnswered }),
    files,
  };
}

/** Forms that occur, in the order of the README of the vectors. Vectors believed wrong are told apart. */
function formCounts({ passed, failed, notAnswered }: Pick<VectorRun, 'passed' | 'failed' | 'notAnswered'>) {
  return VECTOR_FORMS.map((form) => {
    const count = (list: readonly RanVector[]): number =>
      list.filter(({ result }) => result.vector.form === form).length;
    return { form, passed: count(passed), failed: count(failed), notAnswered: count(notAnswered) };
  }).filter((counts) => counts.passed + counts.failed + counts.notAnswered > 0);
}
