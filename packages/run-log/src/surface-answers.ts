/** What became of a surface: how it changed, what was entered, and what the host did with it. */
import type { MaskedText, MaskedValue } from '@openwop-inspector/base';
import type { EventRow } from './answers.ts';

/** A value that was entered. */
export interface EnteredValue {
  /** RFC 6901 pointer from the values, of which the first token is the id of a field. */
  readonly path: MaskedText;
  /** A text as it stands, anything else as JSON; cut at 2,000 characters. */
  readonly value: MaskedText;
  readonly isText: boolean;
}

/** A person's answer, or one that a host made up when the time ran out. */
export interface EnteredAnswer {
  /** The first event that tells of it. */
  readonly ordinal: number;
  readonly sequence: number | null;
  readonly timeMs: number | null;
  /** Who answered; null where no event says so. */
  readonly by: MaskedText | null;
  /** What the host says became of it, with its reason; null where it says nothing. */
  readonly outcome: MaskedText | null;
  /** The whole of what was sent; null where it is not recorded. */
  readonly values: MaskedValue;
  /** Its leaves, at most 200 of `total`. */
  readonly entries: readonly EnteredValue[];
  readonly total: number;
}

/** An event that followed the answer. */
export interface AnswerEffect {
  readonly row: EventRow;
  /** By recorded causes, or because it is the next of the node where no cause leads from the answer. */
  readonly by: 'cause' | 'order';
}

export interface SurfaceAnswer {
  /** The surface itself. */
  readonly sequence: number | null;
  readonly shownMs: number | null;
  /** The interrupt that the surface is bound to; null where none is found. */
  readonly interrupt: {
    readonly ordinal: number;
    readonly sequence: number | null;
    readonly kind: MaskedText;
  } | null;
  /** Surfaces that took its place before the answer, and the payload of the last; null without any. */
  readonly updated: {
    readonly count: number;
    readonly ordinal: number;
    readonly sequence: number | null;
    readonly timeMs: number | null;
    readonly payload: MaskedValue;
  } | null;
  /** Null where the log tells of none. */
  readonly answer: EnteredAnswer | null;
  /** In the order of the log, at most 12. */
  readonly effects: readonly AnswerEffect[];
}
