import { countOf, formatBytes, formatCount } from '@openwop-inspector/base';
import { RenderServicesProvider, ResumeCheckProvider, VisibleText } from '@openwop-inspector/renderers';
import type { SessionSummary, UnpackFacts, Verdict } from '@openwop-inspector/run-log';
import { Button, Icon, IconButton, layout, PaneBoundary, Tabs, tones } from '@openwop-inspector/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { keysOf } from '../commands/commands.ts';
import { takeToAcceptor, useVisibleBench } from '../features/acceptor/open-acceptor.ts';
import { goToHosts, useHostsStore } from '../features/hosts/hosts-store.ts';
import { checkResume } from '../features/live/check-resume.ts';
import { LiveBar } from '../features/live/LiveBar.tsx';
import { LiveEmpty } from '../features/live/LiveEmpty.tsx';
import { noteFacts } from '../features/live/live-actions.ts';
import { liveOf } from '../features/live/live-store.ts';
import { LoadScreen, LoadStrip } from '../features/sessions/LoadProgressView.tsx';
import {
  BrokenSession,
  FoundProblems,
  OpenError,
  PartialNotice,
  WantedLog,
} from '../features/sessions/OpenError.tsx';
import { pickFiles } from '../features/sessions/open-actions.ts';
import { answerUnpack, cancelLoad, closeSession } from '../features/sessions/session-actions.ts';
import { isLoading, type Session } from '../features/sessions/sessions-store.ts';
import { goBack, goForward, useTravel } from '../features/sessions/travel.ts';
import { selectFirstEnvelope, useSessionView } from '../features/sessions/view-store.ts';
import { Fold } from '../shared/Fold.tsx';
import { useLiveFacts } from '../shared/job-query.ts';
import { OriginButton, Sentence, ShareMenu, VerdictTitle } from '../shared/VerdictParts.tsx';
import verdictBarStyles from './Bars.module.css';
import { BenchPanel } from './BenchPanel.tsx';
import { EnvelopeJson, EnvelopesScreen, EnvelopeTab, RunMenu } from './lazy-screens.ts';
import { sessionPanelId, sessionTabId } from './SessionTabs.tsx';
import { StatusBar } from './StatusBar.tsx';
import { Panes, useArrangement, useServices, Workspace } from './Workspace.tsx';

/** Progress shows after this long, in ms, so that quick loads do not flash. */
const PROGRESS_AFTER_MS = 200;

/** Everything of one session: its load, what went wrong, or its run. */
export function SessionPanel({ session }: { readonly session: Session }) {
  const { sessionId, name, unpack } = session;
  return (
    <div
      id={sessionPanelId(sessionId)}
      role="tabpanel"
      aria-labelledby={sessionTabId(sessionId)}
      className={layout('column fill scrolls noOutline')}
    >
      {/* A load that waits for an answer says so above everything else of its session. */}
      {unpack === null ? null : (
        <UnpackQuestion name={name} facts={unpack} onAnswer={(goOn) => answerUnpack(sessionId, goOn)} />
      )}
      <LoadedContent session={session} />
    </div>
  );
}

function LoadedContent({ session }: { readonly session: Session }) {
  const { sessionId, name, broken, summary, ofRun, progress } = session;
  const onBench = useVisibleBench(sessionId);
  const run = useSessionView(sessionId, (view) => view.run);
  const isLive = session.source.kind === 'live';
  const loading = isLoading(session);
  const isLong = useIsLonger(session.openedAtMs, PROGRESS_AFTER_MS);
  if (broken !== null) return <BrokenSession session={session} reason={broken} />;
  if (isLive) return onBench ? <BenchPanel benchId={sessionId} /> : <LivePanel session={session} />;
  const load = { name, onCancel: () => cancelLoad(sessionId) };
  if (summary === null || (loading && summary.events === 0)) {
    return progress !== null && isLong ? <LoadScreen {...load} progress={progress} /> : null;
  }
  if (onBench && !loading) return <BenchPanel benchId={sessionId} />;
  const isKnown = loading || run === null || ofRun !== null;
  // While rows arrive, progress knows their number sooner than the summary does.
  const visible = ofRun ?? summary;
  const displayed = loading && progress !== null ? { ...visible, events: progress.events } : visible;
  if (summary.sessionFile?.holdsLog === false) {
    return <WantedLog session={session} logName={summary.sessionFile.logName} />;
  }
  if (summary.events === 0) {
    if (summary.envelopes === 0) return <OpenError sessionId={sessionId} summary={summary} />;
    return <EnvelopeFile key={sessionId} session={session} summary={summary} />;
  }
  return (
    <>
      {loading ? (
        <LoadStrip {...load} progress={isLong ? progress : null} />
      ) : (
        <VerdictBar sessionId={sessionId} verdict={isKnown ? visible.verdict : null} />
      )}
      {loading || summary.complete ? null : <PartialNotice sessionId={sessionId} summary={summary} />}
      <Workspace
        key={sessionId}
        sessionId={sessionId}
        summary={visible}
        runs={summary.runs.length}
        events={displayed.events}
        isSettled={!loading}
        isKnown={isKnown}
      />
      {isKnown ? <StatusBar sessionId={sessionId} summary={displayed} isSettled={!loading} /> : null}
    </>
  );
}

