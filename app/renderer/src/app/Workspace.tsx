import { formatCount, unreachable } from '@openwop-inspector/base';
import { RenderServicesProvider, ResumeCheckProvider } from '@openwop-inspector/renderers';
import { type SessionSummary, textOfLog } from '@openwop-inspector/run-log';
import {
  InNextTask,
  layout,
  PaneBoundary,
  PaneEdge,
  Pending,
  type TabSpec,
  useIsWide,
} from '@openwop-inspector/ui';
import { type ComponentProps, memo, type ReactNode, useMemo } from 'react';
import { Group, Panel } from 'react-resizable-panels';
import { useTaintDrawn } from '../features/detail/content-queries.ts';
import { createRenderServices } from '../features/envelopes/render-services.ts';
import {
  ROOM_FOR_RUNS,
  RUNS_WIDTH,
  toggleRuns,
  useIsRunsPaneOpen,
  usePaneShares,
} from '../features/events/column-actions.ts';
import { EventsScreen } from '../features/events/EventsScreen.tsx';
import type { Arrangement } from '../features/events/list-columns.ts';
import { MinimapBar } from '../features/events/Minimap.tsx';
import { FilterBar } from '../features/filter/FilterBar.tsx';
import { type FilterSelection, useFilterSelection } from '../features/filter/filter-selection.ts';
import { CompletenessLedger } from '../features/live/CompletenessLedger.tsx';
import { checkResume } from '../features/live/check-resume.ts';
import { LiveTabLabel, NewEventsPill, PausedNote } from '../features/live/LiveBar.tsx';
import { useLive } from '../features/live/live-store.ts';
import { useNotes, useStoredNotes } from '../features/notes/notes-store.ts';
import { usePayloadSearch } from '../features/search/payload-search-store.ts';
import { jumpTo } from '../features/sessions/travel.ts';
import { changeView, useChoices, useSessionView } from '../features/sessions/view-store.ts';
import { TaintLegend } from '../shared/TaintLegend.tsx';
import { LogTextContext } from '../shared/use-log-text.ts';
import type { DetailTab, ViewName } from '../shared/view-link.ts';
import styles from './App.module.css';
import {
  AuditScreen,
  CausesScreen,
  DetailPane,
  EnvelopesScreen,
  EnvelopeTab,
  FindingDetail,
  ForkHere,
  InterruptTab,
  LiveTab,
  MessageTab,
  NodesScreen,
  NoteStrip,
  NotesTab,
  ProblemDetail,
  ProblemsScreen,
  RenderedTab,
  RunsScreen,
  SearchDrawer,
} from './lazy-screens.ts';
import { RunCrumb, ViewBar } from './ViewBar.tsx';

/** Arrangement of a run's panes. */
type RunArrangement = Extract<Arrangement, 'columns' | 'rows' | 'envelopes'>;

/** Narrower windows put the detail under the list; where the runs are open too, those narrower by their width. */
const SIDE_BY_SIDE_FROM = 900;

interface WorkspaceProps {
  readonly sessionId: string;
  readonly summary: SessionSummary;
  /** Runs of the source, whichever the views are about. */
  readonly runs: number;
  /** How many events there are by now; while rows arrive, more than the summary knows of. */
  readonly events: number;
  /** False while rows arrive. */
  readonly isSettled: boolean;
  /** False until the summary is that of the run that the views are narrowed to. */
  readonly isKnown: boolean;
}

/**
 * The two panes of a run: a view of it on the left, the selected thing on the right. Memoized while nothing it shows has
 * changed: a load reports its progress ten times a second.
 */
export const Workspace = memo(function Workspace({ runs, isKnown, ...props }: WorkspaceProps) {
  const { sessionId, summary, isSettled } = props;
  const { run } = useChoices(sessionId, 'run');
  const services = useServices(sessionId, summary);
  const words = textOfLog(summary);
  const isRunsPaneOpen = useIsRunsPaneOpen(useIsWide(ROOM_FOR_RUNS));
  useStoredNotes(sessionId);
  // While rows arrive, the runs are not known.
  const hasSeveral = runs > 1 && isSettled;
  const hasRuns = isRunsPaneOpen && hasSeveral;
  // By their key the views of another run begin empty: nothing of the run before stays.
  const views = isKnown ? (
    <Views key={run} hasRuns={hasRuns} {...props} />
  ) : (
    <Pending>{`The ${words.run} is being read.`}</Pending>
  );
  return (
    <LogTextContext value={words}>
      <RenderServicesProvider value={services}>
        <ResumeCheckProvider value={checkResume}>
          {hasSeveral ? (
            <div className={layout('flex flexes low', styles.withRuns)}>
              {hasRuns ? <RunsScreen sessionId={sessionId} onClose={toggleRuns} /> : null}
              <div className={layout('column flexes narrow scrolls')}>
                <RunCrumb sessionId={sessionId} runs={runs} />
                {views}
              </div>
            </div>
          ) : (
            views
          )}
        </ResumeCheckProvider>
      </RenderServicesProvider>
    </LogTextContext>
  );
});

