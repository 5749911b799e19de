import {
  countOf,
  formatCount,
  formatDuration,
  formatShare,
  formatSinceStart,
  formatTook,
} from '@openwop-inspector/base';
import { displayText, VisibleText } from '@openwop-inspector/renderers';
import {
  type CriticalPath,
  LINK_WORDS,
  PATH_WORDS,
  type PathContributor,
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
  Segmented,
  useLatest,
  VirtualRows,
  type VirtualRowsHandle,
} from '@openwop-inspector/ui';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useJob } from '../../shared/job-query.ts';
import { useRowsController } from '../sessions/list-controller.ts';
import { changeView, selectEvent, showView, useChoices, useSessionView } from '../sessions/view-store.ts';
import styles from './SpanTable.module.css';
import type { SpanGroup } from './slow-spans.ts';

const ICONS: Readonly<Record<PathKind, IconName>> = {
  working: 'running',
  waitingForPeople: 'ask',
  waitingForSystems: 'external',
  queueing: 'clock',
};

const LEVELS = [
  { value: 'share', label: 'By share' },
  { value: 'step', label: 'By step' },
] as const;

const HEADS = {
  share: { heads: ['took', 'share', '', 'steps', 'what', 'node'], look: styles.shareHeads },
  step: {
    heads: ['took', 'share', '', 'since start', 'what', 'node', 'leads on by', 'event'],
    look: styles.pathHeads,
  },
} as const;

/** Container: the critical path of the run of the selected event, else of the longest run, by share or step by step. */
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
  return <PathRows sessionId={sessionId} path={path} />;
}

function PathRows({ sessionId, path }: { readonly sessionId: string; readonly path: CriticalPath }) {
  const { steps } = path;
  const { path: by, selected } = useChoices(sessionId, 'path', 'selected');
  const shares = useMemo(() => sharesOf(path), [path]);
  const isByShare = by === 'share';
  const items: readonly { readonly ordinal: number }[] = isByShare ? shares : steps;
  const list = useRef<VirtualRowsHandle>(null);
  const ordinals = useMemo(() => (isByShare ? [] : steps.map(({ ordinal }) => ordinal)), [isByShare, steps]);
  const { summaryOf, onRange } = useVisibleSummaries(sessionId, ordinals);
  const isSelected = ({ ordinal, link }: Partial<PathStep>) => link !== null && ordinal === selected;
  const found = items.findIndex(isSelected);
  const { active, select } = usePathCursor(sessionId, items, selected, found);
  const fold = (direction: 'fold' | 'unfold') =>
    changeView(sessionId, { path: direction === 'fold' ? 'share' : 'step' });
  useRowsController(active, items.length, select, list, fold);
  const place = useLatest(active);
  // Only a change of level moves the list.
  useEffect(() => {
    if (by === 'step' && place.current !== null) list.current?.reveal(place.current);
  }, [by, place]);
  return (
    <>
      <PathHead sessionId={sessionId} path={path} />
      <SpanHeads {...HEADS[by]} />
      <VirtualRows
        ref={list}
        label="Critical path"
        className={layout.fill}
        count={items.length}
        activeIndex={active}
        rowAttributes={(index) => ({
          name: isByShare ? shareName(shares[index], path) : rowName(steps[index], path),
        })}
        renderRow={(index) => {
          const [share, step] = [shares[index], steps[index]];
          if (isByShare) return share === undefined ? null : <ShareRow share={share} path={path} />;
          if (step === undefined) return null;
          return <PathRow step={step} path={path} summary={summaryOf(step.ordinal)} />;
        }}
        handlers={{
          onRange,
          onMove: select,
          onOpen: (index) => {
            select(index);
            if (isByShare) fold('unfold');
            else showView(sessionId, 'events');
          },
          onFold: fold,
        }}
      />
    </>
  );
}

/** The active row; `found` until the user moves. A wait in the queue and the step it waits for share their event. */
function usePathCursor(
  sessionId: string,
  items: readonly { readonly ordinal: number }[],
  selected: number | null,
  found: number,
) {
  const [cursor, setCursor] = useState<number | null>(null);
  const at = cursor !== null && items[cursor]?.ordinal === selected ? cursor : found;
  const select = (index: number) => {
    const item = items[index];
    if (item === undefined) return;
    setCursor(index);
    selectEvent(sessionId, item.ordinal);
  };
  return { active: at < 0 ? null : at, select };
}

/** Headings of a table of spans. */
export function SpanHeads(props: { readonly heads: readonly string[]; readonly look: string | undefined }) {
  const { heads, look } = props;
  return (
    <div className={layout('caption fixed ruled', styles.heads, look)} aria-hidden="true">
      {heads.map((head) => (
        <span key={head} className={classNames(head === 'event' && styles.event)}>
          {head}
        </span>
      ))}
    </div>
  );
}

/** A contributor, or the sum of `others`, each below one percent of the run. */
interface Share extends PathContributor {
  readonly others: number;
}

