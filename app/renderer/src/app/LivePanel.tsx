import { countOf, formatCount, formatSequence, wholePercent } from '@openwop-inspector/base';
import type { SessionSummary } from '@openwop-inspector/run-log';
import { layout } from '@openwop-inspector/ui';
import { useEffect } from 'react';
import { goToHosts, useHostsStore } from '../features/hosts/hosts-store.ts';
import { LiveBar } from '../features/live/LiveBar.tsx';
import { LiveEmpty } from '../features/live/LiveEmpty.tsx';
import { noteFacts } from '../features/live/live-actions.ts';
import { liveOf, useLive } from '../features/live/live-store.ts';
import { footState } from '../features/live/live-text.ts';
import { type Session, useNewestSummary, useSessionPart } from '../features/sessions/sessions-store.ts';
import { showView, useSessionView } from '../features/sessions/view-store.ts';
import { undoChange, useHintStore } from '../shared/hint-store.ts';
import { useLiveFacts } from '../shared/job-query.ts';
import { openOverlay } from '../shared/overlay-store.ts';
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
      {summary === null ? null : <StatusFoot sessionId={sessionId} summary={ofRun ?? summary} isSettled />}
    </>
  );
}

function goToHostOf(sessionId: string): void {
  const hostId = liveOf(sessionId)?.live.hostId;
  if (hostId !== undefined) useHostsStore.setState({ hostId });
  goToHosts();
}

interface StatusFootProps {
  readonly sessionId: string;
  /** What the views show: its problems are those that their tab counts. */
  readonly summary: SessionSummary;
  readonly isSettled: boolean;
}

const checkedPercent = ({ progress }: Session): number | null =>
  progress?.checked === undefined ? null : wholePercent(progress.checked, progress.events);

/** The foot of a session; of a live one with the state of its connection in place of the facts about a file. */
export function StatusFoot({ sessionId, summary, isSettled }: StatusFootProps) {
  const { hint, mayUndo } = useHintStore();
  const canFollow = useLive(sessionId, ({ status }) => status.end === null);
  return (
    <StatusBar
      summary={summary}
      isSettled={isSettled}
      checked={useSessionPart(sessionId, checkedPercent)}
      hint={hint}
      onUndo={mayUndo ? undoChange : undefined}
      canFollow={canFollow ?? false}
      facts={canFollow === null ? undefined : <LiveStatusFacts sessionId={sessionId} />}
      onProblems={() => showView(sessionId, 'problems')}
      onKeys={() => openOverlay('keys')}
    />
  );
}

/** Reports to the store which event is the newest and what is open, as soon as the index knows. Draws nothing. */
function FactsWatch({ sessionId }: { readonly sessionId: string }) {
  const facts = useLiveFacts(sessionId);
  useEffect(() => {
    if (facts !== null) noteFacts(sessionId, facts);
  }, [sessionId, facts]);
  return null;
}

/** Container: how much has come, by the same count as the tab of the view, how far the views show it, and the state of the connection. For the foot of the window. */
function LiveStatusFacts({ sessionId }: { readonly sessionId: string }) {
  const events = useNewestSummary(sessionId)?.events ?? 0;
  const missing = useLive(sessionId, ({ status }) => status.ledger.missing) ?? 0;
  const state = useLive(sessionId, ({ status }) => status.state) ?? 'ended';
  const end = useLive(sessionId, ({ status }) => status.end);
  const sinceMs = useLive(sessionId, ({ status }) => status.sinceMs) ?? 0;
  const follow = useLive(sessionId, (entry) => entry.follow);
  const received =
    missing === 0 ? countOf(events, 'event') : `${formatCount(events)} of ${formatCount(events + missing)}`;
  return (
    <>
      <span>
        {received} received
        {end !== null || follow === null || follow.sequence === null
          ? ''
          : `, read to ${formatSequence(follow.sequence)}`}
      </span>
      <span>
        state: {footState({ state, end }, sinceMs)}
        {end !== null || follow === null ? '' : PAUSED_BY[follow.by]}
      </span>
    </>
  );
}

const PAUSED_BY = {
  key: ', view paused by you',
  scroll: ', view paused since you scrolled',
  selection: ', view paused since you chose an event',
} as const;
