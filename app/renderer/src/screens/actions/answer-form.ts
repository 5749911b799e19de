/** Props of every form of an interrupt, and the action it composes. */
import type { RunAction } from '@openwop-inspector/host-client';
import { answerPlace, type OpenInterrupt } from '../../model/actions/open-interrupt.ts';

export interface AnswerFormProps {
  readonly sessionId: string;
  readonly interrupt: OpenInterrupt;
  /** Name of the place the outcome is displayed at. */
  readonly place: string;
}

/**
 * The answer to an interrupt. The user's input is trusted; content copied from the request has its trust, and untrusted
 * content never advances an approval (security a2ui-untrusted-blocks-approval).
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
