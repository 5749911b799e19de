/** What `vectors --json` prints. Pure. */
import { VECTOR_FORMS, type VectorResult } from '@openwop-inspector/acceptor-core';

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
export function formCounts(run: VectorRun) {
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
