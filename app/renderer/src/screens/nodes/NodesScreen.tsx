import { classNames, EmptyState, layout, Pending, Segmented } from '@openwop-inspector/ui';
import { useMemo } from 'react';
import type { TimeWindow } from '../../model/axis-labels.ts';
import { DESCENDANT_LIMIT, useChain } from '../../queries/session-queries.ts';
import { useTaintDrawn } from '../../queries/taint-drawn.ts';
import { useLaneOrder } from '../../state/lane-order-store.ts';
import { selectEvent, setBrush, showSlowest, toggleLane } from '../../state/view-actions.ts';
import { useSessionView } from '../../state/view-store.ts';
import { LaneChart } from './LaneChart.tsx';
import styles from './Lanes.module.css';
import { useLanePages } from './lane-pages.ts';
import { SlowestList } from './SlowestList.tsx';

const SHOWN = [
  { value: 'lanes', label: 'Lanes' },
  { value: 'slowest', label: 'Slowest' },
] as const;

/** Container: where the time of a session's runs and nodes went, as lanes over time or by how long it took. */
export function NodesScreen({ sessionId }: { readonly sessionId: string }) {
  const slowest = useSessionView(sessionId, (view) => view.slowest);
  return (
    <section className={classNames(layout.column, layout.fill)} aria-label="Nodes" data-region="list">
      <div className={classNames(layout.bar, layout.fixed, styles.shown)}>
        <Segmented
          label="Shown of the nodes"
          choices={SHOWN}
          value={slowest === null ? 'lanes' : 'slowest'}
          onChange={(next) => showSlowest(sessionId, next === 'lanes' ? null : 'all')}
        />
      </div>
      {slowest === null ? (
        <Lanes sessionId={sessionId} />
      ) : (
        <SlowestList sessionId={sessionId} group={slowest} />
      )}
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
  const { view, error, onRange, onWidth } = useLanePages({
    sessionId,
    foldIdle,
    order,
    folded,
    window,
    chain,
    taint,
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
  const form = { folded, foldIdle, order };
  return <LaneChart {...{ sessionId, view, chain, taint, onRange, onWidth }} {...form} {...actions} />;
}
