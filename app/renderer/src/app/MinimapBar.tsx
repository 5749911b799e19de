import { classNames, layout } from '@openwop-inspector/ui';
import { Minimap } from '../frame/Minimap.tsx';
import type { FilterSelection } from '../queries/filter-selection.ts';
import { MINIMAP_BUCKETS, useEventRow, useHistogram } from '../queries/session-queries.ts';
import { setBrush } from '../state/view-actions.ts';
import { useSessionView } from '../state/view-store.ts';
import styles from './App.module.css';

export interface MinimapBarProps {
  readonly sessionId: string;
  readonly selection: FilterSelection;
}

/** Container of the minimap; absent when the log has no times. */
export function MinimapBar({ sessionId, selection }: MinimapBarProps) {
  const brush = useSessionView(sessionId, (view) => view.brush);
  const foldIdle = useSessionView(sessionId, (view) => view.foldIdle);
  const selected = useSessionView(sessionId, (view) => view.selected);
  const row = useEventRow(sessionId, selected);
  const { data } = useHistogram(sessionId, selection.filterId, MINIMAP_BUCKETS, foldIdle);
  if (data === undefined)
    return <div className={classNames(layout.fixed, layout.ruled, layout.chrome, styles.minimapPlace)} />;
  if (data.segments.length === 0) return null;
  return (
    <Minimap
      histogram={data}
      brush={brush}
      onBrush={(next) => setBrush(sessionId, next)}
      selectedMs={row?.timeMs ?? null}
      narrows={selection.narrows}
    />
  );
}
