import { countOf, formatCount, formatSinceStart, formatTook } from '@openwop-inspector/base';
import { displayText, VisibleText } from '@openwop-inspector/renderers';
import {
  EmptyState,
  Icon,
  ItemRows,
  layout,
  Pending,
  type RowAttributes,
  Segmented,
  type VirtualRowsHandle,
} from '@openwop-inspector/ui';
import { useMemo, useRef, useState } from 'react';
import { FOLD_IDLE_MS, useJob } from '../../shared/job-query.ts';
import type { SlowestAnswer } from '../../worker/lane-window.ts';
import { useRowsController } from '../sessions/list-controller.ts';
import { changeView, selectEvent, showView, toggleIn, useChoices } from '../sessions/view-store.ts';
import { STATE_WORDS } from './lane-rows.ts';
import { SpanBar, SpanHeads, useVisibleSummaries } from './PathList.tsx';
import styles from './SpanTable.module.css';
import type { SlowOrder, SpanGroup } from './slow-spans.ts';

type SlowTotalRow = SlowestAnswer['totals'][number];
type SlowSpanRow = SlowTotalRow['spans'][number];

/** A row of the tree: a total, or one of its spans. */
interface SlowRow {
  readonly total: SlowTotalRow;
  /** Index among the spans of the total; -1 for the total itself. */
  readonly at: number;
  readonly index: number;
}

const GROUPS = [
  { value: 'all', label: 'All', icon: 'events' },
  { value: 'node', label: 'Nodes', icon: 'nodes' },
  { value: 'model', label: 'Models', icon: 'usage' },
  { value: 'tool', label: 'Tools', icon: 'tool' },
  { value: 'wait', label: 'Waits', icon: 'nodeSuspended' },
] as const;

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

/** Container: the spans summed by node, model and tool, the largest total first, the single spans a level below. */
export function SlowestList({ sessionId }: { readonly sessionId: string }) {
  const choices = useChoices(sessionId, 'slowest', 'slowestBy', 'openTotals', 'foldIdle');
  const { slowest: group, slowestBy: by, openTotals: open, foldIdle } = choices;
  const foldIdleMs = foldIdle ? FOLD_IDLE_MS : null;
  const { data, error } = useJob('slowest', { sessionId, group, by, open, foldIdleMs });
  if (error !== null) return <EmptyState title="Spans could not be read">{error.message}</EmptyState>;
  if (data === undefined) return <Pending>Spans are being gathered.</Pending>;
  return (
    <>
      <div className={layout('bar wrap gap8 pad6x12')}>
        <Segmented<SpanGroup | 'all'>
          label="Displayed spans"
          value={group}
          onChange={(next) => changeView(sessionId, { slowest: next })}
          choices={GROUPS.map((choice) => ({ ...choice, count: formatCount(data.counts[choice.value]) }))}
        />
        <Segmented<SlowOrder>
          label="Order of spans"
          choices={ORDERS}
          value={by}
          onChange={(next) => changeView(sessionId, { slowestBy: next })}
        />
        <span className={layout('third meta')}>{leftOutText(data)}</span>
      </div>
      {data.totals.length === 0 ? (
        <EmptyState title="No span of this kind">
          Spans are made of events that begin and end something, with times that give the duration.
        </EmptyState>
      ) : (
        <SlowTree sessionId={sessionId} answer={data} />
      )}
    </>
  );
}

const HEADS = ['time', '', 'what', 'count', 'p95', 'longest', 'tokens in / out', 'cost USD'] as const;

function SlowTree({ sessionId, answer }: { readonly sessionId: string; readonly answer: SlowestAnswer }) {
  const { totals, startMs } = answer;
  // Keys of the unfolded totals.
  const { openTotals: open } = useChoices(sessionId, 'openTotals');
  const list = useRef<VirtualRowsHandle>(null);
  const rows = useMemo(
    () =>
      totals.flatMap((total, index): readonly SlowRow[] => {
        const spans = open.includes(total.key) ? total.spans : [];
        return [{ total, at: -1, index }, ...spans.map((_, at) => ({ total, at, index }))];
      }),
    [totals, open],
  );
  const ordinals = useMemo(() => rows.map((row) => spanOf(row)?.span.ordinal ?? null), [rows]);
  const { summaryOf, onRange } = useVisibleSummaries(sessionId, ordinals);
  const { active, move, fold } = useSlowCursor(sessionId, rows, ordinals);
  const largest = totals.reduce((ms, { totalMs }) => Math.max(ms, totalMs), 1);

  useRowsController(active, rows.length, move, list, fold);
  return (
    <>
      <SpanHeads heads={HEADS} look={styles.slowestHeads} />
      <ItemRows
        ref={list}
        kind="tree"
        label="Slowest"
        className={layout.fill}
        items={rows}
        activeIndex={active}
        attributesOf={(row) => attributesOf(row, { startMs, open, totals: totals.length })}
        renderItem={(row) => {
          const slow = spanOf(row);
          if (slow === undefined) {
            const isOpen = open.includes(row.total.key);
            return <TotalRowView total={row.total} isOpen={isOpen} largestMs={largest} />;
          }
          const { longestMs } = row.total;
          const summary = summaryOf(slow.span.ordinal);
          return <SpanRowView row={slow} summary={summary} startMs={startMs} longestMs={longestMs} />;
        }}
        onRange={onRange}
        onMove={(_, index) => move(index)}
        onOpen={(row, index) => {
          move(index);
          if (row.at === -1) toggleIn(sessionId, 'openTotals', row.total.key);
          else showView(sessionId, 'events');
        }}
        onFold={fold}
      />
    </>
  );
}

