import {
  countOf,
  formatBytes,
  formatCount,
  formatDuration,
  formatSequence,
  wholePercent,
} from '@openwop-inspector/base';
import { type SessionSummary, textOfLog } from '@openwop-inspector/run-log';
import { Button, Kbd, layout } from '@openwop-inspector/ui';
import { keysOf } from '../commands/commands.ts';
import { useLive } from '../features/live/live-store.ts';
import { footState } from '../features/live/live-text.ts';
import { useNewestSummary, useSessionPart } from '../features/sessions/sessions-store.ts';
import { showView } from '../features/sessions/view-store.ts';
import { undoChange, useHintStore } from '../shared/hint-store.ts';
import { openOverlay } from '../shared/overlay-store.ts';
import styles from './Bars.module.css';

interface StatusBarProps {
  readonly sessionId: string;
  /** What the views show: its problems are those that their tab counts. */
  readonly summary: SessionSummary;
  /** False while rows arrive: causes and problems are then not known yet. */
  readonly isSettled: boolean;
}

/** The foot of a session; of a live one with the state of its connection in place of the facts about a file. */
export function StatusBar({ sessionId, summary, isSettled }: StatusBarProps) {
  const { hint, mayUndo } = useHintStore();
  const isLive = useLive(sessionId, () => true) ?? false;
  return (
    <section
      className={layout('row aside fixed nowrap topRuled crops chrome gap16 pad0x12', styles.statusBar)}
      data-region="status"
      aria-label="Status"
    >
      {hint === null ? (
        isLive ? (
          <LiveStatusFacts sessionId={sessionId} />
        ) : (
          <SourceFacts summary={summary} isSettled={isSettled} />
        )
      ) : (
        <span className={layout('grow row crops gap8 primary')}>
          <span className={layout.ellipsis}>{hint}</span>
          {mayUndo ? (
            <Button look="link" onPress={undoChange}>
              Undo <Kbd keys={keysOf('undo')} isHint />
            </Button>
          ) : null}
        </span>
      )}
      <span className={layout('row fixed gap8')}>
        {isSettled ? <LoadFacts sessionId={sessionId} summary={summary} /> : null}
        {summary.runs.length === 0 ? null : (
          <Button look="link" onPress={() => openOverlay('keys')}>
            <Kbd keys={keysOf('keys')} isHint /> keys
          </Button>
        )}
      </span>
    </section>
  );
}

/** "3 kinds of problems, 41 places", or "2 problems" where each is of its own kind. */
function problemsText({ problemCounts, problemKinds, checks }: SessionSummary, checked: number | null) {
  const places = problemCounts.error + problemCounts.warning + problemCounts.note;
  const text =
    problemKinds === places
      ? countOf(places, 'problem')
      : `${countOf(problemKinds, 'kind')} of problems, ${countOf(places, 'place')}`;
  if (checks.known) return text;
  return `${text} so far${checked === null ? '' : `, checking ${checked}%`}`;
}

function LoadFacts({ sessionId, summary }: Omit<StatusBarProps, 'isSettled'>) {
  const { sizeBytes, loadMs } = summary;
  // Payloads that were checked, in percent; null while they are not being checked.
  const checked = useSessionPart(sessionId, ({ progress }) =>
    progress?.checked === undefined ? null : wholePercent(progress.checked, progress.events),
  );
  const canFollow = useLive(sessionId, ({ status }) => status.end === null);
  return (
    <>
      <Button look="link" onPress={() => showView(sessionId, 'problems')}>
        {problemsText(summary, checked)}
      </Button>
      <Kbd keys={[...keysOf('next-problem'), ...keysOf('previous-problem')]} isHint />
      {canFollow ? (
        <span className={layout('row gap4', styles.follow)}>
          <Kbd keys={keysOf('follow')} isHint /> follow
        </span>
      ) : null}
      {canFollow === null ? (
        <span className={styles.roomy}>
          {formatBytes(sizeBytes)} in {formatDuration(loadMs)}
        </span>
      ) : null}
    </>
  );
}

function SourceFacts({ summary, isSettled }: Pick<StatusBarProps, 'summary' | 'isSettled'>) {
  const { events, runs, causal, duplicates, unreadable } = summary;
  if (!isSettled)
    return <span className={layout('grow flex crops gap16')}>{countOf(events, 'event')} so far</span>;
  // Messages and their channels where there is nothing else, else events and runs.
  const words = textOfLog(summary);
  const only = runs.length === 1 ? runs[0] : undefined;
  return (
    <span className={layout('grow flex crops gap16')}>
      <span>
        {countOf(events, words.event)}, {countOf(runs.length, words.run)}
      </span>
      {only === undefined || only.firstSequence === null ? null : (
        <span>
          sequence {only.firstSequence}–{only.lastSequence}
        </span>
      )}
      <span className={layout.ellipsis}>{causesInText(causal)}</span>
      {duplicates === 0 ? null : <span>{countOf(duplicates, 'exact repeat')} dropped</span>}
      {unreadable === 0 ? null : <span>{formatCount(unreadable)} unreadable</span>}
    </span>
  );
}

function causesInText(causal: SessionSummary['causal']): string {
  if (causal.omitted) return 'causes: none recorded';
  const { eventId, correlationId } = causal.byRule;
  return `causes: ${formatCount(eventId)} by eventId, ${formatCount(correlationId)} by correlationId, ${countOf(causal.orphans, 'orphan')}`;
}

/** Container: how much has come, by the same count as the tab of the view, how far the views show it, and the state of the connection. */
function LiveStatusFacts({ sessionId }: { readonly sessionId: string }) {
  const events = useNewestSummary(sessionId)?.events ?? 0;
  const live = useLive(sessionId, (entry) => entry);
  if (live === null) return null;
  const { follow, status } = live;
  const { state, end, sinceMs, ledger } = status;
  const received =
    ledger.missing === 0
      ? countOf(events, 'event')
      : `${formatCount(events)} of ${formatCount(events + ledger.missing)}`;
  return (
    <span className={layout('grow flex crops gap16')}>
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
    </span>
  );
}

const PAUSED_BY = {
  key: ', view paused by you',
  scroll: ', view paused since you scrolled',
  selection: ', view paused since you chose an event',
} as const;
