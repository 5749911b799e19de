import { useMemo } from 'react';
import { drawnTaint, type TaintDrawn } from '../model/taint-drawn.ts';
import type { EventAddress } from '../model/view-link.ts';
import { useSessionView } from '../state/view-store.ts';
import { useJob } from './job-query.ts';

/** Maximum number of rendered places of a path. */
const MAX_PLACES = 100;

/** The path of untrusted content displayed over list, tree and lanes; null when none is, or until it is known. */
export function useTaintDrawn(sessionId: string): TaintDrawn | null {
  const chosen = useSessionView(sessionId, (view) => view.taint);
  const place = useJob('find', { sessionId, ...nameOf(chosen) }, { enabled: chosen !== null });
  const ordinal = place.isPlaceholderData ? null : (place.data?.ordinal ?? null);
  const input = { sessionId, ordinal: ordinal ?? 0, limit: MAX_PLACES };
  const { data, isPlaceholderData } = useJob('taint', input, { enabled: ordinal !== null });
  return useMemo(() => {
    if (chosen === null || ordinal === null || isPlaceholderData || data === undefined || data === null)
      return null;
    return data.way.length === 0 ? null : drawnTaint(data);
  }, [chosen, ordinal, data, isPlaceholderData]);
}

function nameOf(event: EventAddress | null) {
  if (event === null) return {};
  const { eventId, runId, sequence } = event;
  if (eventId !== null) return { eventId };
  return { ...(sequence === null ? {} : { sequence }), ...(runId === null ? {} : { runId }) };
}
