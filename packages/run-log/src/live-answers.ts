/** A node that has begun and not ended. */
import type { MaskedText, MaskedValue } from '@openwop-inspector/base';

export interface NodeAtWork {
  readonly nodeId: MaskedText;
  readonly runId: MaskedText;
  readonly state: 'started' | 'suspended' | 'retried' | 'resumed';
  /** Ordinal of the event that says so. */
  readonly ordinal: number;
  readonly sinceMs: number | null;
}

/** An interrupt that was requested and not resolved, as far as the log goes. */
export interface InterruptAsked {
  /** Ordinal of `interrupt.requested`, `approval.requested`, `clarification.requested` or `node.suspended`. */
  readonly ordinal: number;
  readonly runId: MaskedText;
  readonly nodeId: MaskedText | null;
  readonly interruptId: MaskedText | null;
  readonly kind: MaskedText | null;
  readonly askedAtMs: number | null;
  readonly timeoutMs: number | null;
  /** What is asked, masked: `data` of the request. Long strings are cut at 20,000 characters. */
  readonly data: MaskedValue;
  readonly resumeSchema: MaskedValue;
  /** Trust of the request itself or of what caused it (`trustOf`). */
  readonly isUntrusted: boolean;
  /** Ordinal of the event that brought the taint, -1 for none. */
  readonly taintFrom: number;
}

/** An interrupt that is no longer open, by the event that says so: the first behind the request that ends the waiting. */
export interface ResolvedInterrupt {
  readonly runId: MaskedText;
  readonly nodeId: MaskedText | null;
  readonly ordinal: number;
  readonly sequence: number | null;
  readonly type: MaskedText;
}

/** What a run has spent of a limit of its host. */
export interface LimitSpent {
  readonly limit:
    | 'clarificationRounds'
    | 'schemaRounds'
    | 'envelopesPerTurn'
    | 'maxNodeExecutions'
    | 'maxRunDurationMs';
  /** Highest of all nodes for limits that count by node. */
  readonly spent: number;
  /** The node with the highest count; null for limits of the run. */
  readonly nodeId: MaskedText | null;
}

/** Where the runs of a live session stand, folded from its events. O(events) once a generation. */
export interface LiveFacts {
  readonly runs: readonly {
    readonly runId: MaskedText;
    readonly status: MaskedText;
    readonly isTerminal: boolean;
    readonly spent: readonly LimitSpent[];
  }[];
  readonly nodesAtWork: readonly NodeAtWork[];
  readonly interrupts: readonly InterruptAsked[];
  /** The last of each node where none is open; at most 50, the newest. */
  readonly resolved: readonly ResolvedInterrupt[];
  /** Ordinal of the newest event in display order; -1 when there is none. */
  readonly newestOrdinal: number;
}

/** One thing that a fork would do again. */
export interface Effect {
  readonly ordinal: number;
  readonly sequence: number;
  readonly nodeId: MaskedText | null;
  /** Tool name, provider and model, artifact, child run … as recorded, masked, at most 200 characters. */
  readonly what: MaskedText;
}

export type EffectKind =
  | 'tool-call'
  | 'model-call'
  | 'approval'
  | 'clarification'
  | 'media'
  | 'child-run'
  | 'memory'
  | 'artifact';

/** What ran from a sequence on (bundles-and-transport.md section 9): a branch does it again, a replay must not. */
export interface EffectLedger {
  readonly runId: MaskedText;
  readonly fromSequence: number;
  readonly events: number;
  /** Each kind once, those with effects only; at most 50 effects listed of each. */
  readonly kinds: readonly {
    readonly kind: EffectKind;
    readonly count: number;
    readonly listed: readonly Effect[];
  }[];
  /** Tokens and cost of the model calls, where the log tells. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costUsd: number | null;
}

/** A hole between two held sequences of a run. */
export interface SequenceGap {
  readonly runId: MaskedText;
  /** Missing sequences, both ends included. */
  readonly first: number;
  readonly last: number;
  /** Place in the selection of the row behind the hole. */
  readonly before: number;
}
