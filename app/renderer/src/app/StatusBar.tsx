import { countOf, formatBytes, formatCount, formatDuration } from '@openwop-inspector/base';
import type { SessionSummary } from '@openwop-inspector/run-log';
import { textOfLog } from '@openwop-inspector/run-log';
import { Button, Kbd, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { keysOf } from '../commands/commands.ts';
import styles from './Bars.module.css';

export interface StatusBarProps {
  readonly summary: SessionSummary;
  /** False while rows arrive: causes and problems are then not known yet. */
  readonly isSettled: boolean;
  /** Payloads that were checked, in percent; null while they are not being checked. */
  readonly checked: number | null;
  /** What a key just did or could not do. */
  readonly hint: string | null;
  /** The hint is about a change that can be undone; absent for no such hint. */
  readonly onUndo?: (() => void) | undefined;
  /** In place of the facts about a file. */
  readonly facts?: ReactNode;
  /** Of a live session: whether there is anything to follow. */
  readonly canFollow?: boolean;
  readonly onProblems: () => void;
  readonly onKeys: () => void;
}

/** Facts about the source, at the foot of the window. */
export function StatusBar(props: StatusBarProps) {
  const { summary, isSettled, hint, facts, onKeys, onUndo } = props;
  const { runs } = summary;
  return (
    <section
      className={layout('row aside fixed nowrap topRuled crops chrome gap16 pad0x12', styles.statusBar)}
      data-region="status"
      aria-label="Status"
    >
      {hint === null ? (
        facts === undefined ? (
          <SourceFacts summary={summary} isSettled={isSettled} />
        ) : (
          <span className={layout('grow flex crops gap16')}>{facts}</span>
        )
      ) : (
        <span className={layout('grow row crops gap8 primary')}>
          <span className={layout.ellipsis}>{hint}</span>
          {onUndo === undefined ? null : (
            <Button look="link" onPress={onUndo}>
              Undo <Kbd keys={keysOf('undo')} isHint />
            </Button>
          )}
        </span>
      )}
      <span className={layout('row fixed gap8')}>
        {isSettled ? <LoadFacts {...props} /> : null}
        {runs.length === 0 ? null : (
          <Button look="link" onPress={onKeys}>
            <Kbd keys={keysOf('keys')} isHint /> keys
          </Button>
        )}
      </span>
    </section>
  );
}

/** "3 kinds of problems, 41 places", or "2 problems" where each is of its own kind. */
function problemsText(
  { problemCounts, problemKinds, checks }: SessionSummary,
  checked: number | null,
): string {
  const places = problemCounts.error + problemCounts.warning + problemCounts.note;
  const text =
    problemKinds === places
      ? countOf(places, 'problem')
      : `${countOf(problemKinds, 'kind')} of problems, ${countOf(places, 'place')}`;
  if (checks.known) return text;
  return `${text} so far${checked === null ? '' : `, checking ${checked}%`}`;
}

function LoadFacts({ summary, checked, facts, canFollow = false, onProblems }: StatusBarProps) {
  const { sizeBytes, loadMs } = summary;
  return (
    <>
      <Button look="link" onPress={onProblems}>
        {problemsText(summary, checked)}
      </Button>
      <Kbd keys={[...keysOf('next-problem'), ...keysOf('previous-problem')]} isHint />
      {canFollow ? (
        <span className={layout('row gap4', styles.follow)}>
          <Kbd keys={keysOf('follow')} isHint /> follow
        </span>
      ) : null}
      {facts !== undefined ? null : (
        <span className={styles.roomy}>
          {formatBytes(sizeBytes)} in {formatDuration(loadMs)}
        </span>
      )}
    </>
  );
}

function SourceFacts({ summary, isSettled }: Pick<StatusBarProps, 'summary' | 'isSettled'>) {
  const { events, runs, causal, duplicates, unreadable } = summary;
  if (!isSettled)
    return <span className={layout('grow flex crops gap16')}>{countOf(events, 'event')} so far</span>;
  const only = runs.length === 1 ? runs[0] : undefined;
  return (
    <span className={layout('grow flex crops gap16')}>
      <span>{contentText(summary)}</span>
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

/** Messages and their channels where there is nothing else, else events and runs. */
function contentText(summary: SessionSummary): string {
  const { event, run } = textOfLog(summary);
  return `${countOf(summary.events, event)}, ${countOf(summary.runs.length, run)}`;
}

function causesInText(causal: SessionSummary['causal']): string {
  if (causal.omitted) return 'causes: none recorded';
  const { eventId, correlationId } = causal.byRule;
  return `causes: ${formatCount(eventId)} by eventId, ${formatCount(correlationId)} by correlationId, ${countOf(causal.orphans, 'orphan')}`;
}
