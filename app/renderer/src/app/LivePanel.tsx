import type { SessionSummary } from '@openwop-inspector/run-log';
import { classNames, layout } from '@openwop-inspector/ui';
import { Suspense } from 'react';
import { StatusBar } from '../frame/StatusBar.tsx';
import { FactsWatch } from '../screens/live/FactsWatch.tsx';
import { LiveBar } from '../screens/live/LiveBar.tsx';
import { LiveEmpty } from '../screens/live/LiveEmpty.tsx';
import { LiveStatusFacts } from '../screens/live/LiveStatusFacts.tsx';
import { useHintStore } from '../state/hint-store.ts';
import { goToHosts } from '../state/hosts-door.ts';
import { useHostsStore } from '../state/hosts-store.ts';
import { liveOf, useLive } from '../state/live-store.ts';
import { openOverlay } from '../state/overlay-store.ts';
import type { Session } from '../state/sessions-store.ts';
import { showView } from '../state/view-actions.ts';
import styles from './App.module.css';
import { RunMenu } from './lazy-screens.ts';
import { goToOrigin, reportOf } from './run-report.ts';
import { Workspace } from './Workspace.tsx';

/** A live session: its bar and its foot tell the newest; the run between them stands still while it is paused. */
export function LivePanel({ session }: { readonly session: Session }) {
  const { sessionId, summary, news } = session;
  const newest = news ?? summary;
  return (
    <>
      <LiveBar
        sessionId={sessionId}
        summary={newest}
        onOrigin={(ordinal) => goToOrigin(sessionId, ordinal)}
        report={async () => (newest === null ? null : reportOf(sessionId, newest))}
        menu={
          <Suspense>
            <RunMenu sessionId={sessionId} />
          </Suspense>
        }
      />
      <FactsWatch sessionId={sessionId} />
      {summary === null || summary.events === 0 ? (
        <div className={classNames(layout.column, styles.workspace)}>
          <LiveEmpty
            sessionId={sessionId}
            eventsRead={summary === null ? (session.progress?.events ?? 0) : null}
            onHost={() => goToHostOf(sessionId)}
          />
        </div>
      ) : (
        <Workspace
          key={sessionId}
          sessionId={sessionId}
          summary={summary}
          events={newest?.events ?? 0}
          isSettled
        />
      )}
      {summary === null ? null : <LiveFoot sessionId={sessionId} summary={summary} />}
    </>
  );
}

function goToHostOf(sessionId: string): void {
  const hostId = liveOf(sessionId)?.live.hostId;
  if (hostId !== undefined) useHostsStore.setState({ hostId });
  goToHosts();
}

interface LiveFootProps {
  readonly sessionId: string;
  /** What the views show: its problems are those that their tab counts. */
  readonly summary: SessionSummary;
}

function LiveFoot({ sessionId, summary }: LiveFootProps) {
  const hint = useHintStore((state) => state.hint);
  const canFollow = useLive(sessionId, ({ status }) => status.end === null) ?? false;
  return (
    <StatusBar
      summary={summary}
      isSettled
      hint={hint}
      canFollow={canFollow}
      facts={<LiveStatusFacts sessionId={sessionId} />}
      onProblems={() => showView(sessionId, 'problems')}
      onKeys={() => openOverlay('keys')}
    />
  );
}
