import { ControlButton, Icon, layout } from '@openwop-inspector/ui';
import { memo, type ReactNode } from 'react';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { HoldButton } from './HoldButton.tsx';
import styles from './payload-tree.module.css';
import { hasMembers, opensPanel, type TreeRow, type ValueRow } from './tree-rows.ts';
import { valueMeaning } from './value-meaning.ts';
import type { ClearPayloadText, PayloadNode } from './value-source.ts';
import {
  bracketText,
  clearText,
  keyText,
  moreText,
  quotedText,
  rowLabel,
  rowRemarks,
  scalarText,
} from './value-text.ts';

/** Deeper levels are not indented further; assistive technology gets the level from the row. */
const DEEPEST_INDENT = 24;

interface PayloadRowProps {
  readonly row: TreeRow;
  readonly focused: boolean;
  readonly matches: boolean;
  /** Why its members could not be read, or nothing. */
  readonly unread: string | undefined;
  /** Id of what describes the current row. */
  readonly describedBy: string;
  /** True while the user holds the row's masked value, which then is `clear` once it has arrived. */
  readonly revealed: boolean;
  readonly clear: ClearPayloadText | null;
  /** Null when masked values stay masked. */
  readonly onHold: ((row: ValueRow, revealed: boolean) => void) | null;
  readonly onFocus: (id: string) => void;
  /** Unfolds or folds a container, loads more, shows a long text or the parts of a token. */
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
      aria-label={rowLabel(row, unread, props.clear)}
      aria-describedby={focused ? props.describedBy : undefined}
      tabIndex={focused ? 0 : -1}
      data-row-id={row.id}
      data-match={matches || undefined}
      className={layout('row nowrap rests gap4 hovers', styles.row)}
      style={{ paddingInlineStart: `${12 + Math.min(row.depth, DEEPEST_INDENT) * 16}px` }}
      onFocus={() => onFocus(row.id)}
      onClick={() => {
        onFocus(row.id);
        if (row.kind === 'more' || hasMembers(row.node)) onToggle(row);
      }}
    >
      <span className={layout('centred fixed third wide14 high20')} aria-hidden="true">
        {unfolded !== null && row.kind === 'value' && (
          <Icon name={unfolded ? 'chevronDown' : 'chevronRight'} size={10} />
        )}
      </span>
      <RowContent {...props} />
    </div>
  );
});

function RowContent(props: PayloadRowProps): ReactNode {
  const { row, focused, unread, revealed, clear, onHold, onToggle, onMenu } = props;
  if (row.kind === 'more')
    return <span className={layout('rowText accentText')}>{moreText(row.next, row.setSize)}</span>;
  const { node } = row;
  // Only the tools of the current row are stops of the Tab key.
  const tool = (label: string, glyph: string, onPress: (at: DOMRect) => void, popup?: 'menu') => (
    <ControlButton
      className={layout.rowTool}
      aria-label={label}
      title={label}
      aria-haspopup={popup}
      tabIndex={focused ? 0 : -1}
      onClick={(click) => {
        click.stopPropagation();
        onPress(click.currentTarget.getBoundingClientRect());
      }}
    >
      {glyph}
    </ControlButton>
  );
  return (
    <>
      {node.key !== null && (
        <span className={layout('fixed ellipsis jsonKey', styles.key)}>
          <VisibleText text={keyText(node.key)} />
        </span>
      )}{' '}
      <span className={layout('flex crops yields')} title={valueMeaning(node) ?? undefined}>
        {/* A masked value in clear cannot be marked, so it cannot be copied. */}
        {clear === null ? (
          <ValueText node={node} />
        ) : (
          <VisibleText
            as="span"
            className={layout('ellipsis unselectable warnTint jsonString')}
            text={clearText(clear)}
          />
        )}
      </span>{' '}
      {rowRemarks(row, unread).map((remark) => (
        <span key={remark} className={layout('fixed sunken rounded aside edged pad0x4 line14')}>
          {remark}{' '}
        </span>
      ))}
      <span className={layout('flex fixed toEnd gap2')}>
        {node.masked && onHold !== null && (
          <HoldButton
            label="Hold to reveal"
            revealed={revealed}
            isStop={focused}
            onHold={(down) => onHold(row, down)}
          />
        )}
        {opensPanel(node) && tool(panelText(node), '¶', () => onToggle(row))}
        {focused && tool('Actions', '…', (at) => onMenu(row, at), 'menu')}
      </span>
    </>
  );
}

/** What the panel below the tree shows of a string. */
export function panelText(node: PayloadNode): string {
  return node.token === undefined ? 'Show as text' : 'Show the parts of the token';
}

function ValueText({ node }: { readonly node: PayloadNode }) {
  switch (node.kind) {
    case 'object':
    case 'array':
      return <span className={layout.third}>{bracketText(node)}</span>;
    case 'string':
      return (
        <span className={layout('ellipsis jsonString yields')}>
          <VisibleText text={quotedText(node)} />
        </span>
      );
    case 'number':
      return <span className={layout('ellipsis jsonNumber yields')}>{scalarText(node)}</span>;
    default:
      return <span className={layout.jsonWord}>{node.text}</span>;
  }
}
