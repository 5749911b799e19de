import { type BadgeTone, classNames, Icon, layout, type OverlayView } from '@openwop-inspector/ui';
import { placedLabels } from '../../model/arrow-labels.ts';
import { arrowPath } from '../../model/causal-arrows.ts';
import type { PlacedTaint } from '../../model/lane-taint.ts';
import styles from './Lanes.module.css';

/** Maximum number of rendered labels of the path; the legend above has the words of all kinds. */
const MAX_LABELS = 8;
const MARKS: Partial<Record<BadgeTone, string | undefined>> = {
  untrusted: styles.untrustedMark,
  ok: styles.okMark,
  error: styles.errorMark,
};
/** Side length of a mark, px. */
const SIDE = 14;

export interface LaneTaintProps {
  readonly taint: PlacedTaint;
  readonly view: OverlayView;
  /** Width of the tracks, px. */
  readonly width: number;
}

/** The path of untrusted content over the lanes: dashed, with a glyph and a word where the taint changes. */
export function LaneTaint({ taint, view, width }: LaneTaintProps) {
  const y = (row: number): number => row * view.rowHeight + view.rowHeight / 2 - view.top;
  const isInSight = (row: number): boolean => y(row) > -40 && y(row) < view.height + 40;
  const ends = taint.ends.filter(({ row }) => isInSight(row));
  const edges = taint.edges.filter(({ from, to }) => isInSight(from.row) || isInSight(to.row));
  const wishes = ends
    .flatMap(({ x, row, words }) =>
      words === null ? [] : [{ text: words, x, y: y(row), prefers: 'right' as const }],
    )
    .slice(0, MAX_LABELS);
  return (
    <div className={styles.arrows} aria-hidden="true">
      <svg width={width} height={view.height} className={styles.arrowLines} aria-hidden="true">
        {edges.map(({ from, to }) => (
          <path
            key={`${from.ordinal} ${to.ordinal}`}
            d={arrowPath(from.x, y(from.row), to.x, y(to.row), true)}
            className={styles.taintWay}
          />
        ))}
        {ends.map(({ ordinal, x, row, mark }) =>
          mark.badge === null ? (
            <rect key={ordinal} x={x - 3} y={y(row) - 3} width="6" height="6" className={styles.taintStep} />
          ) : null,
        )}
      </svg>
      {ends.map(({ ordinal, x, row, mark }) =>
        mark.badge === null ? null : (
          <span
            key={ordinal}
            className={classNames(styles.taintMark, MARKS[mark.badge.tone])}
            style={{ left: `${x - SIDE / 2}px`, top: `${y(row) - SIDE / 2}px` }}
          >
            <Icon name={mark.badge.icon} size={10} />
          </span>
        ),
      )}
      {placedLabels(wishes, width).map((label) => (
        <span
          key={`${label.left} ${label.top}`}
          className={layout('clip', styles.pill, styles.taintPill)}
          style={{ left: `${label.left}px`, top: `${label.top}px`, width: `${label.width}px` }}
        >
          {label.text}
        </span>
      ))}
    </div>
  );
}
