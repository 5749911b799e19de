import { classNames, EmptyState, layout, Pending, Segmented } from '@openwop-inspector/ui';
import { useMemo } from 'react';
import type { TimeWindow } from '../../model/axis-labels.ts';
import { DESCENDANT_LIMIT, useChain } from '../../queries/session-queries.ts';
import { useTaintDrawn } from '../../queries/taint-drawn.ts';
import { useLaneOrder } from '../../state/lane-order-store.ts';
import { selectEvent, setBrush, showNodes, toggleLane } from '../../state/view-actions.ts';
import { useSessionView } from '../../state/view-store.ts';
import { LaneChart } from './LaneChart.tsx';
import styles from './Lanes.module.css';
import { useLanePages } from './lane-pages.ts';
import { PathList } from './PathList.tsx';
import { SlowestList } from './SlowestList.tsx';

const SHOWN = [
  { value: 'lanes', label: 'Lanes' },
  { value: 'path', label: 'Critical path' },
  { value: 'slowest', label: 'Slowest' },
] as const;

/** Container: where the time of a session's runs and nodes went: as lanes over time, as the critical path, or by how long it took. */
export function NodesScreen({ sessionId }: { readonly sessionId: string }) {
  const shown = useSessionView(sessionId, (view) => view.nodes);
  return (
    <section
      className={classNames(layout.column, layout.fill, styles.view)}
      aria-label="Nodes"
      data-region="list"
    >
      <div className={classNames(layout.bar, layout.fixed, styles.shown)}>
        <Segmented
          label="Shown of the nodes"
          choices={SHOWN}
          value={shown}
          onChange={(next) => showNodes(sessionId, next)}
        />
      </div>
      {shown === 'lanes' ? <Lanes sessionId={sessionId} /> : null}
      {shown === 'path' ? <PathList sessionId={sessionId} /> : null}
      {shown === 'slowest' ? <SlowestList sessionId={sessionId} /> : null}
    </section>
  );
}

function Lanes({ sessionId }: { readonly sessionId: string }) {
  const selected = useSessionView(sessionId, (view) => view.selected);
  const window = useSessionView(sessionId, (view) => view.brush);
  const foldIdle = useSessionView(sessionId, (view) => view.foldIdle);
  const folded = useSessionView(sessionId, (view) => view.foldedLanes);
  const order = useLaneOrder(sessionId);
  const { data: answer } = useChain(
    sessionId,
    selected === null ? null : { kind: 'event', ordinal: selected },
    DESCENDANT_LIMIT,
  );
  const chain = selected === null ? null : (answer ?? null);
  const taint = useTaintDrawn(sessionId);
  const drawsPath = useSessionView(sessionId, (view) => view.drawsPath);
  const { view, error, onRange, onWidth } = useLanePages({
    sessionId,
    foldIdle,
    order,
    folded,
    window,
    chain,
    taint,
    pathOf: drawsPath ? { ordinal: selected } : null,
  });
  const actions = useMemo(
    () => ({
      onSelect: (ordinal: number) => selectEvent(sessionId, ordinal),
      onToggle: (key: string) => toggleLane(sessionId, key),
      onWindow: (next: TimeWindow | null) => setBrush(sessionId, next),
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
  const form = { folded, foldIdle, order, drawsPath };
  return <LaneChart {...{ sessionId, view, chain, taint, onRange, onWidth }} {...form} {...actions} />;
}
