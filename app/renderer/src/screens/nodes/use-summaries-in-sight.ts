import { useCallback, useMemo, useState } from 'react';
import { useSummaries } from '../../queries/job-query.ts';

/** Summaries of the events of the rendered rows, and the callback for the range of those rows. */
export function useSummariesInSight(
  sessionId: string,
  ordinals: readonly number[],
): {
  readonly summaryOf: (ordinal: number) => string;
  readonly onRange: (start: number, end: number) => void;
} {
  const [inSight, setInSight] = useState<readonly [number, number]>([0, 0]);
  const onRange = useCallback(
    (start: number, end: number) =>
      setInSight((before) => (before[0] === start && before[1] === end ? before : [start, end])),
    [],
  );
  const drawn = useMemo(() => ordinals.slice(...inSight), [ordinals, inSight]);
  const summaries = useSummaries(sessionId, drawn);
  return { summaryOf: (ordinal) => summaries.get(ordinal) ?? '', onRange };
}
