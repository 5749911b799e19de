import { useEffect, useState } from 'react';

/** Whole seconds since a moment, counted on while it is shown. Not read out. */
export function ElapsedSeconds({ sinceMs }: { readonly sinceMs: number }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span aria-hidden="true">{Math.max(0, Math.floor((nowMs - sinceMs) / 1000))} s</span>;
}
