import { createRedactor, type Redactor } from '@openwop-inspector/base';
import type { RefusalCode } from '@openwop-inspector/protocol';
import type { AcceptContext, Counters, OutcomeDetail, Profile } from '../accept-context.ts';
import type { AcceptResult, AcceptWarning, Recovery } from '../accept-result.ts';
import { type Acceptor, type AcceptorParts, createAcceptor } from '../create-acceptor.ts';
import type { RetryReason } from '../steps/step-table.ts';
import type { ReadConfig, ReadResponse } from './dispatch-input.ts';

/** Verdict on one envelope of a response. The whole result is not repeated here: it has text of the model. */
export type EnvelopeVerdict = Pick<AcceptResult, 'status' | 'step' | 'code' | 'replayed'>;

/** One violation without the value that caused it: an answer of the model is never repeated (SR-1). */
export type Violation = Pick<OutcomeDetail, 'instancePath' | 'schemaPath' | 'keyword'>;

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

/** No host may announce a higher number of attempts (run-events 3.2.7). */
const MAX_ATTEMPTS = 16;

/** The next request to the model. */
export interface Request {
  readonly attempt: number;
  readonly maxTokens: number | null;
  readonly correctiveFragment: string | null;
  /** Why there was need for it; null for the first one. */
  readonly after: { readonly reason: RetryReason; readonly error: string } | null;
}

/** A dispatch while it runs. What never changes, then what it collects. */
export interface DispatchRun {
  readonly config: ReadConfig;
  readonly profile: Profile;
  readonly acceptor: Acceptor;
  readonly redactor: Redactor;
  readonly node: NodeMember;
  /** The requested model, masked. */
  readonly model: Readonly<{ provider: string; model: string }>;
  readonly mostAttempts: number;
  /** `limit` of an exhausted budget: the cap, or, without one, the retries that the bound on attempts allows. */
  readonly capLimit: number;
  /** Rounds that were used up before. */
  readonly usedRounds: number;
  readonly events: SimulatedEvent[];
  readonly attempts: DispatchAttempt[];
  readonly warnings: AcceptWarning[];
}

export function startRun(config: ReadConfig, context: AcceptContext, parts: AcceptorParts): DispatchRun {
  const redactor = createRedactor(context.secrets ?? []);
  const cap = config.schemaRounds ?? context.host?.limits?.schemaRounds ?? null;
  const usedRounds = context.counters?.schemaRounds ?? 0;
  const roundsLeft = cap === null ? Number.POSITIVE_INFINITY : Math.max(0, cap - usedRounds);
  const mostAttempts = Math.min(config.maxRetryAttempts, roundsLeft + 1, MAX_ATTEMPTS);
  return {
    config,
    profile: context.profile ?? 'lenient',
    acceptor: createAcceptor(withSchemaRounds(context, config.schemaRounds), parts),
    redactor,
    node: typeof context.nodeId === 'string' ? { nodeId: redactor.text(context.nodeId) } : {},
    model: { provider: redactor.text(config.provider), model: redactor.text(config.model) },
    mostAttempts,
    capLimit: cap ?? mostAttempts - 1,
    usedRounds,
    events: [],
    attempts: [],
    warnings: [],
  };
}

function withSchemaRounds(context: AcceptContext, schemaRounds: number | null): AcceptContext {
  if (schemaRounds === null) return context;
  const { host } = context;
  return { ...context, host: { ...host, limits: { ...host?.limits, schemaRounds } } };
}
