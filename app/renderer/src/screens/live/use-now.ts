import { useEffect, useState } from 'react';
import { useLive } from '../../state/live-store.ts';

/** The time, updated every so many ms while something on the screen counts. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/**
 * The time by the host's clock, updated each second, for what counts up about the run of a session. It stops
 * from the moment on that nothing is heard of the run.
 */
export function useRunClock(sessionId: string): number {
  const now = useNow(1000);
  const unheardSinceMs = useLive(sessionId, (entry) => entry.unheardSinceMs);
  const skewMs = useLive(sessionId, ({ status }) => status.clockSkewMs) ?? 0;
  return (unheardSinceMs ?? now) + skewMs;
}