/**
 * The active row: that of the selected event, or the total that the user moved to. `ordinals`: the event of each row, null
 * for a total.
 */
function useSlowCursor(sessionId: string, rows: readonly SlowRow[], ordinals: readonly (number | null)[]) {
  const { selected, openTotals: open } = useChoices(sessionId, 'selected', 'openTotals');
  const [cursor, setCursor] = useState<{ readonly key: string; readonly at: number } | null>(null);
  const place = rows.findIndex(({ total, at }) => total.key === cursor?.key && at === cursor.at);
  const isListed = place >= 0 && (cursor?.at === -1 || ordinals[place] === selected);
  const found = isListed || selected === null ? place : ordinals.indexOf(selected);
  const move = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    setCursor({ key: row.total.key, at: row.at });
    const slow = spanOf(row);
    if (slow !== undefined) selectEvent(sessionId, slow.span.ordinal);
  };
  const fold = (direction: 'fold' | 'unfold') => {
    const row = rows[found];
    if (row === undefined) return;
    const isOpen = open.includes(row.total.key);
    if (row.at >= 0) {
      if (direction === 'fold') move(found - row.at - 1);
    } else if (isOpen === (direction === 'fold')) toggleIn(sessionId, 'openTotals', row.total.key);
    else if (isOpen && row.total.spans.length > 0) move(found + 1);
  };
  return { active: found < 0 ? null : found, move, fold };
}

const spanOf = ({ total, at }: SlowRow): SlowSpanRow | undefined => total.spans[at];

function attributesOf(
  row: SlowRow,
  known: { readonly startMs: number | null; readonly open: readonly string[]; readonly totals: number },
): RowAttributes {
  const { total, at, index } = row;
  const slow = spanOf(row);
  if (slow !== undefined)
    return { name: rowName(slow, known.startMs), level: 2, posInSet: at + 1, setSize: total.spans.length };
  const { group, name, count, totalMs, p95Ms, longestMs } = total;
  const parts = [
    `${formatTook(totalMs)} in total`,
    WORDS[group],
    name,
    countOf(count, 'span'),
    `95 % within ${formatTook(p95Ms)}`,
    `longest ${formatTook(longestMs)}`,
    ...usedText(total),
  ];
  const expanded = known.open.includes(total.key);
  const place = { level: 1, posInSet: index + 1, setSize: known.totals };
  return { name: displayText(parts.join(', ')), expanded, ...place };
}

function leftOutText({ totals, total, lost }: SlowestAnswer): string {
  const parts: string[] = [];
  if (total > totals.length)
    parts.push(`the first ${formatCount(totals.length)} of ${countOf(total, 'total')}`);
  if (lost > 0) parts.push(`${countOf(lost, 'span')} left out, beyond what a lane keeps`);
  return parts.join('; ');
}

function sinceStart({ span, tookMs, isMeasured }: SlowSpanRow, startMs: number | null): string {
  if (startMs === null) return '–';
  return formatSinceStart((isMeasured ? span.endMs - tookMs : span.startMs) - startMs);
}

function whatOf({ lane, span, group, isMeasured }: SlowSpanRow): string {
  const state = span.state === 'completed' ? '' : STATE_WORDS[span.state];
  const isSaid = span.label === state || span.label === 'completed' || span.kind === 'streamed';
  const label = isSaid ? '' : span.label;
  const name = group === 'node' ? lane.typeId : group === 'wait' ? null : lane.name;
  const lost = isMeasured ? 'start not in the log, as the host measured' : '';
  return [name, label, state, lost].filter((part) => part !== null && part !== '').join(', ') || WORDS[group];
}

