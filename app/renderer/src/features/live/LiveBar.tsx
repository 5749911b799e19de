import { countOf, formatCount, formatSequence } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import type { SessionSummary } from '@openwop-inspector/run-log';
import { Button, classNames, Icon, layout, tones, useNow } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { keysOf } from '../../commands/commands.ts';
import { useLiveFacts } from '../../shared/job-query.ts';
import { OriginButton, Sentence, ShareMenu, VerdictTitle } from '../../shared/VerdictParts.tsx';
import { useOpenInterrupts } from '../actions/action-store.ts';
import { useNewestSummary } from '../sessions/sessions-store.ts';
import styles from './Live.module.css';
import { detach, openCapture, reconnect, saveCapture, toggleFollow } from './live-actions.ts';
import { type LiveCommand, type LiveStatus, useLive } from './live-store.ts';
import {
  asSentence,
  type BarFact,
  hostText,
  isHeard,
  type KnownRun,
  lagFact,
  liveIcon,
  newSince,
  nextTryText,
  rateFact,
  runSentence,
  runTitle,
  stateText,
  transportFact,
} from './live-text.ts';

/** After a run that has ended there is nothing to reconnect to. */
const RETRY = {
  refused: 'Try again',
  detached: 'Reconnect',
  'reader-failed': 'Reconnect',
  stopped: 'Attach again',
  'run-ended': null,
} as const;

interface LiveBarProps {
  readonly sessionId: string;
  /** The newest summary of the index; null before the first events. */
  readonly summary: SessionSummary | null;
  /** Other actions on the run, and their log. */
  readonly menu: ReactNode;
}

/** The header of a live session: state of the run, state of the connection, rates, and actions. */
export function LiveBar({ sessionId, summary, menu }: LiveBarProps) {
  // Before the first event the placeholder of the run has the actions.
  const hasEvents = summary !== null && summary.events > 0;
  // The headline is the run's alone: its state, then its end.
  const known = useKnownRun(sessionId);
  return (
    <section
      className={layout('bar wrap ground gap6x12 min44 pad8x16')}
      aria-label="Verdict"
      data-region="verdict"
    >
      <VerdictTitle {...runTitle(known, summary?.verdict ?? null)} />
      <LiveSentence sessionId={sessionId} summary={summary} />
      <ConnectionState sessionId={sessionId} />
      <ConnectionFacts sessionId={sessionId} />
      {hasEvents ? (
        <span className={layout('row wrap gap8')}>
          <OriginButton sessionId={sessionId} verdict={summary.verdict} />
          <FollowButton sessionId={sessionId} />
          <LiveCommands sessionId={sessionId} />
          {menu}
          <ShareMenu />
        </span>
      ) : null}
    </section>
  );
}

/** Container: the state of the connection in one or two words, and its host; that of the run is elsewhere. */
function ConnectionState({ sessionId }: { readonly sessionId: string }) {
  const entry = useLive(sessionId, (whole) => whole);
  if (entry === null) return null;
  const { live, status } = entry;
  const { title, tone } = stateText(status);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label="Connection" className={layout('column fixed short260')}>
      <b className={layout('inlineRow strong nowrap gap4')}>
        <Icon name={liveIcon(status)} className={classNames(tones[tone])} /> {title}
      </b>
      <VisibleText as="span" className={layout('caption clip')} text={hostText(live)} />
    </div>
  );
}

