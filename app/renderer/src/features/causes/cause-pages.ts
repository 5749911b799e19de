import type { CauseTreeRow, InferredCounts } from '@openwop-inspector/run-log';
import { useRef } from 'react';
import { useJob } from '../../shared/job-query.ts';
import { OVERLAPPING_ROWS, useOverlappingPage } from '../../shared/pages.ts';

/** The loaded rows of the tree. */
export interface CausePages {
  readonly total: number;
  readonly roots: number;
  /** Row number of the selected event; -1 when it is not unfolded, null until that is known. */
  readonly revealed: number | null;
  /** Composition of the forest when nothing was recorded; null for recorded causes, and until it is known. */
  readonly inferred: InferredCounts | null;
  readonly failure: string | null;
  /** False while the result of the newest query is pending. */
  readonly isSettled: boolean;
  rowAt(index: number): CauseTreeRow | null;
  /** Sets the range of visible rows. */
  onRange(start: number, end: number): void;
}

interface Page {
  readonly offset: number;
  readonly rows: readonly CauseTreeRow[];
}

export interface CausePagesInput {
  readonly sessionId: string;
  readonly expanded: readonly string[];
  readonly withEffectsOnly: boolean;
  readonly selected: number | null;
}

/** Fetches the visible rows. While others are pending the last ones stay, at their requested position. */
export function useCausePages({
  sessionId,
  expanded,
  withEffectsOnly,
  selected,
}: CausePagesInput): CausePages {
  const { offset, onRange } = useOverlappingPage();
  const reveal = selected === null ? {} : { reveal: selected };
  const { data, isPlaceholderData, error } = useJob('causes', {
    sessionId,
    expanded,
    withEffectsOnly,
    offset,
    limit: OVERLAPPING_ROWS,
    ...reveal,
  });
  // A result has no offset; a placeholder began where the previous one did.
  const settled = useRef<Page>({ offset: 0, rows: [] });
  if (data !== undefined && !isPlaceholderData) settled.current = { offset, rows: data.rows };
  const page = settled.current;
  return {
    total: data?.total ?? 0,
    roots: data?.roots ?? 0,
    inferred: data?.inferred ?? null,
    revealed: data === undefined || isPlaceholderData ? null : data.revealed,
    isSettled: data !== undefined && !isPlaceholderData,
    failure: error === null ? null : error.message,
    rowAt: (index) => page.rows[index - page.offset] ?? null,
    onRange,
  };
}
