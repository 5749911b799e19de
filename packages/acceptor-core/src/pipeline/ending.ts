/** How the pipeline ends before its last step. */
import {
  type RefusalCode,
  reasonWithTexts,
  type UnknownReason,
  type UnknownReasons,
} from '@openwop-inspector/protocol';
import type { CapKind, EnvelopeOutcome, OutcomeDetail } from '../accept-context.ts';
import { isRefusal } from '../accept-parts.ts';
import type { KnownOutcome } from '../memory/run-memory.ts';
import type { Gate } from './settings.ts';
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
  return { ...NO_CAP, status: 'invalid', code, reason, details };
}

/**
 * An `invalid` ending in the words of the reference host: what it says comes before the first colon, our code after
 * it, so that the reason contains the code as everywhere. Without words the reason is the code alone.
 */
export function referenceInvalid(
  work: Work,
  code: RefusalCode,
  words: string,
  details: readonly OutcomeDetail[],
): Refused {
  const reason = words === '' ? code : `${work.settings.redactor.text(words)}: ${code}`;
  return { ...NO_CAP, status: 'invalid', code, reason, details };
}

const NO_CAP = { capKind: null, cap: 0, gate: null } as const;

/** The reason of a refusal without its code. */
export function reasonText({ reason }: Refused): string {
  return reason.slice(reason.indexOf(': ') + 2);
}

/** An ending at a gate. */
export function gated(work: Work, { acceptedTypes, refusalMode }: Gate, reason: string): Refused {
  const { redactor } = work.settings;
  return {
    ...NO_CAP,
    status: 'gated',
    code: 'envelope_contract_violation',
    reason: redactor.text(reason),
    details: NO_DETAILS,
    gate: {
      refusedType: redactor.text(work.type),
      acceptedTypes: acceptedTypes.map((type) => redactor.text(type)),
      refusalMode,
    },
  };
}

/** A `stopped` ending; secrets in its reasons are masked. */
export function stopped({ settings: { redactor } }: Work, reasons: UnknownReasons): Stopped {
  const [first, ...others] = reasons;
  const masked = (reason: UnknownReason) => reasonWithTexts(reason, redactor);
  return { status: 'stopped', reasons: [masked(first), ...others.map(masked)] };
}

/** Whether an ending refuses the envelope. */
export function isRefused(ending: Ending | null): ending is Refused {
  return ending !== null && isRefusal(ending);
}
