import type { EventRow } from '@openwop-inspector/run-log';
import type { CSSProperties, ReactNode, Ref } from 'react';
import { placeOf, type TimeAxis } from '../../model/time-axis.ts';
import { classNames } from '../../ui/class-names.ts';
import { VirtualRows, type VirtualRowsHandle } from '../../ui/VirtualRows.tsx';
import styles from './EventList.module.css';
import { EventRowView, type PathMark, UnfetchedRow } from './EventRowView.tsx';

export interface EventListProps {
  readonly total: number;
  readonly rowAt: (index: number) => EventRow | null;
  readonly onRange: (start: number, end: number) => void;
  /** Place of the selected event in the list, or of the nearest one before it. */
  readonly activeIndex: number | null;
  readonly selected: number | null;
  readonly onMove: (index: number) => void;
  readonly onOpen: () => void;
  /** The time axis of the session; null without times. */
  readonly axis: TimeAxis | null;
  readonly startMs: number | null;
  readonly pathMarks: ReadonlyMap<number, PathMark>;
  readonly firstFailures: ReadonlySet<number>;
  /** False while a filter hides rows, so that hidden rows are not called missing. */
  readonly isWhole: boolean;
  /** Short label of each run; null when there is only one. */
  readonly runLabels: ReadonlyMap<string, string> | null;
  /** Digits of the greatest sequence, for the width of its column. */
  readonly sequenceDigits: number;
  readonly listRef: Ref<VirtualRowsHandle>;
  /** Shown in place of rows when there are none. */
  readonly empty: ReactNode;
}

/** The event list: a virtual listbox with column heads. Knows no store. */
export function EventList(props: EventListProps) {
  const { rowAt, startMs, firstFailures, isWhole } = props;
  const renderRow = (index: number) => {
    const row = rowAt(index);
    if (row === null) return <UnfetchedRow index={index} />;
    return (
      <EventRowView
        row={row}
        previous={isWhole && index > 0 ? rowAt(index - 1) : null}
        startMs={startMs}
        share={shareOf(props.axis, row.timeMs)}
        pathMark={props.pathMarks.get(row.ordinal) ?? null}
        isFirstFailure={firstFailures.has(row.ordinal)}
        runLabel={props.runLabels === null ? null : (props.runLabels.get(row.runId) ?? row.runId)}
      />
    );
  };
  const width: CSSProperties & Record<string, string> = {
    '--sequence-width': `${Math.max(4, props.sequenceDigits) + 1}ch`,
  };
  return (
    <div className={styles.list} style={width}>
      <ColumnHeads showsRun={props.runLabels !== null} />
      {props.total === 0 ? (
        props.empty
      ) : (
        <VirtualRows
          ref={props.listRef}
          label="Events"
          className={styles.rows}
          count={props.total}
          activeIndex={props.activeIndex}
          isSelected={(index) => props.selected !== null && rowAt(index)?.ordinal === props.selected}
          renderRow={renderRow}
          onMove={props.onMove}
          onOpen={props.onOpen}
          onRange={props.onRange}
        />
      )}
    </div>
  );
}

/** How far along the axis a time lies, 0 to 1. */
function shareOf(axis: TimeAxis | null, timeMs: number | null): number | null {
  return axis === null || timeMs === null || axis.width === 0 ? null : placeOf(axis, timeMs) / axis.width;
}

function ColumnHeads({ showsRun }: { readonly showsRun: boolean }) {
  return (
    <div className={styles.heads} aria-hidden="true">
      <span className={styles.gutter} />
      <span className={styles.sequence}>seq</span>
      <span className={styles.time}>since start</span>
      <span className={styles.track} />
      {showsRun ? <span className={styles.run}>run</span> : null}
      <span className={styles.node}>node</span>
      <span className={styles.type}>type</span>
      <span className={classNames(styles.summary)}>summary</span>
    </div>
  );
}
