import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { CopyKind } from './copy-actions.ts';
import { type MenuEntry, PayloadMenu } from './PayloadMenu.tsx';
import { PayloadRow } from './PayloadRow.tsx';
import type { PayloadNode } from './payload-source.ts';
import styles from './payload-tree.module.css';
import type { PayloadTreeState, TreeSnapshot } from './payload-tree.ts';
import { treeStep } from './tree-keys.ts';
import { isLongText, type TreeRow } from './tree-rows.ts';
import { rowLabel } from './value-words.ts';

/** Height of a row in px, as in the style sheet. */
const ROW_HEIGHT = 20;

/** What the path bar and the search ask of the rows. */
export interface PayloadRowsHandle {
  /** Brings a row into sight and makes it the current one, without taking the focus. */
  show(id: string): void;
  /** The same by index, and takes the focus. */
  goTo(index: number): void;
  focus(): void;
}

export interface PayloadRowsProps {
  readonly ref?: Ref<PayloadRowsHandle>;
  readonly label: string;
  readonly tree: PayloadTreeState;
  readonly view: TreeSnapshot;
  /** Index of the current row. */
  readonly at: number;
  /** Pointers that the search found. */
  readonly matches: ReadonlySet<string>;
  readonly onFocus: (id: string) => void;
  readonly onCopy: (kind: CopyKind) => void;
  readonly onSearch: () => void;
  /** Shows a long string whole. */
  readonly onText: (node: PayloadNode) => void;
  readonly onShowBytes: ((node: PayloadNode) => void) | undefined;
}

interface OpenMenu {
  readonly row: TreeRow;
  readonly x: number;
  readonly y: number;
}

/** The rows in sight, their keyboard and their menu. The current row is always drawn, so that it keeps the focus. */
export function PayloadRows(props: PayloadRowsProps) {
  const { label, tree, view, at, matches, onFocus, onText } = props;
  const { rows } = view;
  const scroller = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const virtual = useRowWindow(scroller, rows, at);
  const goTo = useGoTo(scroller, virtual.scrollToIndex, rows, onFocus);
  const noteOpening = useGoingInside(rows, at, goTo);

  useImperativeHandle(props.ref, () => ({
    show: (id) => {
      // The rows may be newer than those of this render, so the place is looked up when asked.
      const index = tree.snapshot().rows.findIndex((row) => row.id === id);
      onFocus(id);
      virtual.scrollToIndex(Math.max(0, index), { align: 'auto' });
    },
    goTo,
    focus: () => goTo(at),
  }));

  const onToggle = useCallback((row: TreeRow) => toggle(tree, row, onText), [tree, onText]);

  function openMenuAt(row: TreeRow, rect: DOMRect) {
    // Under the first line of the row, which may be tall.
    setMenu({ row, x: rect.left + 24, y: Math.min(rect.bottom, rect.top + ROW_HEIGHT) });
  }

  function onKeyDown(press: KeyboardEvent<HTMLElement>) {
    // Buttons inside a row keep their own keys.
    if (!(press.target instanceof HTMLElement) || press.target.role !== 'treeitem') return;
    const used = runKey(press, { ...props, goTo, openMenuAt, noteOpening });
    if (!used) return;
    press.preventDefault();
    press.stopPropagation();
  }

  return (
    <div ref={scroller} className={styles.scroller}>
      <div
        role="tree"
        aria-label={label}
        tabIndex={-1}
        className={styles.rows}
        style={{ height: `${virtual.getTotalSize()}px` }}
        onKeyDown={onKeyDown}
      >
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          const pointer = row.kind === 'value' ? row.node.pointer : row.pointer;
          return (
            <div
              key={item.key}
              role="presentation"
              className={styles.slot}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <PayloadRow
                row={row}
                focused={item.index === at}
                matches={matches.has(pointer)}
                unread={view.unread.get(pointer)}
                onFocus={onFocus}
                onToggle={onToggle}
                onMenu={openMenuAt}
              />
            </div>
          );
        })}
      </div>
      {menu !== null && (
        <PayloadMenu
          label={`Actions for ${rowLabel(menu.row)}`}
          at={menu}
          entries={menuEntries(menu.row, props)}
          onClose={() => {
            setMenu(null);
            goTo(at);
          }}
        />
      )}
    </div>
  );
}

function useRowWindow(
  scroller: { readonly current: HTMLDivElement | null },
  rows: readonly TreeRow[],
  at: number,
) {
  return useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    useFlushSync: false,
    getItemKey: (index) => rows[index]?.id ?? index,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      if (rows.length > 0 && !indexes.includes(at)) indexes.push(at);
      return indexes.sort((a, b) => a - b);
    },
  });
}

