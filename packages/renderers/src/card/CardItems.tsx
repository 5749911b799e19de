import { formatCount, pointerTo } from '@openwop-inspector/base';
import { useMemo, useState } from 'react';
import { CardTable } from './CardTable.tsx';
import styles from './card.module.css';
import { useCardPlace } from './card-place.ts';
import { tableColumns } from './uniform-table.ts';

/** Items that are shown at first, and on every later page. */
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
            <button type="button" className={styles.button} onClick={() => setSize(PAGE)}>
              Show more
            </button>
          )}
          {size === PAGE && items.length > PAGE && (
            <>
              <button
                type="button"
                className={styles.button}
                disabled={from === 0}
                onClick={() => setFrom(Math.max(0, from - PAGE))}
              >
                Previous page
              </button>
              <button
                type="button"
                className={styles.button}
                disabled={to >= items.length}
                onClick={() => setFrom(from + PAGE)}
              >
                Next page
              </button>
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
  /** Behind the last one. */
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
