import type { RefusalCode } from '@openwop-inspector/protocol';
import type { Counters, Profile } from '../accept-context.ts';
import type { AcceptWarning, Recovery } from '../accept-parts.ts';
import type { AcceptResult } from '../accept-result.ts';
import type { RetryReason } from '../steps/step.ts';
import type { Violation } from './corrective-fragment.ts';
import type { ReadResponse } from './dispatch-input.ts';

/** Verdict on one envelope of a response. The whole result is not repeated here: it has text of the model. */
export type EnvelopeVerdict = Pick<AcceptResult, 'status' | 'step' | 'code' | 'replayed'>;

/** One request to the model: what it was allowed, what came back, what was decided and why. */
export interface DispatchAttempt {
  /** From 1. */
  readonly attempt: number;
  /** Output budget in tokens; null when it was never given. */
  readonly maxTokens: number | null;
  /** True when the request said what was wrong before. Never after a truncation. */
  readonly corrective: boolean;
  /** What it said, or null. */
  readonly correctiveFragment: string | null;
  readonly stop: string | null;
  readonly stopMeaning: StopMeaning;
  /** How the envelope was found in the text; null when it was the text, or there was none. */
  readonly recovery: Recovery | null;
  /** In the order of the text; empty when the text was not read. */
  readonly envelopes: readonly EnvelopeVerdict[];
  readonly decision: 'accepted' | 'retry' | 'failed' | 'stopped';
  /** Why it was not complete; `refusal` for the provider's, `refused` for one that is never retried. */
  readonly reason: RetryReason | 'refusal' | 'refused' | 'stopped' | null;
  /** The code that the node fails with: now, or after this attempt if it had been the last. */
  readonly code: RefusalCode | null;
  readonly violations: readonly Violation[];
  /** One sentence: what was seen and what follows from it. */
  readonly why: string;
  readonly clause: string;
}

/** How a dispatch ended. */
export interface DispatchTerminal {
  /** `stopped` when a check gave no answer, so that what the host would have done is not known (acceptor 2.2). */
  readonly status: 'accepted' | 'failed' | 'stopped';
  readonly code: RefusalCode | null;
  /** Attempts made. */
  readonly attempts: number;
  /** True when a retry was due but no further response was given: the end of the list replaced the budget. */
  readonly ranOut: boolean;
}

/** The whole simulation. Plain data, masked throughout, without any text of prompt or answer. */
export interface DispatchResult {
  /** Reliability events, `cap.breached` and `node.failed`, in order. */
  readonly events: readonly SimulatedEvent[];
  readonly terminal: DispatchTerminal;
  readonly attempts: readonly DispatchAttempt[];
  readonly warnings: readonly AcceptWarning[];
  /** Of the node, after the dispatch, as the acceptor counts them. */
  readonly counters: Counters;
  /** The bound on attempts: the least of `maxRetryAttempts`, the rounds left + 1, and 16. */
  readonly mostAttempts: number;
}

/** Meaning of a stop reason. `unknown` is handled as clean, with a warning (acceptor R20). */
export type StopMeaning = 'refused' | 'truncated' | 'clean' | 'unknown';

const REFUSED: ReadonlySet<string> = new Set(['content_filter', 'refusal', 'safety']);
const TRUNCATED: ReadonlySet<string> = new Set(['length', 'max_tokens']);
/** Clean stops are written exactly as each vendor writes them; the other two sets are read in any case. */
const CLEAN: ReadonlySet<string> = new Set(['stop', 'end_turn', 'STOP']);

/** Checks refusal first, then truncation, then whether the stop is known to be clean (acceptor 5). */
export function stopMeaning({ stop, isRefusal }: ReadResponse, profile: Profile): StopMeaning {
  const word = stop?.toLowerCase() ?? '';
  // The reference host knows two reasons and takes every other one for a clean stop (R20).
  if (profile === 'reference') {
    if (isRefusal || word.replace('-', '_') === 'content_filter') return 'refused';
    return word === 'length' ? 'truncated' : 'clean';
  }
  if (isRefusal || REFUSED.has(word)) return 'refused';
  if (TRUNCATED.has(word)) return 'truncated';
  return stop !== null && CLEAN.has(stop) ? 'clean' : 'unknown';
}

/** The value of `stopReason` in `envelope.truncated` (run-events 3.2.7). */
export function truncationWord(stop: string | null): 'max_tokens' | 'length' | 'unknown' {
  const word = stop?.toLowerCase();
  return word === 'max_tokens' || word === 'length' ? word : 'unknown';
}

/** An event that a simulated host would record. It has no id and no time; the order of the list is its order. */
export interface SimulatedEvent {
  readonly type: string;
  /** In the shape of the event catalogue (run-events 3.2), except that `nodeId` is left out when it is unknown. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly causationId?: string | undefined;
  readonly contentTrust?: 'trusted' | 'untrusted' | undefined;
}

/** `nodeId` of a payload, or nothing when the node is unknown. */
export type NodeMember = Readonly<{ nodeId?: string }>;
