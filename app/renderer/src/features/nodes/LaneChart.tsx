import { countOf } from '@openwop-inspector/base';
import { displayText, VisibleText } from '@openwop-inspector/renderers';
import type { CausalChain, EventRow } from '@openwop-inspector/run-log';
import {
  Button,
  classNames,
  Icon,
  IconButton,
  Kbd,
  layout,
  type OverlayView,
  type RowAttributes,
  Segmented,
  VirtualRows,
  type VirtualRowsHandle,
} from '@openwop-inspector/ui';
import { type MouseEvent, memo, useCallback, useMemo, useRef, useState } from 'react';
import { keysOf } from '../../commands/commands.ts';
import { CheckBox } from '../../shared/Form.tsx';
import { FOLD_IDLE_MS } from '../../shared/job-query.ts';
import { useRevealOnce } from '../../shared/pages.ts';
import { axisLabels, type TimeWindow, zoomed } from '../../shared/time-axis.ts';
import { useLogText } from '../../shared/use-log-text.ts';
import type { TaintDrawn } from '../causes/taint-drawn.ts';
import { changeView, useChoices } from '../sessions/view-store.ts';
import { type CausalArrows, causalArrows, type PlacedTaint, placedTaint, textAt } from './causal-arrows.ts';
import { LaneArrows, LanePath, LaneTaint, PathLine } from './LaneArrows.tsx';
import styles from './Lanes.module.css';
import {
  barText,
  rowAt,
  SPAN_FORMS,
  type SpanForm,
  spanForm,
  spanIcon,
  useLaneCursor,
} from './lane-cursor.ts';
import { laneCaption, laneName, mainOrdinal, nodeCounts } from './lane-rows.ts';
import {
  type DrawnPath,
  type DrawnRow,
  type DrawnSpan,
  type LaneTrack,
  type LaneWindow,
  laneTrack,
  pathTextAt,
} from './lane-window.ts';

/** Height of a lane, px. */
const LANE_HEIGHT = 30;

export interface LaneChartProps {
  readonly sessionId: string;
  /** The visible lanes. */
  readonly view: LaneWindow;
  /** Keys of folded lanes. */
  readonly folded: readonly string[];
  /** Causes and effects of the selected event. */
  readonly chain: CausalChain | null;
  /** The path of untrusted content, while it is rendered. */
  readonly taint: TaintDrawn | null;
  readonly onRange: (start: number, end: number) => void;
  readonly onWidth: (width: number) => void;
  readonly onSelect: (ordinal: number) => void;
  readonly onToggle: (key: string) => void;
  readonly onWindow: (window: TimeWindow | null) => void;
}

/** View: names on the left, bars over the folded axis on the right, the selection's causal arrows above them. */
export function LaneChart(props: LaneChartProps) {
  const { view, folded, chain, taint, onSelect, onToggle, onWindow, onWidth } = props;
  const track = useMemo(() => laneTrack(view, view.widthPx, view.window), [view]);
  const placeOf = useMemo(() => eventPlaces(view, track.placeOfEvent), [view, track]);
  const arrows = useMemo(() => causalArrows(chain, placeOf), [chain, placeOf]);
  const tainted = useMemo(() => placedTaint(taint, placeOf), [taint, placeOf]);
  const selectedRow = arrows.selected?.row ?? null;
  const list = useRef<VirtualRowsHandle>(null);
  const { axis, originMs } = track;
  const attributesOf = useRowAttributes(view, originMs, tainted, selectedRow);
  const labels = useMemo(() => (originMs === null ? [] : axisLabels(axis, originMs)), [axis, originMs]);
  const about = chain?.target.kind === 'event' ? chain.target.row.timeMs : null;
  const zoom = (factor: number) => onWindow(zoomed(view.segments, view.window, factor, about));
  const cursor = useLaneCursor({ view, folded, track, selectedRow, list, onToggle, onSelect, onZoom: zoom });
  useRevealOnce(arrows.selected?.ordinal ?? null, selectedRow, (row) => revealLane(list.current, view, row));
  return (
    <div className={layout('column pane container', styles.screen)}>
      <LaneTools
        sessionId={props.sessionId}
        view={view}
        canZoom={axis.pxPerMs > 0 && originMs !== null}
        words={cursor.words}
        left={arrows.left}
        onZoom={zoom}
        onWhole={() => onWindow(null)}
      />
      <LaneAxis track={track} labels={labels} />
      <div
        className={layout('fill relative')}
        onClickCapture={(click) => selectPressed(click, view, onSelect, cursor.move)}
      >
        <LaneGrid track={track} labels={labels} />
        <VirtualRows
          ref={list}
          kind="tree"
          label="Lanes"
          count={view.total}
          rowHeight={LANE_HEIGHT}
          activeIndex={cursor.active}
          rowAttributes={attributesOf}
          renderRow={(index) => {
            const row = rowAt(view, index);
            if (row === null) return null;
            const span = index === cursor.active ? cursor.span : null;
            return <LaneRowView row={row} track={track} cursor={span} onToggle={onToggle} />;
          }}
          handlers={{ onMove: cursor.move, onOpen: cursor.open, onKey: cursor.onKey, onRange: props.onRange }}
          overlay={(seen) => (
            <LaneOverlay drawn={{ arrows, tainted, path: view.path }} view={seen} onWidth={onWidth} />
          )}
        />
      </div>
      <LaneLegend path={view.path !== null} />
    </div>
  );
}

