import type { TableRow } from '@openwop-inspector/events';
import { layout } from '@openwop-inspector/ui';
import { useId } from 'react';
import { FieldValue } from './FieldValue.tsx';
import { MoreButton } from './MoreButton.tsx';
import styles from './sheet.module.css';
import { usePaged } from './use-paged.ts';

interface SheetTableProps {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

/** Entries of one form, a page at a time. Wraps its cells, so that it never scrolls sideways. */
export function SheetTable({ title, columns, rows }: SheetTableProps) {
  const id = useId();
  const paged = usePaged(rows);
  return (
    <div className={styles.part}>
      <h4 id={id} className={styles.partTitle}>
        {title}
      </h4>
      <table className={layout.table} aria-labelledby={id}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {paged.shown.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={columns[column] ?? column}>
                  <FieldValue value={cell.value} pointer={cell.pointer} title={columns[column] ?? title} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <MoreButton paged={paged} noun="rows" />
    </div>
  );
}
