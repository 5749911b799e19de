/** How the pipeline ends before its last step. */
import type { RefusalCode } from '@openwop-inspector/protocol';
import type { CapKind, EnvelopeOutcome, OutcomeDetail } from '../accept-context.ts';
import type { KnownOutcome } from '../memory/known-outcome.ts';
import { NO_DETAILS, type Work } from './work.ts';

/** A chunk that is not the last one (acceptor S3p). */
export interface Buffered {
  readonly status: 'buffered';
}

/** A repeat: the first outcome is given out again (acceptor S12). */
export interface Replayed {
  readonly status: 'replayed';
  readonly known: KnownOutcome;
}

export interface Refused {
  readonly status: 'invalid' | 'gated' | 'breached';
  readonly code: RefusalCode;
  /** Contains the code; masked. */
  readonly reason: string;
  readonly details: readonly OutcomeDetail[];
  readonly capKind: CapKind | null;
  /** Cap that was reached, with `capKind`. */
  readonly cap: number;
  readonly gate: EnvelopeOutcome['gate'] | null;
}

export type Ending = Buffered | Replayed | Refused;

export const BUFFERED: Buffered = Object.freeze({ status: 'buffered' });

/** An `invalid` ending. `text` says in one line what is wrong; secrets in it are masked. */
export function invalid(
  work: Work,
  code: RefusalCode,
  text: string,
  details: readonly OutcomeDetail[] = NO_DETAILS,
): Refused {
  const reason = text === '' ? code : `${code}: ${work.settings.redactor.text(text)}`;
  return { status: 'invalid', code, reason, details, capKind: null, cap: 0, gate: null };
}

/** Whether an ending refuses the envelope. */
export function isRefused(ending: Ending | null): ending is Refused {
  return ending !== null && ending.status !== 'buffered' && ending.status !== 'replayed';
}
