/** Requests and results of a comparison of two sessions. */
import type { MaskedText } from '@openwop-inspector/base';
import type {
  CompareProgress,
  Comparison,
  Cone,
  Difference,
  RecordedDivergence,
} from '@openwop-inspector/compare';

/** A run of a session; null for the first that the log shows. */
export interface ComparedSide {
  readonly sessionId: string;
  readonly run: string | null;
}

/** The run itself is A. */
export interface CompareQuestion extends ComparedSide {
  readonly b: ComparedSide;
  /** A document of rules as typed (`readMaskRules`); blank for the usual ones. */
  readonly rules: string;
}

export interface EventOfSession {
  readonly sessionId: string;
  readonly ordinal: number;
}

/** The event itself is A. */
export interface EventsQuestion extends EventOfSession {
  readonly b: EventOfSession;
  readonly rules: string;
}

/** An event of a comparison, as far as the index knows it. */
export interface ComparedEvent {
  readonly ordinal: number;
  readonly sequence: number | null;
  readonly type: MaskedText;
  readonly nodeId: MaskedText | null;
}

export interface ComparedDifference extends Pick<Difference, 'kind' | 'parts'> {
  readonly a: ComparedEvent | null;
  readonly b: ComparedEvent | null;
}

export interface ComparedCone extends Pick<Cone, 'events' | 'different'> {
  readonly first: readonly ComparedEvent[];
}

export interface ComparedRecord extends Pick<RecordedDivergence, 'side' | 'verdict' | 'why'> {
  readonly event: ComparedEvent | null;
}

/** A comparison with its events in place of their ordinals. */
export interface ComparedView
  extends Pick<Comparison, 'isSame' | 'events' | 'counts' | 'figures' | 'masked' | 'notes'> {
  readonly first: (ComparedDifference & { readonly before: number }) | null;
  readonly cones: { readonly a: ComparedCone | null; readonly b: ComparedCone | null };
  /** What differs without following from another difference, besides the first. */
  readonly apart: number;
  readonly total: number;
  /** The first of them, in order. */
  readonly differences: readonly ComparedDifference[];
  readonly recorded: readonly ComparedRecord[];
}

export interface RulesProblem {
  readonly pointer: string;
  readonly message: string;
}

export type CompareAnswer =
  | ({ readonly kind: 'running' } & CompareProgress)
  | { readonly kind: 'stopped' }
  | { readonly kind: 'bad-rules'; readonly problems: readonly RulesProblem[] }
  /** The log of a side has no such run. */
  | { readonly kind: 'no-run'; readonly side: 'a' | 'b' }
  | { readonly kind: 'done'; readonly view: ComparedView };