function rowName(row: SlowSpanRow, startMs: number | null): string {
  const { lane, group, tookMs, span } = row;
  const took = `${formatTook(tookMs)}${span.ended ? '' : ', not ended'}`;
  const from = `from ${sinceStart(row, startMs)}`;
  return [took, WORDS[group], whatOf(row), lane.nodeId ?? 'no node', from, ...usedText(row)].join(', ');
}

/** Usage for screen readers; nothing where none is recorded. */
function usedText({ use }: Pick<SlowTotalRow, 'use'>): readonly string[] {
  if (use === null) return [];
  const { inputTokens, outputTokens, tokens, costUsd } = use;
  const split: string[] = [];
  if (inputTokens !== null) split.push(`${countOf(inputTokens, 'token')} in`);
  if (outputTokens !== null) split.push(`${countOf(outputTokens, 'token')} out`);
  if (split.length === 0 && tokens !== null) split.push(countOf(tokens, 'token'));
  if (costUsd !== null) split.push(`${formatCount(costUsd)} USD`);
  return split;
}

/** `1,204 / 88`; the total alone where only that is recorded. */
function tokensOf({ use }: Pick<SlowTotalRow, 'use'>): string {
  if (use === null || use.tokens === null) return '–';
  const { inputTokens, outputTokens, tokens } = use;
  if (inputTokens === null && outputTokens === null) return formatCount(tokens);
  const part = (count: number | null) => (count === null ? '–' : formatCount(count));
  return `${part(inputTokens)} / ${part(outputTokens)}`;
}

interface TotalRowViewProps {
  readonly total: SlowTotalRow;
  readonly isOpen: boolean;
  readonly largestMs: number;
}

function TotalRowView({ total, isOpen, largestMs }: TotalRowViewProps) {
  const { group, name, count, totalMs, p95Ms, longestMs, spans } = total;
  const isPart = isOpen && spans.length > 0 && spans.length < count;
  return (
    <div className={layout('full second', styles.row, styles.slowestRow)}>
      <b className={layout('endText tabular primary')}>{formatTook(totalMs)}</b>
      <SpanBar form={group} share={totalMs / largestMs} />
      <span className={layout('row gap6 crops')}>
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={12} className={layout.third} />
        <Icon name={GROUPS.find(({ value }) => value === group)?.icon ?? 'event'} />
        <VisibleText as="code" className={layout.ellipsis} text={name} />
        <span className={layout('third ellipsis')}>
          {WORDS[group]}
          {isPart ? `, first ${formatCount(spans.length)}` : ''}
        </span>
      </span>
      <span className={layout('endText tabular')}>{formatCount(count)}</span>
      <span className={layout('endText tabular')}>{formatTook(p95Ms)}</span>
      <span className={layout('endText tabular')}>{formatTook(longestMs)}</span>
      <UsedCells use={total.use} />
    </div>
  );
}

function UsedCells({ use }: Pick<SlowTotalRow, 'use'>) {
  return (
    <>
      <span className={layout('endText tabular ellipsis')}>{tokensOf({ use })}</span>
      <span className={layout('endText tabular')}>
        {use === null || use.costUsd === null ? '–' : formatCount(use.costUsd)}
      </span>
    </>
  );
}

interface SpanRowViewProps {
  readonly row: SlowSpanRow;
  /** Summary of its event; empty until it has been read. */
  readonly summary: string;
  readonly startMs: number | null;
  readonly longestMs: number;
}

function SpanRowView({ row, summary, startMs, longestMs }: SpanRowViewProps) {
  const { lane, group, span, tookMs, type, use } = row;
  return (
    <div
      className={layout('full second', styles.row, styles.slowestRow, styles.slowestSpan)}
      title={displayText(summary)}
    >
      <span className={layout('endText tabular primary')}>
        {formatTook(tookMs)}
        {span.ended ? '' : ' +'}
      </span>
      <SpanBar form={group} share={tookMs / Math.max(1, longestMs)} />
      <span className={layout('flex gap6 crops', styles.below)}>
        <VisibleText as="span" className={layout.ellipsis} text={whatOf(row)} />
        <VisibleText as="code" className={layout.ellipsis} text={lane.nodeId ?? '–'} />
        <span className={layout('ellipsis third', styles.event)}>
          <code>{type}</code> <VisibleText text={summary} />
        </span>
      </span>
      <span className={layout('endText tabular third')}>{sinceStart(row, startMs)}</span>
      <UsedCells use={use} />
    </div>
  );
}
