/** Figures of the rows of a list, and the orders that it can stand in. */

/** What an event says in figures; null for what it does not. */
export interface RowFigures {
  /** How long what it ends has taken, by the times of both events. */
  readonly tookMs: number | null;
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

/** An order of events besides the one of the log. */
export interface ListOrder {
  /** `time` is across all runs. */
  readonly by: 'time' | 'duration' | 'tokens' | 'cost';
  readonly isDescending: boolean;
}