interface ViewsProps extends Omit<WorkspaceProps, 'runs' | 'isKnown'> {
  /** The list of runs is open next to them. */
  readonly hasRuns: boolean;
}

/** The switch of the views with the panes under it. */
function Views(props: ViewsProps) {
  const { sessionId, summary, events, isSettled, hasRuns } = props;
  const { view } = useChoices(sessionId, 'view');
  const arrangement = useArrangement(view, hasRuns);
  return (
    // In a short window, or at a zoom of 200 %, the session scrolls as a whole rather than lose its rows.
    <div className={layout('column flexes relative min400', arrangement === 'rows' && layout.min620)}>
      <ViewBar sessionId={sessionId} summary={summary} events={events} isSettled={isSettled} view={view} />
      <Panes
        arrangement={arrangement}
        list={
          <PaneBoundary name="this view" resetKey={`${sessionId} ${view}`}>
            <ListPane {...props} />
          </PaneBoundary>
        }
        detail={
          <PaneBoundary name="the detail" resetKey={sessionId}>
            <Detail sessionId={sessionId} {...useTabs(sessionId, view, summary.conversation !== undefined)} />
          </PaneBoundary>
        }
      />
      <SearchPanel sessionId={sessionId} events={events} />
    </div>
  );
}

/** The tabs that other screens bring into the detail. */
function useTabs(
  sessionId: string,
  view: ViewName,
  hasMessages: boolean,
): Pick<ComponentProps<typeof DetailPane>, 'leading' | 'trailing' | 'rendered' | 'tools'> {
  const isLive = useLive(sessionId, () => true) ?? false;
  const leading = useMemo(() => {
    const tabs: TabSpec<DetailTab>[] = [];
    const add = (value: DetailTab, label: ReactNode, panel: ReactNode) => tabs.push({ value, label, panel });
    // What a live session adds: its tab stays where it is in every view.
    const interrupts = <InterruptTab sessionId={sessionId} />;
    const label = <LiveTabLabel sessionId={sessionId} />;
    if (isLive) add('live', label, <LiveTab sessionId={sessionId} interrupts={interrupts} />);
    if (hasMessages) add('message', 'Message', <MessageTab sessionId={sessionId} />);
    if (view === 'problems') add('problem', 'Problem', <ProblemDetail sessionId={sessionId} />);
    if (view === 'audit') add('finding', 'Finding', <FindingDetail sessionId={sessionId} />);
    if (view === 'envelopes') add('envelope', 'Envelope', <EnvelopeTab sessionId={sessionId} />);
    return tabs;
  }, [sessionId, view, isLive, hasMessages]);
  const rendered = useMemo(() => <RenderedTab sessionId={sessionId} />, [sessionId]);
  const tools = useMemo(() => (isLive ? <ForkHere sessionId={sessionId} /> : null), [sessionId, isLive]);
  const notes = useNotes(sessionId).length;
  const isRequested = useSessionView(sessionId, ({ tab }) => tab === 'notes');
  const trailing = useMemo((): TabSpec<DetailTab>[] => {
    if (notes === 0 && !isRequested) return [];
    const panel = <NotesTab sessionId={sessionId} />;
    return [{ value: 'notes', label: notes === 0 ? 'Notes' : `Notes ${formatCount(notes)}`, panel }];
  }, [sessionId, notes, isRequested]);
  return { leading, trailing, rendered, tools };
}

/** Services of the window for renderers; the same object while the run is the same. */
export function useServices(sessionId: string, { hostName, runs }: SessionSummary) {
  const runId = runs.length === 1 ? (runs[0]?.runId ?? null) : null;
  return useMemo(
    () => createRenderServices(sessionId, { hostName, runId, sendsCredentials: false }),
    [sessionId, hostName, runId],
  );
}

export function useArrangement(view: ViewName, hasRuns = false): RunArrangement {
  const isWide = useIsWide(SIDE_BY_SIDE_FROM + (hasRuns ? RUNS_WIDTH : 0));
  if (!isWide) return 'rows';
  return view === 'envelopes' ? 'envelopes' : 'columns';
}

/** Its own component, memoized so load progress does not re-render it. */
const Detail = memo(function Detail(props: ComponentProps<typeof DetailPane>) {
  return (
    <section className={layout('column pane narrow relative')} aria-label="Detail" data-region="detail">
      <InNextTask>
        <DetailPane {...props} />
        <NoteStrip sessionId={props.sessionId} />
      </InNextTask>
    </section>
  );
});

