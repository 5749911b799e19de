import type { AghDialect, AghReasonCode } from '@openwop-inspector/protocol';
import type { AghDetail, AghInteractionState, AghStatus, AghWarning } from './agh-work.ts';
import type { AghStepId } from './steps/later.ts';

/** One row of the trace. Rows after the deciding step do not exist: those steps never ran. */
export interface AghStepTrace {
  readonly step: AghStepId;
  /** What the step looks at, in one or two words. */
  readonly name: string;
  /** `skipped` when the step does not apply, `unchecked` when nothing is known to check against. */
  readonly verdict: 'passed' | 'skipped' | 'unchecked' | 'decided';
  readonly reason_code: AghReasonCode | null;
  /** One line on what was seen. Numbers, states and words of the protocol only. */
  readonly note: string;
  /** Clause that the verdict rests on, such as `agh 3`. */
  readonly clause: string;
  /** Inspected values: RFC 6901 pointers from the message, or names of the context. */
  readonly inputs: readonly string[];
  readonly details: readonly AghDetail[];
}

/** A receipt that the reference would send for a message to one of its peers (agh 2, 9.5). Plain data, never sent. */
export interface AghReceipt {
  readonly protocol: 'agh-network/v0';
  /** The same for the same message; the reference draws a random one. */
  readonly id: string;
  readonly kind: 'receipt';
  readonly channel: string;
  readonly from: string;
  readonly to: string;
  /** Of the seed. In the later dialect workspace, container, work_id, trace_id and causation_id are in its place (agh 9.5). */
  readonly interaction_id?: string;
  readonly reply_to: string;
  readonly ts: number;
  readonly body: {
    readonly for_id: string;
    readonly status: 'rejected' | 'duplicate' | 'expired';
    readonly reason_code: AghReasonCode;
  };
  readonly proof: null;
}

/** Everything the acceptor says of one message. Plain data. */
export interface AghResult {
  readonly status: AghStatus;
  readonly reason_code: AghReasonCode | null;
  /** The deciding step, which is the last row of the trace. */
  readonly step: AghStepId;
  /** Nothing in AGH Network v0 makes a message trusted: proofs are opaque, cards are claims (agh 7). */
  readonly trust: 'unverified';
  /** State of the interaction after this message; null without one. */
  readonly lifecycle: AghInteractionState | null;
  /** `accepted` for an accepted receipt, which changes no state (agh 5). */
  readonly badge: 'accepted' | null;
  /** Receipts the reference would send; empty when local peers are unknown. */
  readonly generated: readonly AghReceipt[];
  /**
   * The complete message, unknown fields of body and ext included; null when it is not a JSON object. The content is
   * raw: mask it before it is displayed.
   */
  readonly preserved: Readonly<Record<string, unknown>> | null;
  readonly warnings: readonly AghWarning[];
  /** What the message itself shows, else the dialect that it was judged by. */
  readonly dialect: AghDialect | 'earlier';
  /** The dialect whose steps it passed. */
  readonly judgedAs: AghDialect;
  /** The id when it is a text, whatever became of the message. */
  readonly id: string | null;
  readonly trace: readonly AghStepTrace[];
}
