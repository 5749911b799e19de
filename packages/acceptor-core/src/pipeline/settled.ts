/** What becomes of an envelope. */
import type { RefusalCode, UnknownReason } from '@openwop-inspector/protocol';
import type { EnvelopeOutcome } from '../accept-context.ts';
import type { AcceptStatus, ProjectedEvent } from '../accept-result.ts';

export interface Settled {
  readonly status: AcceptStatus;
  readonly code: RefusalCode | null;
  /** Only of what was stopped. */
  readonly reasons?: readonly UnknownReason[];
  readonly outcome: EnvelopeOutcome | null;
  readonly events: readonly ProjectedEvent[];
  readonly isReplay: boolean;
}

export const NO_EVENTS: readonly ProjectedEvent[] = Object.freeze([]);
