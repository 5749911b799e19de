import type { PathKind } from '@openwop-inspector/run-log';
import { type BadgeTone, Icon, layout, type OverlayView, onResize } from '@openwop-inspector/ui';
import { type ReactNode, type Ref, type SVGProps, useEffect, useId, useRef } from 'react';
import {
  type ArrowEnd,
  arrowPath,
  type CausalArrow,
  type CausalArrows,
  INSIDE_DROP,
  type LabelWish,
  type PlacedTaint,
  placedLabels,
} from './causal-arrows.ts';
import styles from './Lanes.module.css';
import type { DrawnPath } from './lane-window.ts';

/** Maximum number of labelled edges; the right pane has the labels of all. */
const MAX_WORDS = 4;

interface OverlayProps {
  readonly view: OverlayView;
  /** Width of the tracks, px. */
  readonly width: number;
}

/** Where rows are in the view, px: their middle, or a line `drop` below it. */
function rowsIn(view: OverlayView, drop = 0) {
  const y = (row: number): number => row * view.rowHeight + view.rowHeight / 2 + drop - view.top;
  return { y, isVisible: (row: number): boolean => y(row) > -40 && y(row) < view.height + 40 };
}

interface LayerProps extends OverlayProps {
  readonly ref?: Ref<HTMLDivElement>;
  /** Shapes of the drawing. */
  readonly lines: ReactNode;
  /** What lies over it. */
  readonly children?: ReactNode;
}

/** A drawing over the tracks. */
function Layer({ ref, view, width, lines, children }: LayerProps) {
  const size = { width, height: view.height };
  return (
    <div ref={ref} className={layout('absolute crops', styles.tracks)} aria-hidden="true">
      <svg {...size} className={layout('absolute covers')} fill="none" aria-hidden="true">
        {lines}
      </svg>
      {children}
    </div>
  );
}

export interface LaneArrowsProps extends OverlayProps {
  readonly arrows: CausalArrows;
  /** Called with the width of the tracks whenever it changes. */
  readonly onWidth: (width: number) => void;
}

/** The selection's causal path over the lanes: accent to its causes, grey to its effects, double after an envelope. */
export function LaneArrows({ arrows, view, width, onWidth }: LaneArrowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const head = useId();
  useEffect(() => onResize(box.current, ({ clientWidth }) => onWidth(clientWidth)), [onWidth]);
  const rows = rowsIn(view);
  const y = (end: ArrowEnd) => rows.y(end.row);
  const visible = arrows.arrows.filter(({ from, to }) => {
    return Math.max(y(from), y(to)) > -40 && Math.min(y(from), y(to)) < view.height + 40;
  });
  const strong = new Set([arrows.selected?.ordinal, arrows.root?.ordinal]);
  const ends = new Map(visible.flatMap(({ from, to }) => [from, to]).map((end) => [end.ordinal, end]));
  const lines = (
    <>
      <ArrowHeads head={head} />
      {arrows.selected !== null && (
        <path
          d={`M${arrows.selected.x} 0V${view.height}`}
          opacity="0.55"
          stroke={ACCENT}
          strokeDasharray="3 3"
        />
      )}
      {visible.map((arrow) => (
        <Arrow
          key={`${arrow.from.ordinal} ${arrow.to.ordinal}`}
          arrow={arrow}
          y={y}
          head={`${head}${arrow.side}`}
        />
      ))}
      {[...ends.values()].map((end) => (
        <circle
          key={end.ordinal}
          cx={end.x}
          cy={y(end)}
          r="3.6"
          fill={strong.has(end.ordinal) ? ACCENT : 'var(--bg)'}
          stroke={ACCENT}
          strokeWidth="2"
        />
      ))}
    </>
  );
  return (
    <Layer ref={box} view={view} width={width} lines={lines}>
      <Pills
        wishes={wishes(arrows, visible, y)}
        width={width}
        classOf={(text) => (text.startsWith('effect') ? styles.effectPill : undefined)}
      />
    </Layer>
  );
}

const ACCENT = 'var(--accent)';

const SIDE_COLOURS = { cause: layout.accentText, effect: layout.third } as const;

function ArrowHeads({ head }: { readonly head: string }) {
  return (
    <defs>
      {(['cause', 'effect'] as const).map((side) => (
        <marker
          key={side}
          id={`${head}${side}`}
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0 0l8 4-8 4z" fill="currentColor" className={SIDE_COLOURS[side]} />
        </marker>
      ))}
    </defs>
  );
}

interface PillsProps extends Pick<OverlayProps, 'width'> {
  readonly wishes: readonly LabelWish[];
  readonly classOf: (text: string) => string | undefined;
}

/** Labels over the lanes, where there is space for them. */
function Pills({ wishes, width, classOf }: PillsProps) {
  return placedLabels(wishes, width).map(({ text, left, top, width: own }) => (
    <span
      key={`${left} ${top}`}
      className={layout('clip', styles.pill, classOf(text))}
      style={{ left: `${left}px`, top: `${top}px`, width: `${own}px` }}
    >
      {text}
    </span>
  ));
}

interface ArrowProps {
  readonly arrow: CausalArrow;
  readonly y: (end: ArrowEnd) => number;
  readonly head: string;
}

const ARROW_FORMS: Readonly<Record<CausalArrow['form'], SVGProps<SVGPathElement>>> = {
  single: {},
  double: { strokeWidth: 5 },
  dotted: { stroke: 'var(--line-control)', strokeDasharray: '1.5 4', strokeLinecap: 'round' },
};