/** A live session: its bar and its foot show the newest state; the run between them does not change while paused. */
function LivePanel({ session }: { readonly session: Session }) {
  const { sessionId, summary, ofRun, news } = session;
  const newest = news ?? summary;
  const run = useSessionView(sessionId, (view) => view.run);
  return (
    <>
      <LiveBar sessionId={sessionId} summary={newest} menu={<RunMenu sessionId={sessionId} />} />
      <FactsWatch sessionId={sessionId} />
      {summary === null || summary.events === 0 ? (
        <div className={layout('column flexes relative min400')}>
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

interface UnpackQuestionProps {
  readonly name: string;
  readonly facts: UnpackFacts;
  readonly onAnswer: (goOn: boolean) => void;
}

/** View: a packed file turns out far larger than it is packed; the load waits until the person has said what to do. */
export function UnpackQuestion({ name, facts, onAnswer }: UnpackQuestionProps) {
  const { unpackedBytes, packedBytes } = facts;
  const times = formatCount(Math.round(unpackedBytes / packedBytes));
  return (
    <section
      className={layout('grid fixed ruled chrome breaks gap8 pad12x16')}
      role="alertdialog"
      aria-label="Go on unpacking?"
      data-region="unpack"
    >
      <p>
        <Icon name="warning" className={tones.warning} /> {name} unpacks to more than{' '}
        {formatBytes(unpackedBytes)}, {times} times what was read of it. It needs this room on disk or in
        memory.
      </p>
      <div className={layout('flex wrap gap6')}>
        <Button onPress={() => onAnswer(true)}>Go on</Button>
        <Button onPress={() => onAnswer(false)} autoFocus>
          Stop and show what was read
        </Button>
      </div>
    </section>
  );
}

interface VerdictBarProps {
  readonly sessionId: string;
  /** Null until it is known. */
  readonly verdict: Verdict | null;
}

/** The answer before the data: what happened in one sentence, and the ways to what led to it. */
function VerdictBar({ sessionId, verdict }: VerdictBarProps) {
  const { mayGoBack, mayGoForward } = useTravel();
  const sentence = verdict?.sentence ?? [];
  return (
    <section
      className={layout('bar ground gap6x12 pad8x16 min44', verdictBarStyles.verdict)}
      aria-label="Verdict"
      data-region="verdict"
    >
      {verdict === null ? null : <VerdictTitle {...verdict} />}
      <p
        className={layout('grow words breaks clamps prose', verdictBarStyles.sentence)}
        title={sentence.map(({ text }) => text).join('')}
      >
        <Sentence parts={sentence} />
      </p>
      <span className={layout('flex fixed gap8', verdictBarStyles.actions)}>
        <span className={layout.flex}>
          <IconButton icon="chevronLeft" label="Back" onPress={goBack} isDisabled={!mayGoBack} />
          <IconButton icon="chevronRight" label="Forward" onPress={goForward} isDisabled={!mayGoForward} />
        </span>
        {verdict === null ? null : <OriginButton sessionId={sessionId} verdict={verdict} />}
        <ShareMenu />
      </span>
    </section>
  );
}

/** Files of envelopes that the acceptor is for; by key it accepts any text, to report where it is not JSON. */
export function isForAcceptor({ format, sizeBytes }: SessionSummary): boolean {
  const formats = ['envelope', 'envelopes', 'text-envelopes', 'ndjson'];
  return formats.includes(format) && sizeBytes <= 16 * 1024 * 1024;
}

interface EnvelopeFileHeadProps {
  readonly summary: SessionSummary;
  /** The problems of the file with their lines. */
  readonly problems: ReactNode;
  /** Null for a file that the acceptor does not accept. */
  readonly onAcceptor: (() => void) | null;
  readonly onPick: () => void;
  readonly onClose: () => void;
}

/** View: the name of a file of envelopes, its unread parts, and its actions. */
export function EnvelopeFileHead({ summary, problems, onAcceptor, onPick, onClose }: EnvelopeFileHeadProps) {
  const { name, error, sizeBytes, envelopes, unreadable, problemCounts } = summary;
  const count = problemCounts.error + problemCounts.warning;
  return (
    <section className={layout.fixed} aria-label="File of envelopes" data-region="load">
      <div className={layout('bar wrap gap12 ground pad5x12')}>
        <h1 className={layout('row narrow title gap8')}>
          <Icon name="envelope" size={16} />
          <VisibleText as="span" className={layout.ellipsis} text={name} />
        </h1>
        <p className={layout.remark}>
          {countOf(envelopes, 'envelope')} and no run, {formatBytes(sizeBytes)}
          {unreadable === 0 ? '' : `, ${countOf(unreadable, 'entry', 'entries')} not read`}
        </p>
        <span className={layout('flex wrap toEnd gap8')}>
          {onAcceptor === null ? null : (
            <Button
              look="primary"
              icon="repair"
              onPress={onAcceptor}
              {...(envelopes === 1 ? { keys: keysOf('acceptor') } : {})}
            >
              {envelopes === 1 ? 'Open in the acceptor' : 'Open all in the acceptor'}
            </Button>
          )}
          <Button onPress={onPick}>Choose another file</Button>
          <Button onPress={onClose}>Close this one</Button>
        </span>
      </div>
      {error === undefined ? null : (
        <p className={layout('errorText breaks pad6x12')} role="alert">
          {error}
        </p>
      )}
      {count === 0 ? null : (
        <Fold title={countOf(count, 'problem')}>
          <div className={layout('pad0x16 padBottom8')}>{problems}</div>
        </Fold>
      )}
    </section>
  );
}

interface EnvelopeFileProps {
  readonly session: Session;
  readonly summary: SessionSummary;
}

/** A source with envelopes and no event: their list, and the selected one rendered. */
function EnvelopeFile({ session, summary }: EnvelopeFileProps) {
  const { sessionId } = session;
  const services = useServices(sessionId, summary);
  const arrangement = useArrangement('envelopes');
  useEffect(() => void selectFirstEnvelope(sessionId), [sessionId]);
  return (
    <RenderServicesProvider value={services}>
      <ResumeCheckProvider value={checkResume}>
        <EnvelopeFileHead
          summary={summary}
          problems={<FoundProblems sessionId={sessionId} />}
          onAcceptor={isForAcceptor(summary) ? () => void takeToAcceptor(session) : null}
          onPick={() => void pickFiles()}
          onClose={() => closeSession(sessionId)}
        />
        <Panes
          arrangement={arrangement}
          list={
            <PaneBoundary name="the list" resetKey={sessionId}>
              <div className={layout('column pane narrow')}>
                <EnvelopesScreen sessionId={sessionId} />
              </div>
            </PaneBoundary>
          }
          detail={
            <PaneBoundary name="the detail" resetKey={sessionId}>
              <EnvelopeDetail sessionId={sessionId} />
            </PaneBoundary>
          }
        />
      </ResumeCheckProvider>
    </RenderServicesProvider>
  );
}

function EnvelopeDetail({ sessionId }: { readonly sessionId: string }) {
  const [tab, setTab] = useState<'envelope' | 'json'>('envelope');
  return (
    <section className={layout('column pane narrow relative')} aria-label="Detail" data-region="detail">
      <Tabs
        label="About the selected envelope"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'envelope', label: 'Envelope', panel: <EnvelopeTab sessionId={sessionId} /> },
          { value: 'json', label: 'JSON', panel: <EnvelopeJson sessionId={sessionId} /> },
        ]}
      />
    </section>
  );
}
