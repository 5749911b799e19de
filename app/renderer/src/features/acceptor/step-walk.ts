import type { AcceptResult, StepTrace } from '@openwop-inspector/acceptor-core';

/** The last row that ran: the one that decided, or the one that was stopped. */
export function endingRow({ trace }: Pick<AcceptResult, 'trace'>): StepTrace | undefined {
  return trace.findLast(
    ({ verdict, hypothetical }) => !hypothetical && (verdict === 'decided' || verdict === 'stopped'),
  );
}
