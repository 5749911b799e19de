import type { MaskedText } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import type { SessionSummary, Verdict } from '@openwop-inspector/run-log';
import { CopyButton, classNames, Icon, layout, tones } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { hostWords } from '../../model/connection-words.ts';
import { runTitle, stateWords } from '../../model/live-words.ts';
import { useLive } from '../../state/live-store.ts';
import { liveIcon } from '../../ui/live-form.ts';
import { OriginButtons } from '../../ui/OriginButtons.tsx';
import { VERDICT_ICON } from '../../ui/severity-form.ts';
import { ConnectionFacts } from './ConnectionFacts.tsx';
import { FollowButton } from './Following.tsx';
import styles from './Live.module.css';
import { LiveCommands } from './LiveCommands.tsx';
import { LiveSentence } from './LiveSentence.tsx';
import { useKnownRun } from './use-known-run.ts';

export interface LiveBarProps {
  readonly sessionId: string;
  /** The newest summary of the index; null before the first events. */
  readonly summary: SessionSummary | null;
  /** Selects the cause of the failure, or where its chain starts. */
  readonly onOrigin: (ordinal: number) => void;
  readonly report: () => Promise<MaskedText | null>;
  /** What else can be done with the run, and what was done. */
  readonly menu: ReactNode;
}

/** The verdict of a live session: what the run does, the state of the connection, how fast, and what can be done. */
export function LiveBar({ sessionId, summary, onOrigin, report, menu }: LiveBarProps) {
  const hasEnded = useLive(sessionId, ({ status }) => status.end === 'run-ended') ?? false;
  // Before the first event what is in place of the run says what can be done.
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
          <LiveCommands sessionId={sessionId} />
          {menu}
        </span>
      ) : null}
    </section>
  );
}

/** Container: one or two words on the state of the connection, and with whom; what its run does is said elsewhere. */
function ConnectionState({ sessionId }: { readonly sessionId: string }) {
  const live = useLive(sessionId, (entry) => entry.live);
  const state = useLive(sessionId, ({ status }) => status.state) ?? 'ended';
  const end = useLive(sessionId, ({ status }) => status.end);
  const lastError = useLive(sessionId, ({ status }) => status.lastError);
  const { title, tone } = stateWords({ state, end, lastError });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      aria-label="Connection"
      className={classNames(layout.column, layout.fixed, styles.connection)}
    >
      <b>
        <Icon name={liveIcon({ state, end })} className={classNames(tones[tone])} /> {title}
      </b>
      {live === null ? null : (
        <span>
          <VisibleText text={hostWords(live)} />
        </span>
      )}
    </div>
  );
}

interface RunTitleProps {
  readonly sessionId: string;
  /** What the log says of the run; it is the title once the run has ended. */
  readonly verdict: Verdict | null;
}

/** Container: the headline, which is the run's alone: its state, then how it ended. */
function RunTitle({ sessionId, verdict }: RunTitleProps) {
  const { title, tone } = runTitle(useKnownRun(sessionId), verdict);
  return (
    <h1 className={classNames(layout.row, layout.fixed, layout.nowrap, layout.title, layout.gap8)}>
      <Icon name={VERDICT_ICON[tone]} size={18} className={classNames(tones[tone])} />
      {title}
    </h1>
  );
}
