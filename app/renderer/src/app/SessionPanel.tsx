import { formatBytes, formatCount, type MaskedText } from '@openwop-inspector/base';
import { RenderServicesProvider, ResumeCheckProvider } from '@openwop-inspector/renderers';
import type { SentencePart, SessionSummary, UnpackFacts } from '@openwop-inspector/run-log';
import {
  Button,
  CopyButton,
  classNames,
  Icon,
  IconButton,
  layout,
  PaneBoundary,
  Tabs,
  tones,
} from '@openwop-inspector/ui';
import { useEffect, useState } from 'react';
import { sessionPanelId, sessionTabId } from '../frame/SessionTabs.tsx';
import { StatusBar } from '../frame/StatusBar.tsx';
import verdictBarStyles from '../frame/VerdictBar.module.css';
import { useJob } from '../queries/job-query.ts';
import {
  EnvelopeFileHead,
  type EnvelopeFileHeadProps,
  isForAcceptor,
} from '../screens/envelopes/EnvelopeFileHead.tsx';
import { FoundProblems } from '../screens/load/FoundProblems.tsx';
import styles from '../screens/load/Load.module.css';
import { LoadScreen, LoadStrip } from '../screens/load/LoadProgressView.tsx';
import { BrokenSession, OpenError, PartialNotice } from '../screens/load/OpenError.tsx';
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
import { selectFirstEnvelope, showView } from '../state/view-actions.ts';
import { OriginButtons } from '../ui/OriginButtons.tsx';
import { VERDICT_ICON } from '../ui/severity-form.ts';
import { BenchPanel } from './BenchPanel.tsx';
import { checkResume } from './check-resume.ts';
import { LivePanel } from './LivePanel.tsx';
import { EnvelopeJson, EnvelopesScreen, EnvelopeTab } from './lazy-screens.ts';
import { goToOrigin, reportOf } from './run-report.ts';
import { Panes, useArrangement, useServices, Workspace } from './Workspace.tsx';

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
  const displayed = loading && progress !== null ? { ...inSight, events: progress.events } : inSight;
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
        events={displayed.events}
        isSettled={!loading}
      />
      <SessionStatus sessionId={sessionId} summary={displayed} isSettled={!loading} />
    </>
  );
}

/** Container: why a source is incomplete, as in the problem list. */
function NotWhole({ sessionId, summary }: { readonly sessionId: string; readonly summary: SessionSummary }) {
  const { data } = useJob('problems', { sessionId, code: 'ends_early', offset: 0, limit: 1 });
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
      className={classNames(
        layout.grid,
        layout.fixed,
        layout.ruled,
        layout.chrome,
        layout.gap8,
        styles.question,
      )}
      role="alertdialog"
      aria-label="Go on unpacking?"
      data-region="unpack"
    >
      <p>
        <Icon name="warning" /> {name} unpacks to more than {formatBytes(unpackedBytes)}, {times} times what
        was read of it. It needs this room on disk or in memory.
      </p>
      <div className={classNames(layout.flex, layout.wrap, layout.gap6)}>
        <Button onPress={() => onAnswer(true)}>Go on</Button>
        <Button onPress={() => onAnswer(false)} autoFocus>
          Stop and show what was read
        </Button>
      </div>
    </section>
  );
}

interface VerdictBarProps {
  readonly summary: SessionSummary;
  /** Whether there is a place to go back to, and one to go forward to. */
  readonly ways: { readonly mayGoBack: boolean; readonly mayGoForward: boolean };
  readonly onBack: () => void;
  readonly onForward: () => void;
  /** Selects the cause of the failure, or where its chain starts. */
  readonly onOrigin: (ordinal: number) => void;
  /** Text of the report; requested when it is copied. */
  readonly report: () => Promise<MaskedText | null>;
}

/** The answer before the data: what happened in one sentence, and the ways to what led to it. */
function VerdictBar({ summary, ways, onBack, onForward, onOrigin, report }: VerdictBarProps) {
  const { tone, title, sentence } = summary.verdict;
  return (
    <section
      className={classNames(layout.bar, verdictBarStyles.verdict)}
      aria-label="Verdict"
      data-region="verdict"
    >
      <h1 className={classNames(layout.row, layout.fixed, layout.nowrap, layout.title, layout.gap8)}>
        <Icon name={VERDICT_ICON[tone]} size={18} className={classNames(tones[tone])} />
        {title}
      </h1>
      <p className={classNames(layout.grow, layout.words, layout.breaks, verdictBarStyles.sentence)}>
        {sentence.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence have no other identity
          <Part key={at} part={part} />
        ))}
      </p>
      <span className={classNames(layout.flex, layout.fixed, layout.gap8, verdictBarStyles.actions)}>
        <span className={layout.flex}>
          <IconButton icon="chevronLeft" label="Back" onPress={onBack} isDisabled={!ways.mayGoBack} />
          <IconButton
            icon="chevronRight"
            label="Forward"
            onPress={onForward}
            isDisabled={!ways.mayGoForward}
          />
        </span>
        <OriginButtons verdict={summary.verdict} onOrigin={onOrigin} />
        <CopyButton label="Copy report" text={report} />
      </span>
    </section>
  );
}

function Part({ part }: { readonly part: SentencePart }) {
  if (part.kind === 'code') return <code>{part.text}</code>;
  return part.kind === 'strong' ? <b>{part.text}</b> : part.text;
}

interface EnvelopeFileProps extends Omit<EnvelopeFileHeadProps, 'problems'> {
  readonly sessionId: string;
  readonly summary: SessionSummary;
}

/** A source with envelopes and no event: their list, and the selected one rendered. */
function EnvelopeFile({ sessionId, ...head }: EnvelopeFileProps) {
  const services = useServices(sessionId, head.summary);
  const arrangement = useArrangement('envelopes');
  useEffect(() => void selectFirstEnvelope(sessionId), [sessionId]);
  return (
    <RenderServicesProvider value={services}>
      <ResumeCheckProvider value={checkResume}>
        <EnvelopeFileHead {...head} problems={<FoundProblems sessionId={sessionId} />} />
        <Panes
          arrangement={arrangement}
          list={
            <PaneBoundary name="the list" resetKey={sessionId}>
              <div className={classNames(layout.column, layout.pane, layout.narrow)}>
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

type EnvelopeDetailTab = 'envelope' | 'json';

function EnvelopeDetail({ sessionId }: { readonly sessionId: string }) {
  const [tab, setTab] = useState<EnvelopeDetailTab>('envelope');
  return (
    <section
      className={classNames(layout.column, layout.pane, layout.narrow, layout.relative)}
      aria-label="Detail"
      data-region="detail"
    >
      <Tabs<EnvelopeDetailTab>
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