/** Container: rate of events, lag, channel. Re-rendered with every status, so it is small. */
function ConnectionFacts({ sessionId }: { readonly sessionId: string }) {
  const status = useLive(sessionId, (entry) => entry.status);
  const events = useNewestSummary(sessionId)?.events ?? 0;
  const now = useNow(1000);
  if (status === null || status.end === 'refused') return null;
  return (
    <dl className={layout('row fixed', styles.facts)}>
      {factsOf(status, events, now).map(({ value, note }) => (
        <div key={note.split(',')[0]}>
          <dt className={layout('strong tabular nowrap')}>{value}</dt>
          <dd className={layout('caption tabular nowrap')}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}

function factsOf(status: LiveStatus, events: number, now: number): readonly BarFact[] {
  const { ledger, end, state } = status;
  // The last rate means nothing while no events arrive.
  if (state === 'lost' || state === 'connecting') return [transportFact(status, now)];
  if (end === null) return [rateFact(status), lagFact(status), transportFact(status, now)];
  const missing = missingText(ledger, end === 'stopped');
  return [{ value: countOf(events, 'event'), note: missing }, transportFact(status, now)];
}

function missingText({ missing, verdict }: LiveStatus['ledger'], wasStopped: boolean): string {
  if (missing > 0) return `${countOf(missing, 'event')} missing`;
  if (wasStopped) return 'before it was stopped';
  return verdict === 'not-known' ? 'not known to be all' : 'none missing';
}

/**
 * Container: saves the capture, ends or restarts the connection; errors are displayed here. The button shows whether all
 * received events are saved; the name of the copy is displayed with the connection.
 */
function LiveCommands({ sessionId }: { readonly sessionId: string }) {
  const state = useLive(sessionId, ({ status }) => status.state);
  const end = useLive(sessionId, ({ status }) => status.end);
  const command = useLive(sessionId, (entry) => entry.command);
  const isSaved =
    useLive(sessionId, ({ saved, sizeBytes }) => saved !== null && saved.sizeBytes >= sizeBytes) ?? false;
  const isBusy = command?.state === 'busy';
  const icon = isSaved ? 'check' : 'save';
  const retry = end === null ? (state === 'lost' ? 'Try now' : null) : RETRY[end];
  return (
    <>
      <Button icon={icon} isDisabled={isBusy} onPress={() => void saveCapture(sessionId)}>
        {isBusy && command.name === 'save' ? 'Saving' : isSaved ? 'Capture saved' : 'Save capture'}
      </Button>
      {retry === null ? null : (
        <Button icon="retry" isDisabled={isBusy} onPress={() => void reconnect(sessionId)}>
          {retry}
        </Button>
      )}
      {end === null ? (
        <Button isDisabled={isBusy} onPress={() => void detach(sessionId)}>
          Detach
        </Button>
      ) : null}
      <Failure command={command} />
    </>
  );
}

/** Errors of commands. Results of a fetch are displayed with the ledger, next to its button. */
function Failure({ command }: { readonly command: LiveCommand | null }) {
  if (command?.state !== 'failed' || command.name === 'fetch') return null;
  return (
    <span className={layout('inlineRow breaks errorText gap4 rowText')}>
      <Icon name="failed" /> <VisibleText text={command.words} />
    </span>
  );
}

interface LiveSentenceProps {
  readonly sessionId: string;
  readonly summary: SessionSummary | null;
}

/** Container: the state of the run, or why it is disconnected. */
function LiveSentence({ sessionId, summary }: LiveSentenceProps) {
  const status = useLive(sessionId, (entry) => entry.status);
  if (status === null) return null;
  const { state, end, goesOnBehindEnd, ledger } = status;
  const isOdd = end === 'run-ended' && (goesOnBehindEnd || ledger.verdict === 'not-known');
  const isCut = state === 'lost' || state === 'connecting' || (end !== null && end !== 'run-ended');
  return (
    <div className={layout.grow260}>
      <p className={layout('words breaks prose')}>
        <RunSentence sessionId={sessionId} summary={summary} />
      </p>
      {isCut || isOdd || state === 'behind' || state === 'backfilling' ? (
        <p className={layout('breaks remark')}>
          <ConnectionText sessionId={sessionId} />
        </p>
      ) : null}
      {end === 'stopped' ? <CapturePlace sessionId={sessionId} /> : null}
    </div>
  );
}

function RunSentence({ sessionId, summary }: LiveSentenceProps) {
  const known = useKnownRun(sessionId);
  const { facts, runId } = known;
  const verdict = summary?.verdict;
  const isReported =
    verdict?.tone === 'failed' || facts?.runs.some((run) => run.runId === runId && run.isTerminal);
  const parts = isReported && verdict !== undefined ? verdict.sentence : runSentence(known);
  return <Sentence parts={parts} />;
}

/** The connection in words: its problem, or another message, and the time of the next attempt. */
export function ConnectionText(props: { readonly sessionId: string; readonly message?: string | undefined }) {
  const { sessionId, message } = props;
  const words = useLive(sessionId, ({ status }) => status.words) ?? '';
  const nextTryAtMs = useLive(sessionId, ({ status }) => status.nextTryAtMs);
  return (
    <>
      <VisibleText text={asSentence(message ?? words)} />
      {nextTryAtMs === null ? null : <NextTry nextTryAtMs={nextTryAtMs} />}
    </>
  );
}

/** For a stopped session: the place of its capture. */
export function CapturePlace({ sessionId }: { readonly sessionId: string }) {
  const storedAt = useLive(sessionId, ({ live }) => live.storedAt) ?? '';
  return (
    <p className={layout('breaks remark')}>
      The capture is stored in <VisibleText as="code" text={storedAt} />{' '}
      <Button look="link" onPress={() => openCapture(sessionId)}>
        Open what was captured
      </Button>
    </p>
  );
}

function NextTry({ nextTryAtMs }: Pick<LiveStatus, 'nextTryAtMs'>) {
  const now = useNow(1000);
  return <span> {nextTryText({ nextTryAtMs }, now)}.</span>;
}

/** Known facts about the run of a session, for its headline and its sentence. */
function useKnownRun(sessionId: string): KnownRun {
  return {
    facts: useLiveFacts(sessionId),
    runId: useLive(sessionId, ({ live }) => live.runId) ?? '',
    runStatus: useLive(sessionId, ({ status }) => status.runStatus),
    waiting: useOpenInterrupts(sessionId).interrupts,
    isHeard: useLive(sessionId, ({ status }) => isHeard(status)) ?? false,
  };
}

/** Where the views are paused, the events since, and whether the run has ended with everything of it visible. */
function useFollow(sessionId: string) {
  const follow = useLive(sessionId, (entry) => entry.follow);
  const isOver = useLive(sessionId, ({ status }) => status.end !== null) ?? true;
  const count = newSince(follow, useNewestSummary(sessionId)?.events ?? 0);
  return { follow, count, isDone: isOver && count === 0 };
}

/** Container: follows or pauses; absent once the run has ended and everything of it is visible. */
function FollowButton({ sessionId }: { readonly sessionId: string }) {
  const { follow, isDone } = useFollow(sessionId);
  if (isDone) return null;
  const form = follow === null ? ({ icon: 'pause' } as const) : ({ look: 'primary', icon: 'play' } as const);
  return (
    <Button {...form} keys={keysOf('follow')} onPress={() => toggleFollow(sessionId)}>
      {follow === null ? 'Pause view' : 'Follow'}
    </Button>
  );
}

/** Container: "View paused at #1046", while the views are paused. */
export function PausedNote({ sessionId }: { readonly sessionId: string }) {
  const { follow, isDone } = useFollow(sessionId);
  if (follow === null || isDone) return null;
  return (
    <span className={layout('inlineRow heading nowrap warnText gap4')}>
      <Icon name="pause" /> View paused
      {follow.sequence === null ? '' : ` at ${formatSequence(follow.sequence)}`}
    </span>
  );
}

/** Container: number of events since the views were paused, and the button to show them. */
export function NewEventsPill({ sessionId }: { readonly sessionId: string }) {
  const { count } = useFollow(sessionId);
  const last = useLive(sessionId, ({ status }) => status.ledger.lastSequence);
  if (count === 0) return null;
  return (
    <Button
      look="primary"
      icon="arrowDown"
      keys={keysOf('follow')}
      className={layout('absolute tabular', styles.pill)}
      onPress={() => toggleFollow(sessionId)}
    >
      {formatCount(count)} new{last === null ? '' : `, to ${formatSequence(last)}`}
    </Button>
  );
}

/** Container: the tab's name includes open interrupts. */
export function LiveTabLabel({ sessionId }: { readonly sessionId: string }) {
  const open = useOpenInterrupts(sessionId).interrupts.length;
  if (open === 0) return 'Connection';
  return (
    <span className={layout('inlineRow nowrap gap5')}>
      <Icon name="waiting" className={tones.waiting} />{' '}
      {open === 1 ? 'Open interrupt' : `${formatCount(open)} open interrupts`}
    </span>
  );
}
