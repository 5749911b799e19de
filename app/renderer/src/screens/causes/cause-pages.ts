import type { CauseTreeRow, InferredCounts } from '@openwop-inspector/run-log';
import { useRef } from 'react';
import { OVERLAPPING_ROWS, useOverlappingPage } from '../../queries/pages.ts';
import { useCauses } from '../../queries/session-queries.ts';

/** The rows of the tree that are at hand. */
export interface CausePages {
  readonly total: number;
  readonly roots: number;
  /** Row number of the selected event; -1 when it is not unfolded, null until that is known. */
  readonly revealed: number | null;
  /** What the forest is made of when nothing was recorded; null for recorded causes, and until it is known. */
  readonly inferred: InferredCounts | null;
  readonly failure: string | null;
  /** False while the answer to the newest question is on its way. */
  readonly isSettled: boolean;
  rowAt(index: number): CauseTreeRow | null;
  /** Tells which rows are in sight. */
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

/** Fetches the rows in sight. While others are on their way the last ones stay, at the place they were asked for. */
export function useCausePages({
  sessionId,
  expanded,
  withEffectsOnly,
  selected,
}: CausePagesInput): CausePages {
  const { offset, onRange } = useOverlappingPage();
  const reveal = selected === null ? {} : { reveal: selected };
  const { data, isPlaceholderData, error } = useCauses(sessionId, {
    expanded,
    withEffectsOnly,
    offset,
    limit: OVERLAPPING_ROWS,
    ...reveal,
  });
  // An answer does not say where it begins; a placeholder began where the answer before it did.
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
