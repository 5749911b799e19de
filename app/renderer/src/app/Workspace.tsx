import type { SessionSummary } from '@openwop-inspector/run-log';
import { type ComponentProps, memo, type ReactNode, Suspense, useMemo } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { readLayout, writeLayout } from '../model/layout-text.ts';
import { type FilterSelection, useFilterSelection } from '../queries/filter-selection.ts';
import { EventsScreen } from '../screens/events/EventsScreen.tsx';
import { changeSettings, useSettingsStore } from '../state/settings-store.ts';
import { showView } from '../state/view-actions.ts';
import { useSessionView } from '../state/view-store.ts';
import { classNames } from '../ui/class-names.ts';
import { InNextTask } from '../ui/InNextTask.tsx';
import { PaneBoundary } from '../ui/PaneBoundary.tsx';
import styles from './App.module.css';
import { FilterBar } from './FilterBar.tsx';
import { CausesScreen, DetailPane, NodesScreen, ProblemDetail, ProblemsScreen } from './lazy-screens.ts';
import { MinimapBar } from './MinimapBar.tsx';
import { useIsWide } from './use-window-width.ts';
import { ViewSwitch } from './ViewSwitch.tsx';

/** Narrower windows put the detail under the list. */
const SIDE_BY_SIDE_FROM = 860;

export interface WorkspaceProps {
  readonly sessionId: string;
  readonly summary: SessionSummary;
  /** How many events there are by now; while rows arrive, more than the summary knows of. */
  readonly events: number;
  /** False while rows arrive. */
  readonly isSettled: boolean;
}

/**
 * The two panes of a run: a view of it on the left, the selected thing on the right. Kept while nothing it shows has
 * changed: a load tells of its progress ten times a second.
 */
export const Workspace = memo(function Workspace({ sessionId, summary, events, isSettled }: WorkspaceProps) {
  const view = useSessionView(sessionId, (state) => state.view);
  const leading = useMemo(
    () =>
      view === 'problems'
        ? [{ value: 'problem' as const, label: 'Problem', panel: <ProblemDetail sessionId={sessionId} /> }]
        : [],
    [sessionId, view],
  );
  return (
    <Panes
      list={
        <PaneBoundary name="this view" resetKey={`${sessionId} ${view}`}>
          <ListPane sessionId={sessionId} summary={summary} events={events} isSettled={isSettled} />
        </PaneBoundary>
      }
      detail={
        <PaneBoundary name="the detail" resetKey={sessionId}>
          <Detail sessionId={sessionId} leading={leading} />
        </PaneBoundary>
      }
    />
  );
});

/** Its own component, and kept, so that news of a load does not draw it anew. */
const Detail = memo(function Detail(props: ComponentProps<typeof DetailPane>) {
  return (
    <section className={styles.pane} aria-label="Detail" data-region="detail">
      <InNextTask>
        <Suspense>
          <DetailPane {...props} />
        </Suspense>
      </InNextTask>
    </section>
  );
});

const Minimap = memo(MinimapBar);

function ListPane({ sessionId, summary, events, isSettled }: WorkspaceProps) {
  const counted = useMemo(() => ({ ...summary, events }), [summary, events]);
  const view = useSessionView(sessionId, (state) => state.view);
  const selection = useFilterSelection(sessionId);
  return (
    <div className={styles.pane}>
      <div className={styles.toolbar} data-region="views">
        <ViewSwitch
          summary={counted}
          isSettled={isSettled}
          view={view}
          onChange={(next) => showView(sessionId, next)}
        />
      </div>
      {view === 'events' ? <FilterBar sessionId={sessionId} summary={counted} selection={selection} /> : null}
      {view === 'events' || view === 'nodes' ? <Minimap sessionId={sessionId} selection={selection} /> : null}
      <InNextTask key={view}>
        <Suspense>
          <ViewInSight sessionId={sessionId} summary={summary} selection={selection} />
        </Suspense>
      </InNextTask>
    </div>
  );
}

interface ViewInSightProps {
  readonly sessionId: string;
  readonly summary: SessionSummary;
  readonly selection: FilterSelection;
}

const ViewInSight = memo(function ViewInSight({ sessionId, summary, selection }: ViewInSightProps) {
  const view = useSessionView(sessionId, (state) => state.view);
  switch (view) {
    case 'events':
      return <EventsScreen sessionId={sessionId} summary={summary} selection={selection} />;
    case 'causes':
      return <CausesScreen sessionId={sessionId} />;
    case 'nodes':
      return <NodesScreen sessionId={sessionId} />;
    case 'problems':
      return (
        <ProblemsScreen sessionId={sessionId} counts={summary.problemCounts} isComplete={summary.complete} />
      );
  }
});

interface PanesProps {
  readonly list: ReactNode;
  readonly detail: ReactNode;
}

/** Two resizable panes whose shares are kept in the settings, for each arrangement its own. */
function Panes({ list, detail }: PanesProps) {
  const isWide = useIsWide(SIDE_BY_SIDE_FROM);
  const arrangement = isWide ? 'columns' : 'rows';
  const kept = useMemo(() => readLayout(useSettingsStore.getState().layout), []);
  const shares = kept[arrangement];
  return (
    <Group
      key={arrangement}
      id="panes"
      className={classNames(styles.panes, !isWide && styles.stacked)}
      orientation={isWide ? 'horizontal' : 'vertical'}
      {...(shares === undefined ? {} : { defaultLayout: shares })}
      onLayoutChanged={(layout, { isUserInteraction }) => {
        if (!isUserInteraction) return;
        const before = readLayout(useSettingsStore.getState().layout);
        changeSettings({ layout: writeLayout({ ...before, [arrangement]: layout }) });
      }}
    >
      <Panel id="list" defaultSize={isWide ? '61' : '55'} minSize={isWide ? '360px' : '25'}>
        {list}
      </Panel>
      <Separator id="panes-edge" className={styles.separator} aria-label="Width of the panes" />
      <Panel id="detail" defaultSize={isWide ? '39' : '45'} minSize={isWide ? '280px' : '20'}>
        {detail}
      </Panel>
    </Group>
  );
}
