import { classNames, Icon, layout } from '@openwop-inspector/ui';
import { useEffect, useState } from 'react';
import { openWords, type Waiting } from '../../model/actions/open-words.ts';
import styles from './Actions.module.css';

export interface OpenSinceProps {
  readonly waiting: Waiting;
  /** The host's clock minus ours. */
  readonly skewMs: number;
  /** Since when nothing is heard of the run, by our clock; null while something is. */
  readonly unheardSinceMs: number | null;
}

/** How long a person has been waited for, and how long that goes on. */
export function OpenSince({ waiting, skewMs, unheardSinceMs }: OpenSinceProps) {
  const nowMs = useNow();
  const words = openWords(waiting, (unheardSinceMs ?? nowMs) + skewMs, unheardSinceMs === null);
  return (
    <span className={classNames(layout.row, layout.toEnd, layout.second, layout.gap4, styles.since)}>
      <Icon name="clock" /> {words}
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
