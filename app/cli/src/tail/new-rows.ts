import {
  type Filter,
  type FilterError,
  isFilterError,
  parseFilter,
  type RunLog,
  textsHold,
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
        const isHeld = holds(filter, log, ordinal);
        if (typeof isHeld === 'boolean' ? isHeld : await isHeld) selected.push(ordinal);
      }
      return { selected, all };
    },
  };
}

/** A promise where the text of the event has to be read for it. */
function holds(filter: Filter, log: RunLog, ordinal: number): boolean | Promise<boolean> {
  if (!filter.tests.every((test) => test(ordinal))) return false;
  return filter.texts.length === 0 || holdsTexts(filter, log, ordinal);
}

async function holdsTexts(filter: Filter, log: RunLog, ordinal: number): Promise<boolean> {
  return textsHold(filter, log, ordinal, await log.read(ordinal));
}
