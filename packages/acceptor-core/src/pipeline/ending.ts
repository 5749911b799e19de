/** How the pipeline ends before its last step. */
import { unreachable } from '@openwop-inspector/base';
import {
  type RefusalCode,
  reasonWithTexts,
  type UnknownReason,
  type UnknownReasons,
} from '@openwop-inspector/protocol';
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

/** The check of the step gave no answer: neither accepted nor refused (acceptor 2.2). */
export interface Stopped {
  readonly status: 'stopped';
  /** Masked. */
  readonly reasons: UnknownReasons;
}

export type Ending = Buffered | Replayed | Refused | Stopped;

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

/** A `stopped` ending; secrets in its reasons are masked. */
export function stopped({ settings: { redactor } }: Work, reasons: UnknownReasons): Stopped {
  const [first, ...others] = reasons;
  const masked = (reason: UnknownReason) => reasonWithTexts(reason, redactor);
  return { status: 'stopped', reasons: [masked(first), ...others.map(masked)] };
}

/** Whether an ending refuses the envelope. */
export function isRefused(ending: Ending | null): ending is Refused {
  if (ending === null) return false;
  switch (ending.status) {
    case 'invalid':
    case 'gated':
    case 'breached':
      return true;
    case 'buffered':
    case 'replayed':
    case 'stopped':
      return false;
    default:
      return unreachable(ending);
  }
}