interface LaneOverlayProps {
  /** What is drawn over the lanes; null for what is not displayed. */
  readonly drawn: {
    readonly arrows: CausalArrows;
    readonly tainted: PlacedTaint | null;
    readonly path: DrawnPath | null;
  };
  readonly view: OverlayView;
  readonly onWidth: (width: number) => void;
}

function LaneOverlay({ drawn: { arrows, tainted, path }, view, onWidth }: LaneOverlayProps) {
  const [width, setWidth] = useState(0);
  const measure = useCallback(
    (next: number) => {
      setWidth(next);
      onWidth(next);
    },
    [onWidth],
  );
  return (
    <>
      {path === null ? null : <LanePath path={path} view={view} width={width} />}
      <LaneArrows arrows={arrows} view={view} width={width} onWidth={measure} />
      {tainted === null ? null : <LaneTaint taint={tainted} view={view} width={width} />}
    </>
  );
}

function eventPlaces(view: LaneWindow, xOf: (event: EventRow) => number | null) {
  const rows = new Map(view.places.map(({ ordinal, row }) => [ordinal, row]));
  return (event: EventRow) => {
    const row = rows.get(event.ordinal);
    const x = xOf(event);
    return row === undefined || x === null ? null : { row, x };
  };
}

/** A press on a bar selects its event, one on a lane the lane's main event; the fold mark folds only. */
function selectPressed(
  click: MouseEvent,
  view: LaneWindow,
  onSelect: (ordinal: number) => void,
  press: (row: number) => void,
): void {
  if (!(click.target instanceof Element) || click.target.closest('[data-fold]') !== null) return;
  const index = Number(click.target.closest('[data-index]')?.getAttribute('data-index') ?? 'none');
  const row = rowAt(view, index);
  if (row === null) return;
  press(index);
  const bar = click.target.closest('[data-ordinal]')?.getAttribute('data-ordinal');
  const ordinal = bar === undefined || bar === null ? row.main : Number(bar);
  if (ordinal !== null) onSelect(ordinal);
}

/** Scrolls a lane into view, with some of the lanes below it. */
function revealLane(list: VirtualRowsHandle | null, view: LaneWindow, row: number): void {
  // The last lane below it, at most as far as fits above the third of a usual window.
  const level = rowAt(view, row)?.level ?? 0;
  let last = row;
  while (last < row + 4 && (rowAt(view, last + 1)?.level ?? 0) > level) last += 1;
  list?.reveal(last, 'place');
  // The lane itself comes first where not all of them fit.
  list?.reveal(row, 'least');
}

/** The attributes of rows, by index. */
function useRowAttributes(
  view: LaneWindow,
  originMs: number | null,
  tainted: PlacedTaint | null,
  selectedRow: number | null,
) {
  const { event } = useLogText();
  return (index: number): RowAttributes => {
    const row = rowAt(view, index);
    const selected = index === selectedRow;
    if (row === null) return { selected };
    const { lane, level, posInSet, setSize, unfolded } = row;
    const name = `${laneName(lane, originMs, event)}${pathTextAt(view.path, index)}${textAt(tainted, index)}`;
    const expanded = unfolded === null ? {} : { expanded: unfolded };
    return { name: displayText(name), level: level + 1, posInSet, setSize, selected, ...expanded };
  };
}

interface LaneAxisProps {
  readonly track: LaneTrack;
  readonly labels: ReturnType<typeof axisLabels>;
}

