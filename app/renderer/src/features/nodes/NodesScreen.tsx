import type { CausalChain } from '@openwop-inspector/run-log';
import { EmptyState, layout, Pending, Segmented } from '@openwop-inspector/ui';
import { useCallback, useMemo, useState } from 'react';
import { DESCENDANT_LIMIT, FOLD_IDLE_MS, useChain, useJob } from '../../shared/job-query.ts';
import { OVERLAPPING_ROWS, useOverlappingPage } from '../../shared/pages.ts';
import type { TimeWindow } from '../../shared/time-axis.ts';
import type { TaintDrawn } from '../causes/taint-drawn.ts';
import { useTaintDrawn } from '../detail/content-queries.ts';
import { changeView, selectEvent, toggleIn, useChoices } from '../sessions/view-store.ts';
import { arrowEvents } from './causal-arrows.ts';
import { LaneChart } from './LaneChart.tsx';
import { PathList } from './PathList.tsx';
import { SlowestList } from './SlowestList.tsx';

/** The width is rounded to steps, so that dragging an edge does not send a query for every pixel. */
const WIDTH_STEP = 8;

/** Space right of the axis, for labels at its end. */
const END_ROOM = 44;

/** Initial width until the tracks have been measured. */
const UNMEASURED = 640;

const DISPLAYED = [
  { value: 'lanes', label: 'Lanes' },
  { value: 'path', label: 'Critical path' },
  { value: 'slowest', label: 'Slowest' },
] as const;

/** Container: times of a session's runs and nodes: as lanes over time, as the critical path, or by duration. */
export function NodesScreen({ sessionId }: { readonly sessionId: string }) {
  const { nodes: displayed } = useChoices(sessionId, 'nodes');
  return (
    <section className={layout('column fill container')} aria-label="Nodes" data-region="list">
      <div className={layout('bar fixed pad6x12')}>
        <Segmented
          label="Display of the nodes"
          choices={DISPLAYED}
          value={displayed}
          onChange={(next) => changeView(sessionId, { nodes: next })}
        />
      </div>
      {displayed === 'lanes' ? <Lanes sessionId={sessionId} /> : null}
      {displayed === 'path' ? <PathList sessionId={sessionId} /> : null}
      {displayed === 'slowest' ? <SlowestList sessionId={sessionId} /> : null}
    </section>
  );
}

/** Container: the lanes of the nodes over time. */
function Lanes({ sessionId }: { readonly sessionId: string }) {
  const { selected } = useChoices(sessionId, 'selected');
  const target = selected === null ? null : ({ kind: 'event', ordinal: selected } as const);
  const { data: answer } = useChain(sessionId, target, DESCENDANT_LIMIT);
  const chain = selected === null ? null : (answer ?? null);
  const taint = useTaintDrawn(sessionId);
  const { error, view, ...pages } = useLanePages(sessionId, chain, taint);
  const actions = useMemo(
    () => ({
      onSelect: (ordinal: number) => selectEvent(sessionId, ordinal),
      onToggle: (key: string) => toggleIn(sessionId, 'foldedLanes', key),
      onWindow: (next: TimeWindow | null) => changeView(sessionId, { brush: next }),
    }),
    [sessionId],
  );
  if (error !== null) return <EmptyState title="Lanes could not be read">{error.message}</EmptyState>;
  if (view === undefined) return <Pending>Lanes are being drawn up.</Pending>;
  if (view.total === 0) {
    return (
      <EmptyState title="No nodes to show">
        Lanes are made of events that name a run or a node; this file holds none yet.
      </EmptyState>
    );
  }
  return <LaneChart sessionId={sessionId} view={view} chain={chain} taint={taint} {...pages} {...actions} />;
}

/**
 * The visible lanes, and the rows of the events that arrows lead to and of those on the rendered path of untrusted content;
 * while a result is pending, the last one.
 */
function useLanePages(sessionId: string, chain: CausalChain | null, taint: TaintDrawn | null) {
  const { selected, drawsPath, brush: window } = useChoices(sessionId, 'selected', 'drawsPath', 'brush');
  const { foldIdle, laneOrder: order } = useChoices(sessionId, 'foldIdle', 'laneOrder');
  const { foldedLanes: folded } = useChoices(sessionId, 'foldedLanes');
  const { offset, onRange } = useOverlappingPage();
  const [widthPx, setWidth] = useState(UNMEASURED);
  const events = useMemo(() => {
    const rows = [...arrowEvents(chain), ...(taint?.rows ?? [])];
    return rows.map(({ ordinal, runId, nodeId }) => ({ ordinal, runId, nodeId }));
  }, [chain, taint]);
  const { data: view, error } = useJob('laneWindow', {
    sessionId,
    order,
    folded,
    window,
    ...(drawsPath ? { pathOf: selected } : {}),
    foldIdleMs: foldIdle ? FOLD_IDLE_MS : null,
    widthPx,
    offset,
    limit: OVERLAPPING_ROWS,
    events,
  });
  const onWidth = useCallback((width: number) => {
    if (width > 0) setWidth(Math.max(80, Math.floor((width - END_ROOM) / WIDTH_STEP) * WIDTH_STEP));
  }, []);
  return { view, error, folded, onRange, onWidth };
}
