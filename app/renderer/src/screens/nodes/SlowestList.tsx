import { countOf, formatCount, formatSinceStart, formatTook } from '@openwop-inspector/base';
import { displayText, VisibleText } from '@openwop-inspector/renderers';
import {
  classNames,
  EmptyState,
  Icon,
  type IconName,
  layout,
  Pending,
  Segmented,
  VirtualRows,
} from '@openwop-inspector/ui';
import { useMemo } from 'react';
import { STATE_WORDS } from '../../model/lane-rows.ts';
import type { SlowOrder, SpanGroup } from '../../model/slow-spans.ts';
import { FOLD_IDLE_MS, useJob } from '../../queries/job-query.ts';
import { changeView, selectEvent, showView, useSessionView } from '../../state/view-store.ts';
import type { SlowestAnswer } from '../../worker/lane-window.ts';
import { useSummariesInSight } from './PathList.tsx';
import styles from './SpanTable.module.css';

/** A row of the list. */
type SlowRow = SlowestAnswer['spans'][number];

const GROUPS: readonly {
  readonly value: SpanGroup | 'all';
  readonly label: string;
  readonly icon: IconName;
}[] = [
  { value: 'all', label: 'All', icon: 'events' },
  { value: 'node', label: 'Nodes', icon: 'nodes' },
  { value: 'model', label: 'Models', icon: 'usage' },
  { value: 'tool', label: 'Tools', icon: 'tool' },
  { value: 'wait', label: 'Waits', icon: 'nodeSuspended' },
];

const ORDERS = [
  { value: 'duration', label: 'By duration' },
  { value: 'tokens', label: 'By tokens' },
  { value: 'cost', label: 'By cost' },
] as const;

const WORDS: Readonly<Record<SpanGroup, string>> = {
  node: 'node at work',
  model: 'model',
  tool: 'tool',
  wait: 'wait',
};

/** Container: the spans sorted by duration or usage, descending. */
export function SlowestList({ sessionId }: { readonly sessionId: string }) {
  const group = useSessionView(sessionId, (view) => view.slowest);
  const by = useSessionView(sessionId, (view) => view.slowestBy);
  const foldIdle = useSessionView(sessionId, (view) => view.foldIdle);
  const selected = useSessionView(sessionId, (view) => view.selected);
  const { data, error } = useJob('slowest', {
    sessionId,
    group,
    by,
    foldIdleMs: foldIdle ? FOLD_IDLE_MS : null,
  });
  const ordinals = useMemo(() => (data?.spans ?? []).map(({ span }) => span.ordinal), [data]);
  const { summaryOf, onRange } = useSummariesInSight(sessionId, ordinals);
  if (error !== null) return <EmptyState title="Spans could not be read">{error.message}</EmptyState>;
  if (data === undefined) return <Pending>Spans are being gathered.</Pending>;
  const { spans, counts, startMs, lost } = data;
  const active = spans.findIndex(({ span }) => span.ordinal === selected);
  const longest = spans.reduce((ms, { tookMs }) => Math.max(ms, tookMs), 1);
  const select = (index: number) => {
    const found = spans[index];
    if (found !== undefined) selectEvent(sessionId, found.span.ordinal);
  };
  const open = (index: number) => {
    select(index);
    showView(sessionId, 'events');
  };
  return (
    <>
      <div className={layout('bar wrap gap8', styles.tools)}>
        <Segmented<SpanGroup | 'all'>
          label="Displayed spans"
          value={group}
          onChange={(next) => changeView(sessionId, { slowest: next })}
          choices={GROUPS.map((choice) => ({ ...choice, count: formatCount(counts[choice.value]) }))}
        />
        <Segmented<SlowOrder>
          label="Order of spans"
          choices={ORDERS}
          value={by}
          onChange={(next) => changeView(sessionId, { slowestBy: next })}
        />
        <span className={layout('third meta')}>{leftOutText(data, { group, by }, lost)}</span>
      </div>
      {spans.length === 0 ? (
        <EmptyState title="No span of this kind">
          Spans are made of events that begin and end something, with times that give the duration.
        </EmptyState>
      ) : (
        <>
          <div
            className={layout('caption fixed ruled', styles.heads, styles.slowestHeads)}
            aria-hidden="true"
          >
            <span>took</span>
            <span />
            <span>since start</span>
            <span>what</span>
            <span>node</span>
            <span>tokens in / out</span>
            <span>cost USD</span>
            <span className={styles.event}>event</span>
          </div>
          <VirtualRows
            label="Slowest spans"
            className={layout.fill}
            count={spans.length}
            activeIndex={active < 0 ? null : active}
            rowAttributes={(index) => ({ name: rowName(spans[index], startMs) })}
            renderRow={(index) => {
              const row = spans[index];
              if (row === undefined) return null;
              const summary = summaryOf(row.span.ordinal);
              return <SlowRowView row={row} summary={summary} startMs={startMs} longestMs={longest} />;
            }}
            onRange={onRange}
            onMove={select}
            onOpen={open}
          />
        </>
      )}
    </>
  );
}

