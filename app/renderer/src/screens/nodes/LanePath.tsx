import type { PathKind } from '@openwop-inspector/run-log';
import { classNames, type OverlayView } from '@openwop-inspector/ui';
import type { DrawnPath } from '../../model/lane-track.ts';
import styles from './Lanes.module.css';

/** Distance of the path below the middle of a lane, px: along the lower edge of its bars. */
const DROP = 11;
/** Minimum width of a piece, px. */
const LEAST = 2;

/** Each kind has a line style of its own. */
export const PATH_FORMS: Readonly<Record<PathKind, string | undefined>> = {
  working: styles.pathWorking,
  waitingForPeople: styles.pathWaiting,
  waitingForSystems: styles.pathWaiting,
  queueing: styles.pathQueueing,
};

export interface LanePathProps {
  readonly path: DrawnPath;
  readonly view: OverlayView;
  /** Width of the tracks, px. */
  readonly width: number;
}

/** The critical path along the lower edges of the bars, and from lane to lane where one lets the next start. */
export function LanePath({ path, view, width }: LanePathProps) {
  const y = (row: number): number => row * view.rowHeight + view.rowHeight / 2 + DROP - view.top;
  const isInSight = (row: number): boolean => y(row) > -40 && y(row) < view.height + 40;
  const pieces = path.pieces.filter(
    ({ row, fromRow }) => isInSight(row) || (fromRow !== null && isInSight(fromRow)),
  );
  return (
    <div className={styles.arrows} aria-hidden="true">
      <svg width={width} height={view.height} className={styles.arrowLines} aria-hidden="true">
        {pieces.map(({ row, kind, x1, x2, fromRow }) => (
          <g key={`${row} ${kind} ${x1}`}>
            {fromRow === null || fromRow === row ? null : (
              <path d={`M${x1} ${y(fromRow)}V${y(row)}`} className={styles.pathStep} />
            )}
            <path
              d={`M${x1} ${y(row)}H${Math.max(x2, x1 + LEAST)}`}
              className={classNames(styles.path, PATH_FORMS[kind])}
            />
          </g>
        ))}
      </svg>
    </div>
  );
}