/** Moves the focus to a row that may not be drawn yet: scrolls first, focuses once it is there. */
function useGoTo(
  scroller: { readonly current: HTMLDivElement | null },
  scrollToIndex: (index: number, how: { align: 'auto' }) => void,
  rows: readonly TreeRow[],
  onFocus: (id: string) => void,
) {
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row-id="${wanted.current}"]`);
    if (row === null || row === undefined) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });
  return (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    wanted.current = row.id;
    onFocus(row.id);
    scrollToIndex(index, { align: 'auto' });
    // When the row is the current one already, nothing renders and the effect above does not run.
    const drawn = scroller.current?.querySelector<HTMLElement>(`[data-row-id="${row.id}"]`);
    if (drawn?.tabIndex === 0) {
      wanted.current = null;
      drawn.focus({ preventScroll: true });
    }
  };
}

/**
 * Members come a moment after their container was unfolded. A second step to the right in that moment is meant for the
 * first of them, and is taken once it is there. Returns what to call when a step to the right unfolds a row.
 */
function useGoingInside(rows: readonly TreeRow[], at: number, goTo: (index: number) => void) {
  const opening = useRef<{ readonly id: string; readonly steps: number } | null>(null);
  useLayoutEffect(() => {
    const row = rows[at];
    if (opening.current === null) return;
    if (row === undefined || row.id !== opening.current.id) opening.current = null;
    else if (row.kind === 'value' && row.unfolded === true) {
      const goesInside = opening.current.steps > 1 && rows[at + 1]?.parent === at;
      opening.current = null;
      if (goesInside) goTo(at + 1);
    }
  });
  return ({ id }: TreeRow) => {
    opening.current = { id, steps: opening.current?.id === id ? opening.current.steps + 1 : 1 };
  };
}

function toggle(tree: PayloadTreeState, row: TreeRow, onText: (node: PayloadNode) => void): void {
  if (row.kind === 'more') void tree.showMore(row.pointer, row.page);
  else if (row.unfolded === true) tree.fold(row.node.pointer);
  else if (row.unfolded === false) void tree.unfold(row.node.pointer);
  else if (isLongText(row.node)) onText(row.node);
}

interface KeyContext extends PayloadRowsProps {
  readonly goTo: (index: number) => void;
  readonly openMenuAt: (row: TreeRow, rect: DOMRect) => void;
  readonly noteOpening: (row: TreeRow) => void;
}

/** Carries out a key; true when it was one of the tree's. */
function runKey(press: KeyboardEvent<HTMLElement>, context: KeyContext): boolean {
  const { tree, view, at, onCopy, onSearch, onText, goTo, openMenuAt, noteOpening } = context;
  const row = view.rows[at];
  const command = press.ctrlKey || press.metaKey;
  const page = Math.max(
    1,
    Math.floor((press.currentTarget.parentElement?.clientHeight ?? 0) / ROW_HEIGHT) - 1,
  );
  const step = treeStep(
    { key: press.key, command, shift: press.shiftKey, alt: press.altKey },
    view.rows,
    at,
    page,
  );
  if (step === null || row === undefined) return false;
  switch (step.kind) {
    case 'focus':
      goTo(step.index);
      return true;
    case 'open':
      noteOpening(row);
      toggle(tree, row, onText);
      return true;
    case 'close':
    case 'toggle':
      toggle(tree, row, onText);
      return true;
    case 'copy-path':
      onCopy('path');
      return true;
    case 'copy-value':
      // A person who marked some text wants that text.
      if (document.getSelection()?.isCollapsed === false) return false;
      onCopy('value');
      return true;
    case 'search':
      onSearch();
      return true;
    case 'menu':
      if (press.target instanceof HTMLElement) openMenuAt(row, press.target.getBoundingClientRect());
      return true;
  }
}

function menuEntries(row: TreeRow, { onCopy, onShowBytes }: PayloadRowsProps): readonly MenuEntry[] {
  if (row.kind !== 'value') return [];
  const { node } = row;
  const copies = (['value', 'path', 'pointer'] as const).map((kind) => ({
    label: `Copy ${kind}`,
    onChoose: () => onCopy(kind),
  }));
  if (onShowBytes === undefined) return copies;
  return [...copies, { label: 'Show its bytes', onChoose: () => onShowBytes(node) }];
}
