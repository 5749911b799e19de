import { type Profile, STEPS, type StepId, type StepTrace } from '@openwop-inspector/acceptor-core';
import { unreachable } from '@openwop-inspector/base';
import type { ProfileAnswer } from '../acceptor-worker/acceptor-contract.ts';
import { verdictForm } from './step-words.ts';

/** One step side by side under all profiles. */
export interface ProfileRow {
  readonly step: StepId;
  readonly differs: boolean;
  /** False where a profile had decided before, or has no such step: what is not there is neither same nor different. */
  readonly isReachedByAll: boolean;
  /** True where a check was stopped: what a profile would have said there is not known. */
  readonly isStopped: boolean;
  readonly cells: readonly { readonly profile: Profile; readonly word: string; readonly note: string }[];
}

/** What a step did to the envelope. One that let it through is the same as one that a profile does not have. */
function effectOf(row: StepTrace | undefined): string {
  if (row === undefined) return '';
  switch (row.verdict) {
    case 'passed':
    case 'skipped':
    case 'unchecked':
      return '';
    case 'changed':
    case 'decided':
    case 'would-refuse':
    case 'stopped':
      return `${row.verdict} ${row.code ?? ''}`;
    default:
      return unreachable(row.verdict);
  }
}

/** The steps in order. They differ where one profile decides or changes what another lets through. */
export function profileRows(answers: readonly ProfileAnswer[]): readonly ProfileRow[] {
  return STEPS.map(({ id: step }) => {
    const cells = answers.map(({ profile, result }) => {
      const row = result.trace.find((one) => one.step === step && !one.hypothetical);
      return {
        profile,
        word: row === undefined ? 'Not run' : verdictForm(row).word,
        note: row?.note ?? '',
        key: effectOf(row),
        isReached: row !== undefined,
        isStopped: row?.verdict === 'stopped',
      };
    });
    const isStopped = cells.some(({ isStopped: stopped }) => stopped);
    const differs = !isStopped && cells.some(({ key }) => key !== cells[0]?.key);
    const isReachedByAll = cells.every(({ isReached }) => isReached);
    return {
      step,
      differs,
      isReachedByAll,
      isStopped,
      cells: cells.map(({ profile, word, note }) => ({ profile, word, note })),
    };
  });
}
