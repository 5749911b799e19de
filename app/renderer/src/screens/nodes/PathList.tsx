import { countOf, formatDuration, formatShare, formatSinceStart, formatTook } from '@openwop-inspector/base';
import { displayText, VisibleText } from '@openwop-inspector/renderers';
import {
  type CriticalPath,
  LINK_WORDS,
  PATH_WORDS,
  type PathKind,
  type PathStep,
  pathLinkText,
  pathShareText,
} from '@openwop-inspector/run-log';
import {
  classNames,
  EmptyState,
  Icon,
  type IconName,
  layout,
  Pending,
  VirtualRows,
} from '@openwop-inspector/ui';
import { useCallback, useMemo, useState } from 'react';
import { useJob, useSummaries } from '../../queries/job-query.ts';
import { selectEvent, showView, useSessionView } from '../../state/view-store.ts';
import styles from './SpanTable.module.css';

const ICONS: Readonly<Record<PathKind, IconName>> = {
  working: 'running',
  waitingForPeople: 'ask',
  waitingForSystems: 'external',
  queueing: 'clock',
};

/** Container: the critical path of the run of the selected event, else of the longest run, step by step. */
export function PathList({ sessionId }: { readonly sessionId: string }) {
  const selected = useSessionView(sessionId, (view) => view.selected);
  const { data: path, error } = useJob('criticalPath', { sessionId, ordinal: selected });
  if (error !== null)
    return <EmptyState title="The critical path could not be found">{error.message}</EmptyState>;
  if (path === undefined) return <Pending>The critical path is being found.</Pending>;
  if (path === null) {
    return (
      <EmptyState title="No critical path">
        It is made of events that begin and end the work and the waits of nodes, with times that do not go
        backwards; this run has none.
      </EmptyState>
    );
  }
  return <PathRows sessionId={sessionId} path={path} selected={selected} />;
}

interface PathRowsProps {
  readonly sessionId: string;
  readonly path: CriticalPath;
  readonly selected: number | null;
}

function PathRows({ sessionId, path, selected }: PathRowsProps) {
  const { steps } = path;
  // A wait in the queue and the step it waits for share their event: the selected row counts.
  const [cursor, setCursor] = useState<number | null>(null);
  const ordinals = useMemo(() => steps.map(({ ordinal }) => ordinal), [steps]);
  const { summaryOf, onRange } = useSummariesInSight(sessionId, ordinals);
  const isHeld = cursor !== null && steps[cursor]?.ordinal === selected;
  const active = isHeld
    ? cursor
    : steps.findIndex(({ ordinal, link }) => link !== null && ordinal === selected);
  const select = (index: number) => {
    const step = steps[index];
    if (step === undefined) return;
    setCursor(index);
    selectEvent(sessionId, step.ordinal);
  };
  const open = (index: number) => {
    select(index);
    showView(sessionId, 'events');
  };
  return (
    <>
      <PathHead path={path} />
      <div className={layout('caption fixed ruled', styles.heads, styles.pathHeads)} aria-hidden="true">
        <span>took</span>
        <span>share</span>
        <span />
        <span>since start</span>
        <span>what</span>
        <span>node</span>
        <span>leads on by</span>
        <span className={styles.event}>event</span>
      </div>
      <VirtualRows
        label="Critical path"
        className={layout.fill}
        count={steps.length}
        activeIndex={active < 0 ? null : active}
        rowAttributes={(index) => ({ name: rowName(steps[index], path) })}
        renderRow={(index) => {
          const step = steps[index];
          if (step === undefined) return null;
          return <PathRow step={step} path={path} summary={summaryOf(step.ordinal)} />;
        }}
        onRange={onRange}
        onMove={select}
        onOpen={open}
      />
    </>
  );
}