function ListPane({ sessionId, summary, events, isSettled }: Omit<ViewsProps, 'hasRuns'>) {
  const counted = useMemo(() => ({ ...summary, events }), [summary, events]);
  const { view } = useChoices(sessionId, 'view');
  const selection = useFilterSelection(sessionId);
  const isLive = useLive(sessionId, () => true) ?? false;
  return (
    <div className={layout('column pane narrow relative')}>
      {view === 'envelopes' ? null : (
        <div className={layout('bar chrome crops', styles.toolbarPlace)}>
          {isLive ? <PausedNote sessionId={sessionId} /> : null}
        </div>
      )}
      {view === 'events' ? <FilterBar sessionId={sessionId} summary={counted} selection={selection} /> : null}
      {view === 'events' && isLive ? <CompletenessLedger sessionId={sessionId} /> : null}
      {(view === 'events' && !isLive) || view === 'nodes' ? (
        <MinimapBar sessionId={sessionId} selection={selection} />
      ) : null}
      {view === 'events' || view === 'causes' || view === 'nodes' ? <TaintBar sessionId={sessionId} /> : null}
      <InNextTask key={view}>
        <VisibleView sessionId={sessionId} summary={summary} selection={selection} isSettled={isSettled} />
      </InNextTask>
      {isLive ? <NewEventsPill sessionId={sessionId} /> : null}
    </div>
  );
}

/** Container: the legend of the path of untrusted content, while it is displayed. */
function TaintBar({ sessionId }: { readonly sessionId: string }) {
  const drawn = useTaintDrawn(sessionId);
  if (drawn === null) return null;
  return (
    <TaintLegend
      drawn={drawn}
      onSelect={(ordinal) => jumpTo(sessionId, ordinal)}
      onClear={() => changeView(sessionId, { taint: null })}
    />
  );
}

interface VisibleViewProps extends Pick<WorkspaceProps, 'sessionId' | 'summary' | 'isSettled'> {
  readonly selection: FilterSelection;
}

const VisibleView = memo(function VisibleView(props: VisibleViewProps) {
  const { sessionId, summary, selection, isSettled } = props;
  const { view } = useChoices(sessionId, 'view');
  switch (view) {
    case 'events':
      return <EventsScreen sessionId={sessionId} summary={summary} selection={selection} />;
    case 'causes':
      return <CausesScreen sessionId={sessionId} />;
    case 'nodes':
      return <NodesScreen sessionId={sessionId} />;
    case 'envelopes':
      return <EnvelopesScreen sessionId={sessionId} />;
    case 'problems':
      return (
        <ProblemsScreen
          sessionId={sessionId}
          counts={summary.problemCounts}
          isComplete={summary.complete}
          checks={summary.checks}
        />
      );
    case 'audit':
      return <AuditScreen sessionId={sessionId} events={summary.events} isSettled={isSettled} />;
    default:
      return unreachable(view);
  }
});

/** Default sizes of the two panes: a share in percent, and the minimum. */
const SIZES: Readonly<Record<RunArrangement, readonly [list: PaneSize, detail: PaneSize]>> = {
  // The list is never narrower than the switch of the views above it.
  columns: [
    { defaultSize: '61', minSize: '600px' },
    { defaultSize: '39', minSize: '280px' },
  ],
  envelopes: [
    { defaultSize: '23', minSize: '220px' },
    { defaultSize: '77', minSize: '420px' },
  ],
  rows: [
    { defaultSize: '55', minSize: '25' },
    { defaultSize: '45', minSize: '20' },
  ],
};

type PaneSize = Required<Pick<ComponentProps<typeof Panel>, 'defaultSize' | 'minSize'>>;

interface PanesProps {
  readonly arrangement: RunArrangement;
  readonly list: ReactNode;
  readonly detail: ReactNode;
}

/** Two resizable panes whose shares are stored in the settings, for each arrangement its own. */
export function Panes({ arrangement, list, detail }: PanesProps) {
  const shares = usePaneShares(arrangement);
  const [listSize, detailSize] = SIZES[arrangement];
  return (
    <Group
      key={arrangement}
      id="panes"
      className={layout('fill')}
      orientation={arrangement === 'rows' ? 'vertical' : 'horizontal'}
      {...shares}
    >
      <Panel id="list" {...listSize}>
        {list}
      </Panel>
      <PaneEdge id="panes-edge" label="Width of the panes" />
      <Panel id="detail" {...detailSize}>
        {detail}
      </Panel>
    </Group>
  );
}

/** Container: the search in payloads under the panes, while it is open. */
function SearchPanel({ sessionId, events }: Pick<WorkspaceProps, 'sessionId' | 'events'>) {
  const { isOpen } = usePayloadSearch(sessionId);
  if (!isOpen) return null;
  // Part of the window, so that list and detail stay visible above it.
  return (
    <div className={layout('column fixed high150to320')}>
      <PaneBoundary name="the search in payloads" resetKey={sessionId}>
        <SearchDrawer sessionId={sessionId} events={events} />
      </PaneBoundary>
    </div>
  );
}