function sharesOf({ contributors, durationMs }: CriticalPath): readonly Share[] {
  const isLarge = ({ ms }: PathContributor): boolean => 100 * ms >= durationMs;
  const small = contributors.filter((one) => !isLarge(one));
  const [first] = small;
  const large = contributors.filter(isLarge).map((one) => ({ ...one, others: 0 }));
  if (first === undefined) return large;
  const sum = (of: (one: PathContributor) => number): number => small.reduce((all, one) => all + of(one), 0);
  return [
    ...large,
    { ...first, ms: sum(({ ms }) => ms), steps: sum(({ steps }) => steps), others: small.length },
  ];
}

const shareWords = ({ kind, others }: Share): string =>
  others === 0 ? PATH_WORDS[kind] : `${countOf(others, 'other')}, each below 1%`;

function shareName(share: Share | undefined, { durationMs }: CriticalPath): string {
  if (share === undefined) return '';
  const { ms, nodeId, steps, others } = share;
  const parts = [
    `${formatTook(ms)}, ${formatShare(ms, durationMs)} of the run`,
    shareWords(share),
    others === 0 ? (nodeId ?? 'no node') : '',
    countOf(steps, 'step'),
  ];
  return displayText(parts.filter((part) => part !== '').join(', '));
}

interface SpanBarProps {
  /** Gives the pattern. */
  readonly form: PathKind | SpanGroup;
  /** Shares of the track, 0 to 1. */
  readonly from?: number;
  readonly share: number;
}

/** A bar on its track, wide enough to be visible. For the eye alone: the name of the row says the same. */
export function SpanBar({ form, from = 0, share }: SpanBarProps) {
  const left = `${100 * Math.min(1 - LEAST_SHARE, from)}%`;
  const width = `${100 * Math.min(1, Math.max(LEAST_SHARE, share))}%`;
  return (
    <span className={layout('relative', styles.track)} aria-hidden="true">
      <span className={layout('absolute topToBottom roundedLess', styles[form])} style={{ left, width }} />
    </span>
  );
}

/** Minimum width of a bar as a share of its track. */
const LEAST_SHARE = 0.02;

function ShareRow({ share, path }: { readonly share: Share; readonly path: CriticalPath }) {
  const { kind, nodeId, ms, steps, others } = share;
  return (
    <div className={layout('full second', styles.row, styles.shareRow)}>
      <b className={layout('endText tabular primary')}>{formatTook(ms)}</b>
      <span className={layout('endText tabular')}>{formatShare(ms, path.durationMs)}</span>
      <SpanBar form={others === 0 ? kind : 'queueing'} share={shareOf(ms, path)} />
      <span className={layout('endText tabular')}>{formatCount(steps)}</span>
      <span className={layout('row gap6 crops')}>
        <Icon name={others === 0 ? ICONS[kind] : 'events'} />
        <span className={layout.ellipsis}>{shareWords(share)}</span>
      </span>
      <VisibleText as="code" className={layout.ellipsis} text={others === 0 ? (nodeId ?? '–') : ''} />
    </div>
  );
}

/** Composition of the run's time, and the links of the steps. */
function PathHead({ sessionId, path }: { readonly sessionId: string; readonly path: CriticalPath }) {
  const by = useSessionView(sessionId, (view) => view.path);
  const { runId, durationMs, ended, steps, total } = path;
  const left = total - steps.length;
  return (
    <div className={layout('bar wrap gap2x12 pad6x12')}>
      <Segmented
        label="Display of the critical path"
        choices={LEVELS}
        value={by}
        onChange={(next) => changeView(sessionId, { path: next })}
      />
      <p>
        <b>{formatDuration(durationMs)}</b>
        {ended ? ' of run ' : ' so far of run '}
        <VisibleText as="code" text={runId} />: {pathShareText(path)}
      </p>
      <p className={layout('third meta')}>
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
      <SpanBar form={kind} from={shareOf(fromMs - path.startMs, path)} share={shareOf(toMs - fromMs, path)} />
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

const shareOf = (ms: number, { durationMs }: CriticalPath): number => (durationMs <= 0 ? 0 : ms / durationMs);

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
export function useVisibleSummaries(sessionId: string, ordinals: readonly (number | null)[]) {
  const [visible, setVisible] = useState<readonly [number, number]>([0, 0]);
  const onRange = useCallback(
    (start: number, end: number) =>
      setVisible((before) => (before[0] === start && before[1] === end ? before : [start, end])),
    [],
  );
  const drawn = useMemo(
    () => ordinals.slice(...visible).filter((ordinal) => ordinal !== null),
    [ordinals, visible],
  );
  const { data } = useJob('rowsByOrdinal', { sessionId, ordinals: drawn }, { enabled: drawn.length > 0 });
  const summaries = useMemo(() => new Map(data?.map(({ ordinal, summary }) => [ordinal, summary])), [data]);
  return { summaryOf: (ordinal: number): string => summaries.get(ordinal) ?? '', onRange };
}
