import type { SessionSummary } from '@openwop-inspector/run-log';
import { classNames, layout } from '@openwop-inspector/ui';
import { useEffect, useState } from 'react';
import { sessionPanelId, sessionTabId } from '../frame/SessionTabs.tsx';
import { StatusBar } from '../frame/StatusBar.tsx';
import { VerdictBar } from '../frame/VerdictBar.tsx';
import { useProblems } from '../queries/session-queries.ts';
import { isForAcceptor } from '../screens/envelopes/EnvelopeFileHead.tsx';
import { LoadScreen, LoadStrip } from '../screens/load/LoadProgressView.tsx';
import { BrokenSession, OpenError, PartialNotice } from '../screens/load/OpenError.tsx';
import { UnpackQuestion } from '../screens/load/UnpackQuestion.tsx';
import { WantedLog } from '../screens/load/WantedLog.tsx';
import { useHintStore } from '../state/hint-store.ts';
import { takeToAcceptor, useBenchInSight } from '../state/open-acceptor.ts';
import { pickFiles } from '../state/open-actions.ts';
import { openOverlay } from '../state/overlay-store.ts';
import {
  answerUnpack,
  cancelLoad,
  closeSession,
  reloadSession,
  reloadSessions,
} from '../state/session-actions.ts';
import { isLoading, type Session } from '../state/sessions-store.ts';
import { goBack, goForward, useTravel } from '../state/travel.ts';
import { undoChange } from '../state/undo.ts';
import { showView } from '../state/view-actions.ts';
import { BenchPanel } from './BenchPanel.tsx';
import { EnvelopeFile } from './EnvelopeFile.tsx';
import { LivePanel } from './LivePanel.tsx';
import { goToOrigin, reportOf } from './run-report.ts';
import { Workspace } from './Workspace.tsx';

/** Progress shows after this long, in ms, so that quick loads do not flash. */
const PROGRESS_AFTER_MS = 200;

/** Everything of one session: its load, what went wrong, or its run. */
export function SessionPanel({ session }: { readonly session: Session }) {
  const { sessionId } = session;
  return (
    <div
      id={sessionPanelId(sessionId)}
      role="tabpanel"
      aria-labelledby={sessionTabId(sessionId)}
      className={classNames(layout.column, layout.fill, layout.scrolls, layout.noOutline)}
    >
      <SessionContent session={session} />
    </div>
  );
}

/** A load that waits for an answer says so above everything else of its session. */
function SessionContent({ session }: { readonly session: Session }) {
  const { sessionId, name, unpack } = session;
  return (
    <>
      {unpack === null ? null : (
        <UnpackQuestion name={name} facts={unpack} onAnswer={(goOn) => answerUnpack(sessionId, goOn)} />
      )}
      <LoadedContent session={session} />
    </>
  );
}

function LoadedContent({ session }: { readonly session: Session }) {
  const { sessionId, name, broken, summary, ofRun, progress } = session;
  const onBench = useBenchInSight(sessionId);
  const ways = useTravel();
  const isLive = session.source.kind === 'live';
  const loading = isLoading(session);
  const isLong = useIsLonger(session.openedAtMs, PROGRESS_AFTER_MS);
  const onClose = () => closeSession(sessionId);
  if (broken !== null) {
    return <BrokenSession name={name} reason={broken} onReload={reloadSessions} onClose={onClose} />;
  }
  if (isLive) return onBench ? <BenchPanel benchId={sessionId} /> : <LivePanel session={session} />;
  const load = { name, onCancel: () => cancelLoad(sessionId) };
  if (summary === null || (loading && summary.events === 0)) {
    return progress !== null && isLong ? <LoadScreen {...load} progress={progress} /> : null;
  }
  if (onBench && !loading) return <BenchPanel benchId={sessionId} />;
  // While rows arrive, progress knows their number sooner than the summary does.
  const inSight = ofRun ?? summary;
  const shown = loading && progress !== null ? { ...inSight, events: progress.events } : inSight;
  if (summary.sessionFile?.holdsLog === false) {
    return <WantedLog session={session} logName={summary.sessionFile.logName} onClose={onClose} />;
  }
  if (summary.events === 0) {
    const actions = { onPick: () => void pickFiles(), onClose };
    if (summary.envelopes === 0) return <OpenError sessionId={sessionId} summary={summary} {...actions} />;
    const onAcceptor = isForAcceptor(summary) ? () => void takeToAcceptor(session) : null;
    return (
      <EnvelopeFile
        key={sessionId}
        sessionId={sessionId}
        summary={summary}
        onAcceptor={onAcceptor}
        {...actions}
      />
    );
  }
  return (
    <>
      {loading ? (
        <LoadStrip {...load} progress={isLong ? progress : null} />
      ) : (
        <VerdictBar
          summary={inSight}
          ways={ways}
          onBack={goBack}
          onForward={goForward}
          onOrigin={(ordinal) => goToOrigin(sessionId, ordinal)}
          report={() => reportOf(sessionId, inSight)}
        />
      )}
      {loading || summary.complete ? null : <NotWhole sessionId={sessionId} summary={summary} />}
      <Workspace
        key={sessionId}
        sessionId={sessionId}
        summary={inSight}
        runs={summary.runs.length}
        events={shown.events}
        isSettled={!loading}
      />
      <SessionStatus sessionId={sessionId} summary={shown} isSettled={!loading} />
    </>
  );
}

/** Container: why a source is not whole, as the problem list tells it. */
function NotWhole({ sessionId, summary }: { readonly sessionId: string; readonly summary: SessionSummary }) {
  const { data } = useProblems(sessionId, 'ends_early', 0, 1);
  return (
    <PartialNotice
      summary={summary}
      ending={data?.[0]?.problem.message ?? null}
      onProblems={() => showView(sessionId, 'problems')}
      onReload={() => reloadSession(sessionId)}
    />
  );
}

interface SessionStatusProps {
  readonly sessionId: string;
  readonly summary: SessionSummary;
  readonly isSettled: boolean;
}

function SessionStatus({ sessionId, summary, isSettled }: SessionStatusProps) {
  const { hint, mayUndo } = useHintStore();
  return (
    <StatusBar
      summary={summary}
      isSettled={isSettled}
      hint={hint}
      onUndo={mayUndo ? undoChange : undefined}
      onProblems={() => showView(sessionId, 'problems')}
      onKeys={() => openOverlay('keys')}
    />
  );
}

/** True once this long has passed since a moment. */
function useIsLonger(sinceMs: number, afterMs: number): boolean {
  const [isLonger, setIsLonger] = useState(() => Date.now() - sinceMs >= afterMs);
  useEffect(() => {
    if (isLonger) return;
    const timer = setTimeout(() => setIsLonger(true), Math.max(0, sinceMs + afterMs - Date.now()));
    return () => clearTimeout(timer);
  }, [isLonger, sinceMs, afterMs]);
  return isLonger;
}
