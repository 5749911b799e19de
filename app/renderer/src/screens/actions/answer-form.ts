/** What every form of an interrupt is given, and the action it leads to. */
import type { RunAction } from '@openwop-inspector/host-client';
import { answerPlace, type OpenInterrupt } from '../../model/actions/open-interrupt.ts';

export interface AnswerFormProps {
  readonly sessionId: string;
  readonly interrupt: OpenInterrupt;
  /** Name of the place the outcome is shown at. */
  readonly place: string;
}

/**
 * The answer to an interrupt. What a person entered is trusted; what was taken over from the request has its trust, and
 * untrusted content never advances an approval (security a2ui-untrusted-blocks-approval).
 */
export function answerAction(
  interrupt: OpenInterrupt,
  resumeValue: unknown,
  valueOrigin: 'person' | 'content',
): RunAction {
  const isTainted = valueOrigin === 'content' && interrupt.isUntrusted;
  return {
    kind: 'resolve-interrupt',
    interruptKind: interrupt.kind,
    ...answerPlace(interrupt),
    resumeValue,
    valueOrigin,
    contentTrust: isTainted ? 'untrusted' : 'trusted',
  };
}
