import { formatCount, isRecord, pointerTo } from '@openwop-inspector/base';
import { Button, layout } from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import { ScrollGroup } from '../parts/ScrollGroup.tsx';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import styles from './card.module.css';
import { useCardPlace } from './card-place.ts';

/** Items that are displayed at first, and on every later page. */
const FIRST = 50;
const PAGE = 200;

export interface CardItemsProps {
  readonly items: readonly unknown[];
  readonly pointer: string;
  /** Of this array; the payload has 0. */
  readonly depth: number;
}

/** An array: a table when its items have the same fields, else a list. One page of it is in the document. */
export function CardItems({ items, pointer, depth }: CardItemsProps) {
  const columns = useMemo(() => tableColumns(items), [items]);
  const [from, setFrom] = useState(0);
  const [size, setSize] = useState(FIRST);
  if (items.length === 0) return <span className={styles.quiet}>no items</span>;
  const to = Math.min(from + size, items.length);
  const page = { items, from, to, pointer, depth };
  return (
    <>
      {columns === null ? <ItemList {...page} /> : <CardTable {...page} columns={columns} />}
      {items.length > FIRST && (
        <p className={styles.pages}>
          <span role="status">
            {columns === null ? 'Items' : 'Rows'} {formatCount(from + 1)} to {formatCount(to)} of{' '}
            {formatCount(items.length)}
          </span>
          {size === FIRST && (
            <Button small onPress={() => setSize(PAGE)}>
              Show more
            </Button>
          )}
          {size === PAGE && items.length > PAGE && (
            <>
              <Button small isDisabled={from === 0} onPress={() => setFrom(Math.max(0, from - PAGE))}>
                Previous page
              </Button>
              <Button small isDisabled={to >= items.length} onPress={() => setFrom(from + PAGE)}>
                Next page
              </Button>
            </>
          )}
        </p>
      )}
    </>
  );
}

/** A page of items. */
export interface ItemPage extends CardItemsProps {
  readonly from: number;
  /** Exclusive end. */
  readonly to: number;
}

function ItemList({ items, from, to, pointer, depth }: ItemPage) {
  const { Value } = useCardPlace();
  return (
    <ol className={styles.items} start={from + 1}>
      {items.slice(from, to).map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item is its place
        <li key={from + at}>
          <Value name="" value={item} pointer={pointerTo(pointer, from + at)} depth={depth} />
        </li>
      ))}
    </ol>
  );
}

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
              <th scope="row" className={layout.third}>
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

/** Only the first items were inspected: one that is not an object, or has more fields, is displayed completely. */
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

/** Number of items inspected before an array is called uniform. */
const MAX_INSPECTED = 200;
const MAX_COLUMNS = 12;

/**
 * Columns of a table, in the order of their first mention; null when the array is none. A table has two items at
 * least, all objects, with few different fields, and no field that most items lack.
 */
export function tableColumns(items: readonly unknown[]): readonly string[] | null {
  if (items.length < 2) return null;
  const counts = new Map<string, number>();
  const looked = items.slice(0, MAX_INSPECTED);
  for (const item of looked) {
    if (!isRecord(item)) return null;
    const keys = Object.keys(item);
    if (keys.length === 0 || keys.length > MAX_COLUMNS) return null;
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    if (counts.size > MAX_COLUMNS) return null;
  }
  const isShared = [...counts.values()].every((count) => count * 2 >= looked.length);
  return isShared ? [...counts.keys()] : null;
}
