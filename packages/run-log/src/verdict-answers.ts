/** What is said of a run in one sentence: the failure that ended it, its cause, what was prevented. */
import type { MaskedText } from '@openwop-inspector/base';
import type { AbnormalRule } from '@openwop-inspector/events';
import type { PreventedKind } from '@openwop-inspector/protocol';

/**
 * Where the words of a failure stand: in its event, in the event that ended the run, in what a bundle says of its run,
 * or in a snapshot.
 */
export type FailureSource = 'event' | 'run.failed' | 'bundle' | 'snapshot';

/** The failure that ended a run, or of a run that did not fail the last one that has not recovered. */
export interface FailureSummary {
  readonly ordinal: number;
  readonly sequence: number | null;
  readonly eventId: MaskedText;
  readonly type: MaskedText;
  readonly nodeId: MaskedText | null;
  /** That of the host; where `isCoded` is false the host gives none and this is our own `node_failed`. */
  readonly code: MaskedText;
  readonly isCoded: boolean;
  readonly message: MaskedText | null;
  /** Where code and message stand; null when the host says neither. */
  readonly source: FailureSource | null;
  /**
   * How it was found from the end of the run: the end names its node, its event is a cause of the end, it has the error
   * of the run, it is the last that has not recovered, or it is the end itself.
   */
  readonly foundBy: 'failedNodeId' | 'causation' | 'error' | 'last' | 'end';
  /** What the run says it ended with, when that is another code or other words, and where it says so. */
  readonly endedWith?: {
    readonly code: MaskedText;
    readonly message: MaskedText | null;
    readonly source: FailureSource;
  };
}

/** Envelopes of one run that were not taken, without any failure, by what became of them. */
export interface PreventedSummary {
  readonly kind: PreventedKind;
  readonly count: number;
  /** True when there were more events to look at than are read. */
  readonly isAtLeast: boolean;
  /** The first event that tells of one. */
  readonly ordinal: number;
}

/** One run of the source. */
export interface RunSummary {
  readonly runId: MaskedText;
  readonly workflowId: MaskedText | null;
  /** As on the wire after the aliases of run-events.md section 3.4; `unknown` when nothing tells it. */
  readonly status: MaskedText;
  readonly events: number;
  readonly firstSequence: number | null;
  readonly lastSequence: number | null;
  /** See `FailureSummary`: a failure that has recovered is none. */
  readonly firstFailure?: FailureSummary;
  /** Failures of nodes that completed afterwards; absent for none. */
  readonly recovered?: number;
  /** Absent for none. */
  readonly prevented?: readonly PreventedSummary[];
}

/** A piece of a sentence: names as on the wire are set in monospace, the point of it in strong. */
export interface SentencePart {
  readonly text: MaskedText;
  readonly kind: 'plain' | 'code' | 'strong';
}

/** The run in one sentence, and where to land. */
export interface Verdict {
  readonly tone: 'failed' | 'ok' | 'waiting' | 'running' | 'warning' | 'unknown';
  /** One or two words: "Failed", "Completed", "Waiting for approval". */
  readonly title: MaskedText;
  readonly sentence: readonly SentencePart[];
  /** Event to select on opening; null when there is no event. */
  readonly landOn: number | null;
  /** Where the chain of causes of the failure begins: its topmost cause, when there is any in its run. */
  readonly chainStart: PlacedEvent | null;
  /** The earliest event of that chain that is itself abnormal, or of the chain in a failed child run; null when none is. */
  readonly cause: AbnormalCause | null;
  /** What is to be said of the causes of the failure; null when no failure is reported. */
  readonly causes: ChainEnding | null;
}

/** An event by its ordinal, with the number it is shown by. */
export interface PlacedEvent {
  readonly ordinal: number;
  readonly sequence: number | null;
}

/**
 * Why an event counts as a cause: it is a failure, a refusal, a limit that was reached, an answer that was cut off,
 * untrusted content that was used, a time that ran out, or an answer that contradicts another.
 */
export type CauseRule = AbnormalRule | 'untrusted';

/** The earliest abnormal event of a chain of causes, and the rule by which it is one. */
export interface AbnormalCause extends PlacedEvent {
  readonly rule: CauseRule;
}

/**
 * How a chain of causes ends at its top: at an event that names no cause, at one that names none since no event of the
 * source does, in a circle, at an event that names itself, or by leaving the run or the source.
 */
export type ChainEnding =
  | 'start'
  | 'omitted'
  | 'cycle'
  | 'self'
  | 'otherRun'
  | 'external'
  | 'trigger'
  | 'dangling';
