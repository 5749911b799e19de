import { memo, type ReactNode } from 'react';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { Twisty } from './glyphs.tsx';
import type { PayloadNode } from './payload-source.ts';
import styles from './payload-tree.module.css';
import { hasMembers, isLongText, type TreeRow, type ValueRow } from './tree-rows.ts';
import {
  bracketText,
  keyText,
  moreText,
  quotedText,
  rowLabel,
  rowRemarks,
  scalarText,
} from './value-words.ts';

/** Levels beyond this are not indented further; the level stands in the row for assistive technology. */
const DEEPEST_INDENT = 24;

export interface PayloadRowProps {
  readonly row: TreeRow;
  readonly focused: boolean;
  readonly matches: boolean;
  /** Why its members could not be read, or nothing. */
  readonly unread: string | undefined;
  readonly onFocus: (id: string) => void;
  /** Unfolds or folds a container, loads more, shows a long text. */
  readonly onToggle: (row: TreeRow) => void;
  readonly onMenu: (row: ValueRow, at: DOMRect) => void;
}

/** One row of the tree: a tree item with key and value. */
export const PayloadRow = memo(function PayloadRow(props: PayloadRowProps) {
  const { row, focused, matches, unread, onFocus, onToggle } = props;
  const unfolded = row.kind === 'more' ? false : row.unfolded;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all rows
    <div
      role="treeitem"
      aria-level={row.depth + 1}
      aria-setsize={row.setSize}
      aria-posinset={row.posInSet}
      aria-expanded={unfolded ?? undefined}
      aria-selected={focused}
      aria-label={rowLabel(row, unread)}
      tabIndex={focused ? 0 : -1}
      data-row-id={row.id}
      data-match={matches || undefined}
      className={styles.row}
      style={{ paddingInlineStart: `${12 + Math.min(row.depth, DEEPEST_INDENT) * 16}px` }}
      onFocus={() => onFocus(row.id)}
      onClick={() => {
        onFocus(row.id);
        if (row.kind === 'more' || hasMembers(row.node)) onToggle(row);
      }}
    >
      <span className={styles.twisty} aria-hidden="true">
        {unfolded !== null && row.kind === 'value' && <Twisty open={unfolded} />}
      </span>
      <RowContent {...props} />
    </div>
  );
});

function RowContent({ row, focused, unread, onToggle, onMenu }: PayloadRowProps): ReactNode {
  if (row.kind === 'more') return <span className={styles.more}>{moreText(row.next, row.setSize)}</span>;
  const { node } = row;
  return (
    <>
      {node.key !== null && (
        <span className={styles.key}>
          <VisibleText text={keyText(node.key)} />
        </span>
      )}{' '}
      <ValueText node={node} />{' '}
      {rowRemarks(row, unread).map((remark) => (
        <span key={remark} className={styles.remark}>
          {remark}{' '}
        </span>
      ))}
      <span className={styles.rowTools}>
        {isLongText(node) && (
          <RowTool label="Show the whole text" glyph="¶" onPress={() => onToggle(row)} isStop={focused} />
        )}
        {focused && (
          <RowTool label="Actions" glyph="…" hasMenu onPress={(at) => onMenu(row, at)} isStop={focused} />
        )}
      </span>
    </>
  );
}

interface RowToolProps {
  readonly label: string;
  readonly glyph: string;
  readonly hasMenu?: boolean;
  /** Only the tools of the current row are stops of the Tab key. */
  readonly isStop: boolean;
  readonly onPress: (at: DOMRect) => void;
}

function RowTool({ label, glyph, hasMenu = false, isStop, onPress }: RowToolProps) {
  return (
    <button
      type="button"
      className={styles.rowTool}
      aria-label={label}
      title={label}
      aria-haspopup={hasMenu ? 'menu' : undefined}
      tabIndex={isStop ? 0 : -1}
      onClick={(click) => {
        click.stopPropagation();
        onPress(click.currentTarget.getBoundingClientRect());
      }}
    >
      {glyph}
    </button>
  );
}

function ValueText({ node }: { readonly node: PayloadNode }) {
  switch (node.kind) {
    case 'object':
    case 'array':
      return <span className={styles.bracket}>{bracketText(node)}</span>;
    case 'string':
      return (
        <span className={styles.string}>
          <VisibleText text={quotedText(node)} />
        </span>
      );
    case 'number':
      return <span className={styles.number}>{scalarText(node)}</span>;
    default:
      return <span className={styles.word}>{node.text}</span>;
  }
}
