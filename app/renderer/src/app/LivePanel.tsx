import { layout } from '@openwop-inspector/ui';
import { useEffect } from 'react';
import { goToHosts, useHostsStore } from '../features/hosts/hosts-store.ts';
import { LiveBar } from '../features/live/LiveBar.tsx';
import { LiveEmpty } from '../features/live/LiveEmpty.tsx';
import { noteFacts } from '../features/live/live-actions.ts';
import { liveOf } from '../features/live/live-store.ts';
import type { Session } from '../features/sessions/sessions-store.ts';
import { useSessionView } from '../features/sessions/view-store.ts';
import { useLiveFacts } from '../shared/job-query.ts';
import styles from './App.module.css';
import { RunMenu } from './lazy-screens.ts';
import { StatusBar } from './StatusBar.tsx';
import { Workspace } from './Workspace.tsx';

/** A live session: its bar and its foot show the newest state; the run between them does not change while paused. */
export function LivePanel({ session }: { readonly session: Session }) {
  const { sessionId, summary, ofRun, news } = session;
  const newest = news ?? summary;
  const run = useSessionView(sessionId, (view) => view.run);
  return (
    <>
      <LiveBar sessionId={sessionId} summary={newest} menu={<RunMenu sessionId={sessionId} />} />
      <FactsWatch sessionId={sessionId} />
      {summary === null || summary.events === 0 ? (
        <div className={layout('column', styles.workspace)}>
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
          summary={ofRun ?? summary}
          runs={summary.runs.length}
          events={(ofRun ?? newest)?.events ?? 0}
          isSettled
          isKnown={run === null || ofRun !== null}
        />
      )}
      {summary === null ? null : <StatusBar sessionId={sessionId} summary={ofRun ?? summary} isSettled />}
    </>
  );
}

function goToHostOf(sessionId: string): void {
  const hostId = liveOf(sessionId)?.live.hostId;
  if (hostId !== undefined) useHostsStore.setState({ hostId });
  goToHosts();
}

/** Reports to the store which event is the newest and what is open, as soon as the index knows. Draws nothing. */
function FactsWatch({ sessionId }: { readonly sessionId: string }) {
  const facts = useLiveFacts(sessionId);
  useEffect(() => {
    if (facts !== null) noteFacts(sessionId, facts);
  }, [sessionId, facts]);
  return null;
}
