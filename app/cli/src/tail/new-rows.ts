import {
  type FilterError,
  filterSelects,
  isFilterError,
  parseFilter,
  type RunLog,
} from '@openwop-inspector/run-log';

/** Picks the events that have come since it was asked last, each once, in order of arrival. */
export interface NewRows {
  /** Ordinals of the new events that the filter selects, and of all new events; fewer when `signal` aborts. */
  take(
    signal: AbortSignal,
  ): Promise<{ readonly selected: readonly number[]; readonly all: readonly number[] }>;
}

/** Follows a log that grows. A filter that is wrong is told at once. */
export function followRows(log: RunLog, filterText: string): NewRows | FilterError {
  const parsed = parseFilter(filterText, log);
  if (isFilterError(parsed)) return parsed;
  let next = 0;
  return {
    async take(signal) {
      const end = log.settledRows;
      // Times count from the first event, which an empty log did not have.
      const current = parseFilter(filterText, log);
      const filter = isFilterError(current) ? parsed : current;
      const all: number[] = [];
      for (; next < end; next++) if (log.order.indexOf(next) >= 0) all.push(next);
      const selected: number[] = [];
      for (const ordinal of all) {
        if (signal.aborted) break;
        const isHeld = filterSelects(filter, log, ordinal);
        if (typeof isHeld === 'boolean' ? isHeld : await isHeld) selected.push(ordinal);
      }
      return { selected, all };
    },
  };
}
