/** The grid of kinds and hosts in words. Pure. */
import { type StepId, stepInfo } from '@openwop-inspector/acceptor-core';
import type { CellReason, PortabilityCell, PortableAnswer } from '@openwop-inspector/audit';
import { countOf, formatCount, formatSequence } from '@openwop-inspector/base';

export const ANSWER_WORDS: Readonly<Record<PortableAnswer, string>> = {
  accepted: 'accepted',
  refused: 'refused',
  unknown: 'not known',
};

/** The answer, with counts where the envelopes of the cell differ. */
export function cellText({ answer, counts }: PortabilityCell): string {
  const all = counts.accepted + counts.refused + counts.unknown;
  const share = counts[answer] === all ? '' : `, ${formatCount(counts[answer])} of ${formatCount(all)}`;
  return `${ANSWER_WORDS[answer]}${share}`;
}

/** Decider and step: `kind, S5`; for unknown the step alone; empty for accepted. */
export function decidingText({ answer, reasons }: PortabilityCell): string {
  const [first] = reasons;
  if (first === undefined || answer === 'accepted') return '';
  const step = stepNumber(first.step);
  return first.decides === null ? `at ${step}` : `${first.decides}, ${step}`;
}

/** `S5`; for a stopped check the word. */
export function stepNumber(step: StepId | 'stopped'): string {
  return step === 'stopped' ? 'no step' : stepInfo(step).number;
}

/** `refused by the kind, at step S5 (kind), 3 envelopes`. */
export function reasonHead({ answer, decides, step, count }: CellReason): string {
  const by = decides === null ? '' : ` by the ${decides}`;
  const at = step === 'stopped' ? '' : `, at step ${stepNumber(step)} (${step})`;
  return `${ANSWER_WORDS[answer]}${by}${at}, ${countOf(count, 'envelope')}`;
}

/** Label of the example's position in the log. */
export function exampleName({ example: { sequence, eventId, correlationId } }: CellReason): string {
  return sequence === null ? (eventId ?? correlationId ?? '') : formatSequence(sequence);
}

/** Cells of a row by their worst answer. */
export function answerTotals(
  rows: readonly { readonly cells: readonly PortabilityCell[] }[],
): Readonly<Record<PortableAnswer, number>> {
  const totals = { accepted: 0, refused: 0, unknown: 0 };
  for (const { cells } of rows) for (const { answer } of cells) totals[answer]++;
  return totals;
}
