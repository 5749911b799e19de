import { useEffect, useState } from 'react';
import { openWords } from '../../model/actions/open-words.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Actions.module.css';

export interface OpenSinceProps {
  /** By the host's clock, as `endsAtMs`. */
  readonly askedAtMs: number | null;
  readonly endsAtMs: number | null;
  /** The host's clock minus ours. */
  readonly skewMs: number;
}

/** How long a person has been waited for, and how long that goes on. */
export function OpenSince({ askedAtMs, endsAtMs, skewMs }: OpenSinceProps) {
  const nowMs = useNow() + skewMs;
  return (
    <span className={styles.since}>
      <Icon name="clock" /> {openWords(askedAtMs, endsAtMs, nowMs)}
    </span>
  );
}

/** The time, once a second. */
function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