function Arrow({ arrow: { from, to, side, form }, y, head }: ArrowProps) {
  const d = arrowPath(from.x, y(from), to.x, y(to), side === 'cause');
  const marker = form === 'dotted' ? {} : { markerEnd: `url(#${head})` };
  return (
    <>
      <path
        d={d}
        className={SIDE_COLOURS[side]}
        stroke="currentColor"
        strokeWidth="1.8"
        {...ARROW_FORMS[form]}
        {...marker}
      />
      {form === 'double' && <path d={d} stroke="var(--bg)" strokeWidth="1.6" />}
    </>
  );
}

/** The start of the chain first, then edges from the event outwards. An edge inside one bar needs no label. */
function wishes(
  { root }: CausalArrows,
  visible: readonly CausalArrow[],
  y: (end: ArrowEnd) => number,
): readonly LabelWish[] {
  const edges = visible
    .filter(({ from, to }) => from.row !== to.row || Math.abs(from.x - to.x) > 100)
    .slice(0, MAX_WORDS)
    .map(({ from, to, words, side }): LabelWish => {
      const prefers = side === 'effect' ? 'left' : 'right';
      const middle = (from.x + to.x) / 2;
      if (from.row === to.row) return { text: words, x: middle, y: y(from) + INSIDE_DROP, prefers };
      const bulges = side === 'cause' && Math.abs(to.x - from.x) < 24;
      const x = bulges ? Math.max(from.x, to.x) + 26 : middle;
      return { text: words, x, y: (y(from) + y(to)) / 2, prefers };
    });
  return root === null ? edges : [{ text: root.words, x: root.x, y: y(root), prefers: 'left' }, ...edges];
}

/** Distance of the path below the middle of a lane, px: along the lower edge of its bars. */
const DROP = 11;
/** Minimum width of a piece, px. */
const LEAST = 2;

const PATH_FORMS: Readonly<Record<PathKind, SVGProps<SVGPathElement>>> = {
  working: { strokeLinecap: 'square' },
  waitingForPeople: { strokeDasharray: '7 3' },
  waitingForSystems: { strokeDasharray: '7 3' },
  queueing: { strokeWidth: 2, strokeDasharray: '1.5 2.5' },
};

/** A piece of the critical path: each kind has a line style of its own. */
export const PathLine = ({ kind, d }: { readonly kind: PathKind; readonly d: string }) => (
  <path d={d} stroke="var(--text)" strokeWidth="3" {...PATH_FORMS[kind]} />
);

/** The critical path along the lower edges of the bars, and from lane to lane where one lets the next start. */
export function LanePath({ path, view, width }: OverlayProps & { readonly path: DrawnPath }) {
  const { y, isVisible } = rowsIn(view, DROP);
  const pieces = path.pieces.filter(
    ({ row, fromRow }) => isVisible(row) || (fromRow !== null && isVisible(fromRow)),
  );
  const lines = pieces.map(({ row, kind, x1, x2, fromRow }) => (
    <g key={`${row} ${kind} ${x1}`}>
      {fromRow === null || fromRow === row ? null : (
        <path d={`M${x1} ${y(fromRow)}V${y(row)}`} stroke="var(--text)" strokeWidth="1.5" />
      )}
      <PathLine kind={kind} d={`M${x1} ${y(row)}H${Math.max(x2, x1 + LEAST)}`} />
    </g>
  ));
  return <Layer view={view} width={width} lines={lines} />;
}

/** Maximum number of rendered labels of the path; the legend above has the words of all kinds. */
const MAX_LABELS = 8;
const MARKS: Partial<Record<BadgeTone, string | undefined>> = {
  untrusted: layout('untrustedText dashedStyle'),
  ok: layout.okText,
  error: layout.errorText,
};
/** Side length of a mark, px. */
const SIDE = 14;

/** The path of untrusted content over the lanes: dashed, with a glyph and a word where the taint changes. */
export function LaneTaint({ taint, view, width }: OverlayProps & { readonly taint: PlacedTaint }) {
  const { y, isVisible } = rowsIn(view);
  const ends = taint.ends.filter(({ row }) => isVisible(row));
  const edges = taint.edges.filter(({ from, to }) => isVisible(from.row) || isVisible(to.row));
  const wishes = ends
    .flatMap(({ x, row, words }) =>
      words === null ? [] : [{ text: words, x, y: y(row), prefers: 'right' as const }],
    )
    .slice(0, MAX_LABELS);
  const lines = (
    <>
      {edges.map(({ from, to }) => (
        <path
          key={`${from.ordinal} ${to.ordinal}`}
          d={arrowPath(from.x, y(from.row), to.x, y(to.row), true)}
          stroke="var(--untrusted)"
          strokeWidth="2"
          strokeDasharray="5 3"
        />
      ))}
      {ends.map(({ ordinal, x, row, mark }) =>
        mark.badge === null ? (
          <path
            key={ordinal}
            d={`M${x - 3} ${y(row) - 3}h6v6h-6z`}
            fill="var(--untrusted-tint)"
            stroke="var(--untrusted)"
          />
        ) : null,
      )}
    </>
  );
  return (
    <Layer view={view} width={width} lines={lines}>
      {ends.map(({ ordinal, x, row, mark }) =>
        mark.badge === null ? null : (
          <span
            key={ordinal}
            className={layout(
              'absolute centred wide14 high14 currentEdge rounded raisedGround',
              MARKS[mark.badge.tone],
            )}
            style={{ left: `${x - SIDE / 2}px`, top: `${y(row) - SIDE / 2}px` }}
          >
            <Icon name={mark.badge.icon} size={10} />
          </span>
        ),
      )}
      <Pills wishes={wishes} width={width} classOf={() => layout('untrustedText', styles.taintPill)} />
    </Layer>
  );
}
