/** What the worker says of a live session whether its views follow or are paused. */
import type { LiveFacts } from '@openwop-inspector/run-log';
import { useQuery } from '@tanstack/react-query';
import { useSessionPart } from '../state/sessions-store.ts';
import { jobQuery } from './job-query.ts';

/** State of the runs as of the newest summary; null until it is known. Paused views do not delay it. */
export function useLiveFacts(sessionId: string): LiveFacts | null {
  const heard = useSessionPart(sessionId, (session) => session.heard) ?? 0;
  const { data } = useQuery({
    ...jobQuery('liveFacts', { sessionId }, heard),
    enabled: heard > 0,
    gcTime: 0,
    placeholderData: (previous, before) => (before?.queryKey[1] === sessionId ? previous : undefined),
  });
  return data ?? null;
}
