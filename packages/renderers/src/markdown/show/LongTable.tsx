import { useMemo } from 'react';
import type { Components } from 'react-markdown';
import { MarkdownFlow } from './MarkdownFlow.tsx';
import styles from './markdown.module.css';
import { markdownComponents, TableBox } from './markdown-components.tsx';
import { useGrowing } from './use-growing.ts';

/** Rows of one parse; parses before the first "Show more" and with every other. */
const ROWS = 20;
const PAGE = 10;

/** A part of a table brings its rows, and the first part the heads too: together they are one table. */
const firstPart: Components = { ...markdownComponents, table: ({ children }) => children };
const laterPart: Components = { ...firstPart, thead: () => null };

export interface LongTableProps {
  /** Heads and delimiters, two lines. */
  readonly head: string;
  readonly rows: readonly string[];
}

/** A table of many rows, parsed twenty at a time. */
export function LongTable({ head, rows }: LongTableProps) {
  const parts = useMemo(() => {
    const count = Math.ceil(rows.length / ROWS);
    return Array.from({ length: count }, (_, at) =>
      [head, ...rows.slice(at * ROWS, (at + 1) * ROWS)].join('\n'),
    );
  }, [head, rows]);
  const { shown, waits, more } = useGrowing(parts.length, 1, PAGE);
  return (
    <>
      <TableBox>
        {parts.slice(0, shown).map((source, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
          <MarkdownFlow key={at} source={source} components={at === 0 ? firstPart : laterPart} />
        ))}
      </TableBox>
      {waits && (
        <p className={styles.more}>
          <button type="button" className={styles.button} onClick={more}>
            Show more rows
          </button>{' '}
          {(shown * ROWS).toLocaleString('en')} of {rows.length.toLocaleString('en')} rows are shown
        </p>
      )}
    </>
  );
}
