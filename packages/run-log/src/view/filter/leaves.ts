/** What the terms of a filter become when they are bound to a log. */

import type { Bits } from './bits.ts';
import type { OpenedEvent } from './opened-event.ts';
import type { SearchPlan } from './search-plan.ts';

/** Tests one row by its columns alone. */
export type RowTest = (ordinal: number) => boolean;

/** Answered by columns. */
export interface ColumnLeaf {
  readonly kind: 'columns';
  readonly test: RowTest;
  /** The same of the first `rows` rows at once, as bits. Left out: the test is asked of each. */
  readonly fill?: (bits: Bits, rows: number) => void;
  /** Names the answer among those of a log, which are kept; null where it may change for a row. */
  readonly key: string | null;
}

/** Answered by the bytes of an event. */
export interface ByteLeaf {
  readonly kind: 'bytes';
  /** What to look for in the bytes before an event is decoded; null: every event is. */
  readonly plan: SearchPlan | null;
  /** The answer for events in which nothing was found, `ask` when `holds` is asked all the same; null: none holds. */
  readonly otherwise: ((ordinal: number) => boolean | 'ask') | null;
  readonly holds: (event: OpenedEvent) => boolean | Promise<boolean>;
  /** False where the answer for an event may change while a log grows. */
  readonly isLasting: boolean;
}

/** A filter bound to a log. */
export type BoundTree =
  | { readonly kind: 'and'; readonly parts: readonly BoundTree[] }
  | { readonly kind: 'or'; readonly parts: readonly BoundTree[] }
  | { readonly kind: 'not'; readonly part: BoundTree }
  | ColumnLeaf
  | ByteLeaf;
