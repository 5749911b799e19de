/** What a log tells of untrusted content: where it came in, and what it reached. */
import type { MaskedText } from '@openwop-inspector/base';
import type { EventRow } from './answers.ts';

/** What untrusted content reached that acts, or that a person acts on; `lost` is any other event that lost its mark. */
export type ReachedKind = 'approval' | 'decision' | 'interrupt' | 'refusal' | 'tool' | 'surface' | 'lost';

/** Agrees with the protocol, deviates from it, or cannot be known from what was recorded. */
export type TaintVerdict = 'agrees' | 'deviates' | 'unknown';

/**
 * How the content came from the event before: along the recorded cause, or because it stands later in the same
 * execution of a node.
 */
export type TaintEdge = 'cause' | 'node';

/** An event on the way of untrusted content. */
export interface TaintStep {
  readonly row: EventRow;
  /** Null for the event by which it came in. */
  readonly via: TaintEdge | null;
  /** False for an event that does not say that it is untrusted. */
  readonly isMarked: boolean;
}

/** A place that untrusted content reached, or may have reached. */
export interface ReachedPlace {
  readonly kind: ReachedKind;
  /** From the event by which it came in to this one; events in between are left out of a long way. */
  readonly way: readonly TaintStep[];
  /** Events of the way that are left out. */
  readonly leftOut: number;
  /** False where an event on the way says nothing of its trust, so that content may not have come along. */
  readonly isCertain: boolean;
  readonly verdict: TaintVerdict;
  /** The clause that the verdict goes by. */
  readonly clause: MaskedText;
  readonly why: MaskedText;
}

/** What one event brought in. */
export interface TaintFlow {
  readonly source: EventRow;
  /** Events after it that say they are untrusted, and others that it led to. */
  readonly marked: number;
  readonly unmarked: number;
  /** Deviations first, then as recorded; not all of many. */
  readonly reached: readonly ReachedPlace[];
  readonly reachedTotal: number;
}

export interface TaintOfLog {
  /** Those that reached something first; not all of many. */
  readonly flows: readonly TaintFlow[];
  /** Events that brought untrusted content in. */
  readonly sources: number;
  /** Answers to approvals that no recorded way of untrusted content leads to; not all of many. */
  readonly unreached: readonly ReachedPlace[];
  readonly unreachedTotal: number;
  /** Places of each verdict, of all sources and of none. */
  readonly deviating: number;
  readonly unknown: number;
  readonly hasCauses: boolean;
}

export interface TaintOfEvent {
  readonly row: EventRow;
  /** From where it came in to the event; empty for an event that nothing untrusted reached. */
  readonly way: readonly TaintStep[];
  readonly leftOut: number;
  readonly isCertain: boolean;
  /** What was reached by way of this event, itself too. */
  readonly reached: readonly ReachedPlace[];
  readonly reachedTotal: number;
}
