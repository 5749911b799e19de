/** The grid of kinds and hosts in words. Pure. */
import {
  ANSWER_WORDS,
  type CellReason,
  decidedText,
  type PortabilityCell,
  type PortableAnswer,
  stepNumber,
} from '@openwop-inspector/audit';
import { countOf, formatCount } from '@openwop-inspector/base';

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

/** `refused by the kind, at step S5 (kind), 3 envelopes`. */
export function reasonHead(reason: CellReason): string {
  return `${ANSWER_WORDS[reason.answer]}${decidedText(reason)}, ${countOf(reason.count, 'envelope')}`;
}

/** Cells of a row by their worst answer. */
export function answerTotals(
  rows: readonly { readonly cells: readonly PortabilityCell[] }[],
): Readonly<Record<PortableAnswer, number>> {
  const totals = { accepted: 0, refused: 0, unknown: 0 };
  for (const { cells } of rows) for (const { answer } of cells) totals[answer]++;
  return totals;
}
