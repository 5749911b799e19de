import type { FilterAnswer, FilterError } from '@openwop-inspector/run-log';
import { useEffect, useMemo, useRef } from 'react';
import { useStartMs } from '../state/sessions-store.ts';
import { useSessionView } from '../state/view-store.ts';
import { useFilterAnswer } from './session-queries.ts';

/** The rows that the filter and the brush select. */
export interface FilterSelection {
  /** Names the selection in row requests; null until the first answer. */
  readonly filterId: number | null;
  readonly total: number;
  readonly of: number;
  /** Whether anything is typed or brushed. */
  readonly narrows: boolean;
  /** What is wrong with the text; the rows are then those of the last text that was right. */
  readonly error: FilterError | null;
  /** True while a newer answer is on its way and these rows are those of before. */
  readonly isPending: boolean;
}

/** Compiles the filter of a session; while it is being typed or is wrong, the last right selection stays. */
export function useFilterSelection(sessionId: string): FilterSelection {
  const text = useSessionView(sessionId, (view) => view.filterText);
  const brush = useSessionView(sessionId, (view) => view.brush);
  const startMs = useStartMs(sessionId);
  const wanted = effectiveFilter(text.trim(), brush, startMs);
  const { data, isPlaceholderData, isPending } = useFilterAnswer(sessionId, wanted);
  const lastRight = useRef<{ sessionId: string; answer: FilterAnswer } | null>(null);
  const usable = data !== undefined && data.error === null ? data : null;
  useEffect(() => {
    if (usable !== null) lastRight.current = { sessionId, answer: usable };
  }, [sessionId, usable]);
  const kept = lastRight.current?.sessionId === sessionId ? lastRight.current.answer : null;
  const shown = usable ?? kept;
  const isWaiting = isPlaceholderData || isPending;
  const error = data?.error ?? null;
  return useMemo(
    () => ({
      filterId: shown?.id ?? null,
      total: shown?.total ?? 0,
      of: shown?.of ?? 0,
      narrows: wanted !== '',
      error,
      isPending: isWaiting,
    }),
    [shown, wanted, error, isWaiting],
  );
}

/** A stretch of time, epoch ms. */
interface TimeStretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The filter that is in force: what was typed, and the brushed stretch as a `time:` term in seconds since the start.
 * Without a known start there is nothing to brush.
 */
function effectiveFilter(text: string, brush: TimeStretch | null, startMs: number | null): string {
  if (brush === null || startMs === null) return text;
  const from = Math.floor(brush.fromMs - startMs) / 1000;
  const to = Math.ceil(brush.toMs - startMs) / 1000;
  return `${text} time:${from}..${to}`.trim();
}
