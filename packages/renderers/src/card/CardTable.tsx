import { isRecord, pointerTo } from '@openwop-inspector/base';
import { ScrollGroup } from '../scroll-group/ScrollGroup.tsx';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import type { ItemPage } from './CardItems.tsx';
import styles from './card.module.css';
import { useCardPlace } from './card-place.ts';

export interface CardTableProps extends ItemPage {
  readonly columns: readonly string[];
}

/** A page of items with the same fields. Rows are numbered as the array counts, from 0. */
export function CardTable({ items, from, to, pointer, depth, columns }: CardTableProps) {
  return (
    <ScrollGroup className={styles.tableBox} aria-label="Table of items">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">#</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                <VisibleText text={column.slice(0, 100)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.slice(from, to).map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an item is its place
            <tr key={from + at}>
              <th scope="row" className={styles.rowNumber}>
                {from + at}
              </th>
              <Cells item={item} columns={columns} pointer={pointerTo(pointer, from + at)} depth={depth} />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollGroup>
  );
}

interface CellsProps extends Pick<CardTableProps, 'columns' | 'pointer' | 'depth'> {
  readonly item: unknown;
}

/** Only the first items were looked at: one that is no object, or has more fields, is shown whole. */
function Cells({ item, columns, pointer, depth }: CellsProps) {
  const { Value } = useCardPlace();
  const isRow = isRecord(item) && Object.keys(item).every((key) => columns.includes(key));
  if (!isRow) {
    return (
      <td colSpan={columns.length}>
        <Value name="" value={item} pointer={pointer} depth={depth} />
      </td>
    );
  }
  return columns.map((column) => (
    <td key={column}>
      {Object.hasOwn(item, column) ? (
        <Value
          name={column}
          value={item[column]}
          pointer={pointerTo(pointer, column)}
          // What lies in a cell is folded sooner: a cell is narrow.
          depth={depth + 1}
        />
      ) : (
        <span className={styles.quiet}>absent</span>
      )}
    </td>
  ));
}