const FIRST: Readonly<Record<SlowOrder, string>> = {
  duration: 'the slowest',
  tokens: 'those with the most tokens,',
  cost: 'the costliest',
};

function leftOutText(
  { spans, counts }: SlowestAnswer,
  { group, by }: { readonly group: SpanGroup | 'all'; readonly by: SlowOrder },
  lost: number,
): string {
  const more = counts[group] - spans.length;
  const parts = [
    more > 0 ? `${FIRST[by]} ${formatCount(spans.length)} of ${formatCount(counts[group])}` : '',
    lost > 0 ? `${countOf(lost, 'span')} beyond what a lane keeps are left out` : '',
  ];
  return parts.filter((part) => part !== '').join('; ');
}

function sinceStart({ span, tookMs, isMeasured }: SlowRow, startMs: number | null): string {
  if (startMs === null) return '–';
  return formatSinceStart((isMeasured ? span.endMs - tookMs : span.startMs) - startMs);
}

function whatOf({ lane, span, group, isMeasured }: SlowRow): string {
  const state = span.state === 'completed' ? '' : STATE_WORDS[span.state];
  const isSaid = span.label === state || span.label === 'completed' || span.kind === 'streamed';
  const label = isSaid ? '' : span.label;
  const name = group === 'node' ? lane.typeId : group === 'wait' ? null : lane.name;
  const lost = isMeasured ? 'start not in the log, as the host measured' : '';
  return [name, label, state, lost].filter((part) => part !== null && part !== '').join(', ') || WORDS[group];
}

function rowName(row: SlowRow | undefined, startMs: number | null): string {
  if (row === undefined) return '';
  const { lane, group, tookMs, span } = row;
  const took = `${formatTook(tookMs)}${span.ended ? '' : ', not ended'}`;
  const parts = [
    took,
    WORDS[group],
    whatOf(row),
    lane.nodeId ?? 'no node',
    `from ${sinceStart(row, startMs)}`,
  ];
  return [...parts, ...usedText(row)].join(', ');
}

/** Usage of a span for screen readers; nothing where none is recorded. */
function usedText({ use }: SlowRow): readonly string[] {
  if (use === null) return [];
  const { inputTokens, outputTokens, tokens, costUsd } = use;
  const split = [
    inputTokens === null ? '' : `${countOf(inputTokens, 'token')} in`,
    outputTokens === null ? '' : `${countOf(outputTokens, 'token')} out`,
    inputTokens === null && outputTokens === null && tokens !== null ? countOf(tokens, 'token') : '',
    costUsd === null ? '' : `${formatCount(costUsd)} USD`,
  ];
  return split.filter((part) => part !== '');
}

/** `1,204 / 88`; the total alone where only that is recorded. */
function tokensOf({ use }: SlowRow): string {
  if (use === null || use.tokens === null) return '–';
  const { inputTokens, outputTokens, tokens } = use;
  if (inputTokens === null && outputTokens === null) return formatCount(tokens);
  const part = (count: number | null) => (count === null ? '–' : formatCount(count));
  return `${part(inputTokens)} / ${part(outputTokens)}`;
}

interface SlowRowViewProps {
  readonly row: SlowRow;
  /** Summary of its event; empty until it has been read. */
  readonly summary: string;
  readonly startMs: number | null;
  readonly longestMs: number;
}

function SlowRowView({ row, summary, startMs, longestMs }: SlowRowViewProps) {
  const { lane, group, span, tookMs, type } = row;
  const icon = GROUPS.find(({ value }) => value === group)?.icon ?? 'event';
  return (
    <div className={layout('full second', styles.row, styles.slowestRow)} title={displayText(summary)}>
      <b className={layout('endText tabular primary')}>
        {formatTook(tookMs)}
        {span.ended ? '' : ' +'}
      </b>
      <span className={styles.track} aria-hidden="true">
        <span
          className={classNames(styles.slowestBar, styles[group])}
          style={{ width: `${Math.max(1, (100 * tookMs) / longestMs)}%` }}
        />
      </span>
      <span className={layout('endText tabular third')}>{sinceStart(row, startMs)}</span>
      <span className={layout('flex gap6 crops')}>
        <Icon name={icon} />
        <VisibleText as="span" className={layout.ellipsis} text={whatOf(row)} />
      </span>
      <VisibleText as="code" className={layout.ellipsis} text={lane.nodeId ?? '–'} />
      <span className={layout('endText tabular')}>{tokensOf(row)}</span>
      <span className={layout('endText tabular')}>
        {row.use === null || row.use.costUsd === null ? '–' : formatCount(row.use.costUsd)}
      </span>
      <span className={layout('ellipsis', styles.event)}>
        <code>{type}</code> <VisibleText text={summary} />
      </span>
    </div>
  );
}
