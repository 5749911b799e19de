import { useEffect, useState } from 'react';
import { useLive } from '../../state/live-store.ts';

/** The current time, updated at an interval while displayed. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/**
 * The time by the host's clock, updated each second, for counters about the run of a session. It stops when the run is
 * disconnected.
 */
export function useRunClock(sessionId: string): number {
  const now = useNow(1000);
  const unheardSinceMs = useLive(sessionId, (entry) => entry.unheardSinceMs);
  const skewMs = useLive(sessionId, ({ status }) => status.clockSkewMs) ?? 0;
  return (unheardSinceMs ?? now) + skewMs;
}
