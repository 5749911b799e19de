import { countOf } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import type { SessionSummary } from '@openwop-inspector/run-log';
import { Button, classNames, Icon, layout, tones, useNow } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { OriginButton, ShareMenu, VerdictTitle } from '../../shared/VerdictParts.tsx';
import { useNewestSummary } from '../sessions/sessions-store.ts';
import { FollowButton } from './Following.tsx';
import styles from './Live.module.css';
import { LiveSentence, useKnownRun } from './LiveSentence.tsx';
import { detach, reconnect, saveCapture } from './live-actions.ts';
import { type LiveCommand, type LiveStatus, useLive } from './live-store.ts';
import {
  type BarFact,
  hostText,
  lagFact,
  liveIcon,
  rateFact,
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
  const live = useLive(sessionId, (entry) => entry.live);
  const state = useLive(sessionId, ({ status }) => status.state) ?? 'ended';
  const end = useLive(sessionId, ({ status }) => status.end);
  const lastError = useLive(sessionId, ({ status }) => status.lastError);
  const { title, tone } = stateText({ state, end, lastError });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label="Connection" className={layout('column fixed', styles.connection)}>
      <b className={layout('inlineRow strong nowrap gap4')}>
        <Icon name={liveIcon({ state, end })} className={classNames(tones[tone])} /> {title}
      </b>
      {live === null ? null : (
        <VisibleText as="span" className={layout('caption clip')} text={hostText(live)} />
      )}
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
  const retry = end === null ? (state === 'lost' ? 'Try now' : null) : RETRY[end];
  return (
    <>
      <Button
        icon={isSaved ? 'check' : 'save'}
        isDisabled={isBusy}
        onPress={() => void saveCapture(sessionId)}
      >
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
