import { classNames, layout } from '@openwop-inspector/ui';
import { memo } from 'react';
import { type ColumnWidths, isSized } from '../../model/list-columns.ts';
import markStyles from '../../ui/Mark.module.css';
import { useLogText } from '../../ui/use-log-text.ts';
import { ColumnEdge, type ColumnEdgeProps } from './ColumnEdge.tsx';
import styles from './EventList.module.css';
import { type EventCells, eventColumns } from './event-columns.tsx';
import { beforeRow, placeText } from './row-notes.ts';

/** The headings above the rows. */
export function ColumnHeadings({
  showsRun,
  columns,
  widths,
  onWidth,
}: {
  readonly showsRun: boolean;
  readonly columns: ReadonlySet<string>;
  readonly widths: ColumnWidths;
  /** Absent where widths cannot be set. */
  readonly onWidth?: ColumnEdgeProps['onWidth'] | undefined;
}) {
  const words = useLogText();
  return (
    <div className={layout('caption fixed ruled', styles.heads)}>
      {eventColumns(showsRun, columns).map(({ name, heading }) => (
        <span key={name} className={styles[name]}>
          <span aria-hidden="true">{name === 'run' || name === 'node' ? words[name] : heading}</span>
          {onWidth !== undefined && isSized(name) ? (
            <ColumnEdge column={name} width={widths[name] ?? null} onWidth={onWidth} />
          ) : null}
        </span>
      ))}
    </div>
  );
}

/**
 * One event, a cell for each column. Memoized by its row object, so that appending rows re-renders none of the visible
 * ones.
 */
export const EventRowView = memo(function EventRowView(cells: EventCells) {
  const { row, previous, runLabel } = cells;
  const before = beforeRow(previous, row);
  return (
    <div
      className={layout(
        'row nowrap',
        styles.cells,
        styles[row.tone],
        row.isDimmed && styles.dimmed,
        cells.mark !== null && classNames(styles.marked, markStyles[cells.mark.mark]),
        before !== null && styles[before.kind],
      )}
    >
      {eventColumns(runLabel !== null, cells.columns).map(({ name, cell, title }) => (
        <span key={name} className={styles[name]} title={title?.(cells)}>
          {cell(cells)}
        </span>
      ))}
    </div>
  );
});

/** Placeholder of a row until it is fetched: its position in the list only. */
export function UnfetchedRow({ index }: { readonly index: number }) {
  return <div className={layout('row nowrap', styles.cells, styles.unfetched)}>{placeText(index)}</div>;
}