/** The head of the lanes: column names and times since the start. */
function LaneAxis({ track, labels }: LaneAxisProps) {
  const { node } = useLogText();
  return (
    <div className={layout('caption flex fixed ruled high24 line24')} aria-hidden="true">
      <div className={layout('flex spread fixed endRuled pad0x12', styles.nameHead)}>
        <span>{node}</span>
        <span>took</span>
      </div>
      <div className={layout('flexes relative crops')}>
        {track.originMs === null && (
          <span className={layout('absolute nowrap atTop padStart4')}>
            in order of the log, first to last
          </span>
        )}
        {labels.map((label) => (
          <span
            key={`${label.kind} ${label.left}`}
            className={layout('absolute nowrap atTop padStart4')}
            style={{ left: `${label.left}px` }}
          >
            {label.text}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Lines of the labelled times and the folded ranges, below the lanes. */
function LaneGrid({ track: { axis }, labels }: LaneAxisProps) {
  return (
    <div className={layout('absolute passive crops startRuled', styles.tracks)} aria-hidden="true">
      {axis.pieces
        .filter((piece) => piece.idle && piece.right - piece.left >= 2)
        .map((piece) => (
          <span
            key={piece.fromMs}
            className={layout('absolute topToBottom chrome dashedSides')}
            style={{ left: `${piece.left}px`, width: `${piece.right - piece.left}px` }}
          />
        ))}
      {labels
        .filter((label) => label.kind === 'tick')
        .map((label) => (
          <span
            key={label.left}
            className={layout('absolute topToBottom startRuled')}
            style={{ left: `${label.left}px` }}
          />
        ))}
    </div>
  );
}

const ORDERS = [
  { value: 'start', label: 'By start' },
  { value: 'duration', label: 'By duration' },
] as const;

interface LaneToolsProps {
  readonly sessionId: string;
  readonly view: LaneWindow;
  readonly canZoom: boolean;
  /** Text of the item at the cursor; the counts are displayed while it is on no bar. */
  readonly words: string;
  /** Causes and effects without an arrow. */
  readonly left: number;
  readonly onZoom: (factor: number) => void;
  readonly onWhole: () => void;
}

/** The bar above the lanes: counts or the item at the cursor, then the display options. */
function LaneTools(props: LaneToolsProps) {
  const { sessionId, view, words, left, canZoom } = props;
  const { node, run } = useLogText();
  const { drawsPath, foldIdle, laneOrder } = useChoices(sessionId, 'drawsPath', 'foldIdle', 'laneOrder');
  const isZoomed = view.window !== null;
  return (
    <div className={layout('bar wrap gap4x12 pad4x12 min32')}>
      <span className={layout('narrow second grow320', words !== '' && layout.clip)} title={words}>
        {words === '' ? nodeCounts(view.counts, node) : words}
        {words === '' && left > 0
          ? `; ${countOf(left, 'cause or effect', 'causes and effects')} without an arrow`
          : ''}
        {words === '' && view.startMs === null ? '; no event has a readable time' : ''}
        {words === '' && drawsPath && view.path === null ? '; no critical path' : ''}
      </span>
      <CheckBox isOn={drawsPath} onChange={(isOn) => changeView(sessionId, { drawsPath: isOn })}>
        Critical path
      </CheckBox>
      <CheckBox isOn={foldIdle} onChange={(isOn) => changeView(sessionId, { foldIdle: isOn })}>
        Fold idle over {FOLD_IDLE_MS / 1000} s
      </CheckBox>
      <Segmented
        label="Order of lanes"
        choices={ORDERS}
        value={laneOrder}
        onChange={(next) => changeView(sessionId, { laneOrder: next })}
      />
      <span className={layout('inlineRow gap2')}>
        <IconButton
          small
          icon="minus"
          label="Zoom out"
          isDisabled={!isZoomed}
          onPress={() => props.onZoom(0.5)}
        />
        <IconButton small icon="plus" label="Zoom in" isDisabled={!canZoom} onPress={() => props.onZoom(2)} />
        <Button small isDisabled={!isZoomed} onPress={props.onWhole}>
          {`Whole ${run}`}
        </Button>
      </span>
    </div>
  );
}

/** Kinds of interaction bars; the others are of runs alone. */
const OF_INTERACTIONS: ReadonlySet<string> = new Set<SpanForm>(['ran', 'waited', 'failed']);

const PATH_LINES = [
  ['working', 'critical path, working'],
  ['waitingForPeople', 'waiting'],
  ['queueing', 'queueing'],
] as const;

/** Legend of the bars' patterns, of the critical path while it is rendered, and of the view's keys. */
function LaneLegend({ path }: { readonly path: boolean }) {
  const isOfRuns = useLogText().run === 'run';
  const forms = Object.entries(SPAN_FORMS).filter(([form]) => isOfRuns || OF_INTERACTIONS.has(form));
  return (
    <div className={layout('row aside wrap fixed nowrap min30 topRuled pad2x12 gap2x12')}>
      {forms.map(([form, { word, look }]) => (
        <span key={form} className={layout('inlineRow gap5')}>
          <i className={classNames(BAR, look, layout.sampleBar)} />
          {word}
        </span>
      ))}
      {(path ? PATH_LINES : []).map(([kind, word]) => (
        <span key={kind} className={layout('inlineRow gap5')}>
          <svg width="22" height="11" aria-hidden="true">
            <PathLine kind={kind} d="M0 6H22" />
          </svg>
          {word}
        </span>
      ))}
      <span className={layout('inlineRow toEnd gap5', styles.keyHint)}>
        <Kbd keys={keysOf('zoom-time-out')} />
        <Kbd keys={keysOf('zoom-time-in')} /> zoom
      </span>
      <span className={layout('inlineRow gap5', styles.keyHint)}>
        <Kbd keys={keysOf('fold')} />
        <Kbd keys={keysOf('unfold')} /> fold lane
      </span>
    </div>
  );
}

const BAR = layout('row absolute crops nowrap meta primary gap4 sunken rounded inputEdge laneBar darkens');

/** Narrower bars have no glyph, or no word. */
const ICON_FROM = 18;
const WORD_FROM = 44;

interface LaneRowViewProps {
  readonly row: DrawnRow;
  readonly track: LaneTrack;
  /** Index of the bar with the keyboard cursor. */
  readonly cursor: number | null;
  readonly onToggle: (key: string) => void;
}

/** One lane: its name with the fold mark, then its bars. */
const LaneRowView = memo(function LaneRowView({ row, track, cursor, onToggle }: LaneRowViewProps) {
  const { lane, bars } = row;
  const isMain = lane.kind === 'run' || lane.kind === 'node';
  return (
    <div className={layout('flex full', isMain && layout('topRuled', styles.main))}>
      <div
        className={layout('row fixed code second gap6', styles.name)}
        style={{ paddingInlineStart: `${12 + row.level * 18}px` }}
      >
        <span
          className={layout('centred fixed third stretches wide14')}
          data-fold=""
          aria-hidden="true"
          onClick={() => row.unfolded !== null && onToggle(lane.key)}
        >
          {row.unfolded !== null && <Icon name={row.unfolded ? 'chevronDown' : 'chevronRight'} size={10} />}
        </span>
        <span className={layout('ellipsis narrow')} title={lane.name}>
          <VisibleText text={lane.name} />
        </span>{' '}
        <span className={layout('inlineRow caption fixed toEnd gap4 regular')}>
          {lane.state === 'notReached' && <Icon name="hypothetical" size={12} />}
          {laneCaption(lane)}
        </span>
      </div>
      <div className={layout('grow relative crops')}>
        {bars.map((bar, at) => (
          <Bar key={bar.first} row={row} bar={bar} track={track} isCursor={at === cursor} />
        ))}
        {lane.state === 'notReached' && (
          <span className={layout('absolute dottedRest')} style={{ left: `${track.axis.width}px` }} />
        )}
      </div>
    </div>
  );
});

interface BarProps extends Pick<LaneRowViewProps, 'row' | 'track'> {
  readonly bar: DrawnSpan;
  readonly isCursor: boolean;
}

function Bar({ row, bar, track, isCursor }: BarProps) {
  const { lane } = row;
  const icon = spanIcon(lane, bar);
  const form = spanForm(bar);
  const count = bar.last - bar.first + 1;
  const word = displayText(count > 1 ? `${count} bars` : bar.span.label);
  const isMain = lane.kind === 'run' || lane.kind === 'node';
  return (
    <span
      className={classNames(
        BAR,
        SPAN_FORMS[form].look,
        !isMain && layout.smallLaneBar,
        bar.width >= ICON_FROM && layout.pad0x5,
        !bar.span.ended && layout('dottedEnd squareEnd'),
        bar.cutLeft && layout('noStart squareStart'),
        bar.cutRight && layout('noEnd squareEnd'),
        isCursor && layout('above cursorRing'),
      )}
      style={{ left: `${bar.x}px`, width: `${bar.width}px` }}
      data-ordinal={mainOrdinal(bar.span)}
      title={barText(row, bar, track)}
    >
      {bar.width >= ICON_FROM && icon !== null && <Icon name={icon} size={11} />}
      {/* The word comes from the style sheet, so that it is not read as part of the lane's name. */}
      {bar.width >= WORD_FROM && (
        <span
          className={layout(
            'ellipsis',
            styles.word,
            form === 'waited' && layout('chrome roundedLess pad0x3'),
          )}
          data-word={word}
        />
      )}
    </span>
  );
}