/** Composition of the run's time, and the links of the steps. */
function PathHead({ path }: { readonly path: CriticalPath }) {
  const { runId, durationMs, ended, steps, total } = path;
  const left = total - steps.length;
  return (
    <div className={layout('bar wrap', styles.told)}>
      <p className={styles.sentence}>
        <b>{formatDuration(durationMs)}</b>
        {ended ? ' of run ' : ' so far of run '}
        <VisibleText as="code" text={runId} />: {pathShareText(path)}
      </p>
      <p className={layout('third meta', styles.sentence)}>
        {pathLinkText(path)}
        {left > 0 ? `; ${countOf(left, 'shorter step')} left out` : ''}
      </p>
    </div>
  );
}

interface PathRowProps {
  readonly step: PathStep;
  readonly path: CriticalPath;
  /** Summary of its event; empty until it has been read. */
  readonly summary: string;
}

function PathRow({ step, path, summary }: PathRowProps) {
  const { kind, nodeId, link, fromMs, toMs } = step;
  return (
    <div className={layout('full second', styles.row, styles.pathRow)} title={displayText(summary)}>
      <b className={layout('endText tabular primary')}>{formatTook(toMs - fromMs)}</b>
      <span className={layout('endText tabular')}>{formatShare(toMs - fromMs, path.durationMs)}</span>
      <span className={classNames(styles.track, styles.pathTrack)} aria-hidden="true">
        <span className={classNames(styles.bar, styles[kind])} style={barPlace(step, path)} />
      </span>
      <span className={layout('endText tabular third')}>{formatSinceStart(fromMs - path.startMs)}</span>
      <span className={layout('flex gap6 crops')}>
        <Icon name={ICONS[kind]} />
        <span className={layout.ellipsis}>{PATH_WORDS[kind]}</span>
      </span>
      <VisibleText as="code" className={layout.ellipsis} text={nodeId ?? '–'} />
      <span className={layout.ellipsis}>{link === null ? '' : LINK_WORDS[link]}</span>
      <VisibleText as="span" className={layout('ellipsis', styles.event)} text={summary} />
    </div>
  );
}

/** Position of a step in its run, in percent, wide enough to be visible. */
function barPlace({ fromMs, toMs }: PathStep, { startMs, durationMs }: CriticalPath) {
  const percent = (ms: number): number => (durationMs <= 0 ? 0 : (100 * ms) / durationMs);
  const left = Math.min(98, percent(fromMs - startMs));
  return { left: `${left}%`, width: `${Math.max(2, percent(toMs - fromMs))}%` };
}

function rowName(step: PathStep | undefined, { startMs, durationMs }: CriticalPath): string {
  if (step === undefined) return '';
  const { kind, nodeId, link, fromMs, toMs } = step;
  const parts = [
    `${formatTook(toMs - fromMs)}, ${formatShare(toMs - fromMs, durationMs)} of the run`,
    PATH_WORDS[kind],
    nodeId ?? 'no node',
    `from ${formatSinceStart(fromMs - startMs)}`,
    link === null ? '' : `leads on by ${LINK_WORDS[link]}`,
  ];
  return displayText(parts.filter((part) => part !== '').join(', '));
}

/** Summaries of the events of the rendered rows (null for a row without one), and the callback for the range of those rows. */
export function useSummariesInSight(
  sessionId: string,
  ordinals: readonly (number | null)[],
): {
  readonly summaryOf: (ordinal: number) => string;
  readonly onRange: (start: number, end: number) => void;
} {
  const [inSight, setInSight] = useState<readonly [number, number]>([0, 0]);
  const onRange = useCallback(
    (start: number, end: number) =>
      setInSight((before) => (before[0] === start && before[1] === end ? before : [start, end])),
    [],
  );
  const drawn = useMemo(
    () => ordinals.slice(...inSight).filter((ordinal) => ordinal !== null),
    [ordinals, inSight],
  );
  const summaries = useSummaries(sessionId, drawn);
  return { summaryOf: (ordinal) => summaries.get(ordinal) ?? '', onRange };
}
