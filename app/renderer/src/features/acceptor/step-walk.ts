import type { AcceptResult, StepId, StepTrace } from '@openwop-inspector/acceptor-core';

/** The step that decided or was stopped; null for a trace without one. */
export function decidingStep({ trace, step }: Pick<AcceptResult, 'trace' | 'step'>): StepId | null {
  return trace.find((row) => row.step === step && !row.hypothetical)?.step ?? null;
}

/** The last row that ran: the one that decided, or the one that was stopped. */
export function endingRow({ trace }: Pick<AcceptResult, 'trace'>): StepTrace | undefined {
  return trace.findLast(
    ({ verdict, hypothetical }) => !hypothetical && (verdict === 'decided' || verdict === 'stopped'),
  );
}

/** The step after (1) or before (-1) another, clamped to the ends. Null in an empty trace. */
export function stepAfter(
  trace: readonly StepTrace[],
  step: StepId | null,
  direction: 1 | -1,
): StepId | null {
  const at = trace.findIndex((row) => row.step === step);
  if (at === -1) return trace[0]?.step ?? null;
  return trace[Math.min(trace.length - 1, Math.max(0, at + direction))]?.step ?? null;
}
