import type { MaskedText } from '@openwop-inspector/base';
import type { SessionSummary } from '@openwop-inspector/run-log';
import { CopyButton, classNames, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { useLive } from '../../state/live-store.ts';
import { OriginButtons } from '../../ui/OriginButtons.tsx';
import { ConnectionFacts } from './ConnectionFacts.tsx';
import { ConnectionState } from './ConnectionState.tsx';
import { FollowButton } from './FollowButton.tsx';
import styles from './Live.module.css';
import { LiveDeeds } from './LiveDeeds.tsx';
import { LiveSentence } from './LiveSentence.tsx';
import { RunTitle } from './RunTitle.tsx';

export interface LiveBarProps {
  readonly sessionId: string;
  /** The newest that the index told; null before the first events. */
  readonly summary: SessionSummary | null;
  /** Selects the cause of the failure, or where its chain starts. */
  readonly onOrigin: (ordinal: number) => void;
  readonly report: () => Promise<MaskedText | null>;
  /** What else can be done with the run, and what was done. */
  readonly menu: ReactNode;
}

/** The verdict of a live session: what the run does, how the connection stands, how fast, and what can be done. */
export function LiveBar({ sessionId, summary, onOrigin, report, menu }: LiveBarProps) {
  const hasEnded = useLive(sessionId, ({ status }) => status.end === 'run-ended') ?? false;
  // Before the first event what stands in place of the run says what can be done.
  const hasEvents = summary !== null && summary.events > 0;
  return (
    <section
      className={classNames(layout.bar, layout.wrap, styles.bar)}
      aria-label="Verdict"
      data-region="verdict"
    >
      <RunTitle sessionId={sessionId} verdict={summary?.verdict ?? null} />
      <LiveSentence sessionId={sessionId} summary={summary} />
      <ConnectionState sessionId={sessionId} />
      <ConnectionFacts sessionId={sessionId} />
      {hasEvents ? (
        <span className={classNames(layout.row, layout.wrap, layout.gap8, styles.actions)}>
          <OriginButtons verdict={summary.verdict} onOrigin={onOrigin} />
          {hasEnded ? <CopyButton label="Copy report" text={report} /> : null}
          <FollowButton sessionId={sessionId} />
          <LiveDeeds sessionId={sessionId} />
          {menu}
        </span>
      ) : null}
    </section>
  );
}
