import type { Verdict } from '@openwop-inspector/run-log';
import { stateWords } from '../../model/live-words.ts';
import { useLive } from '../../state/live-store.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { liveIcon } from '../../ui/live-form.ts';
import { VERDICT_ICON } from '../../ui/severity-form.ts';
import styles from './Live.module.css';

export interface ConnectionTitleProps {
  readonly sessionId: string;
  /** What the log says of the run; it is the title once the run has ended. */
  readonly verdict: Verdict | null;
}

/** Container: one or two words on how the connection stands, then on how the run ended. */
export function ConnectionTitle({ sessionId, verdict }: ConnectionTitleProps) {
  const state = useLive(sessionId, ({ status }) => status.state) ?? 'ended';
  const end = useLive(sessionId, ({ status }) => status.end);
  const lastError = useLive(sessionId, ({ status }) => status.lastError);
  const isOver = end === 'run-ended' && verdict !== null;
  const { title, tone } = isOver ? verdict : stateWords({ state, end, lastError });
  return (
    <h1 className={styles.title}>
      <Icon
        name={isOver ? VERDICT_ICON[verdict.tone] : liveIcon({ state, end })}
        size={18}
        className={classNames(styles[tone])}
      />
      {title}
    </h1>
  );
}
