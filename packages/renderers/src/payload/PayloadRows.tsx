import { unreachable } from '@openwop-inspector/base';
import { ContextMenu, layout, type MenuEntry } from '@openwop-inspector/ui';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type MaskedReveal, useReveal } from './HoldButton.tsx';
import type { CopyKind } from './PayloadPathBar.tsx';
import { PayloadRow, panelText } from './PayloadRow.tsx';
import type { PayloadTreeState, TreeSnapshot } from './payload-tree.ts';
import { TREE_KEYS, treeStep } from './tree-keys.ts';
import { opensPanel, type TreeRow, type ValueRow } from './tree-rows.ts';
import type { PayloadNode, PayloadSource } from './value-source.ts';
import { clearText, rowLabel } from './value-text.ts';

/** What the path bar and the search ask of the rows. */
export interface PayloadRowsHandle {
  /** Brings a row into view and makes it the current one, with the focus on it unless `takesFocus` is false. */
  goTo(index: number, takesFocus?: boolean): void;
  /** The same for the current row, or the nearest one that still exists, after rows were removed. */
  keep(takesFocus: boolean): void;
  /** Brings the current row back into view after the place became smaller. */
  stayVisible(): void;
  focus(): void;
}

export interface PayloadRowsProps {
  readonly ref?: Ref<PayloadRowsHandle>;
  readonly label: string;
  readonly source: PayloadSource;
  readonly tree: PayloadTreeState;
  readonly view: TreeSnapshot;
  /** Index of the current row. */
  readonly at: number;
  /** Id of the row that was made the current one, even when it is gone. */
  readonly focusedId: string;
  /** Pointers that the search found. */
  readonly matches: ReadonlySet<string>;
  /** Id of what describes the current row. */
  readonly describedBy: string;
  readonly onFocus: (id: string) => void;
  /** Shows a string as text, a token by its parts. */
  readonly onText: (node: PayloadNode) => void;
  readonly commands: RowCommands;
}

/** Commands of keys and menus of rows; the rows themselves do not depend on them. */
export interface RowCommands {
  readonly onCopy: (kind: CopyKind) => void;
  readonly onSearch: () => void;
  readonly onLevels: (by: 'more' | 'fewer' | 'all') => void;
  readonly onShowBytes: ((node: PayloadNode) => void) | undefined;
  readonly onNote: ((node: PayloadNode) => void) | undefined;
}

interface OpenMenu {
  readonly row: TreeRow;
  readonly x: number;
  readonly y: number;
}

/** The visible rows, their keyboard and their menu. The current row is always rendered, so that it keeps the focus. */
export function PayloadRows(props: PayloadRowsProps) {
  const { tree, view, at } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const virtual = useRowWindow(scroller, view.rows, at);
  const goTo = useGoTo(scroller, virtual.scrollToIndex, tree, props.onFocus);
  const noteOpening = useGoingInside(view.rows, at, goTo);
  const reveal = useReveal(props.source);
  const { release, revealed } = reveal;
  useRowsHandle(props, scroller, goTo);

  // Under the first line of the row, which may be tall.
  const openMenuAt = useCallback((row: TreeRow, rect: DOMRect) => {
    setMenu({ row, x: rect.left + 24, y: Math.min(rect.bottom, rect.top + ROW_HEIGHT) });
  }, []);

  function onKeyDown(press: KeyboardEvent<HTMLElement>) {
    // Buttons inside a row keep their own keys.
    if (!(press.target instanceof HTMLElement) || press.target.role !== 'treeitem') return;
    const used = runKey(press, { ...props, goTo, openMenuAt, noteOpening, reveal });
    if (!used) return;
    press.preventDefault();
    press.stopPropagation();
  }

  return (
    <div ref={scroller} className={layout('fill relative scrolls unanchored')}>
      <div
        role="tree"
        aria-label={props.label}
        tabIndex={-1}
        className={layout('relative payload')}
        style={{ height: `${virtual.getTotalSize()}px` }}
        onKeyDown={onKeyDown}
        onKeyUp={(press) => press.key === TREE_KEYS.reveal && release()}
        onBlur={(blur) => blur.currentTarget.contains(blur.relatedTarget) || release()}
        // A value in clear is never copied, and neither is anything with it (security S-14).
        onCopy={(copying) => revealed !== null && copying.preventDefault()}
      >
        <DrawnRows rows={props} items={virtual.getVirtualItems()} reveal={reveal} onMenu={openMenuAt} />
      </div>
      <span role="status" className="visually-hidden">
        {/* The secret is spoken only while it is displayed. */}
        {revealed !== null &&
          (revealed.text === null ? 'Masked' : `Revealed while pressed: ${clearText(revealed.text)}`)}
      </span>
      {menu !== null && (
        <ContextMenu
          label={`Actions for ${rowLabel(menu.row)}`}
          at={menu}
          entries={menuActions(menu.row, props)}
          onClose={() => {
            setMenu(null);
            goTo(at);
          }}
        />
      )}
    </div>
  );
}

/** Gives the owner of the rows what it may ask of them. */
function useRowsHandle(
  { ref, tree, view, at, focusedId }: PayloadRowsProps,
  scroller: RefObject<HTMLDivElement | null>,
  goTo: PayloadRowsHandle['goTo'],
): void {
  const currentId = view.rows[at]?.id;
  useImperativeHandle(ref, () => ({
    stayVisible: () => {
      // The current row is always drawn.
      const row = scroller.current?.querySelector(`[data-row-id="${currentId}"]`);
      row?.scrollIntoView?.({ block: 'nearest' });
    },
    keep: (takesFocus) => goTo(nearestRow(tree.snapshot().rows, focusedId), takesFocus),
    goTo,
    focus: () => goTo(at),
  }));
}

interface DrawnRowsProps {
  readonly rows: PayloadRowsProps;
  /** The rows that are drawn, with their places. */
  readonly items: ReturnType<ReturnType<typeof useRowWindow>['getVirtualItems']>;
  readonly reveal: MaskedReveal;
  readonly onMenu: (row: TreeRow, rect: DOMRect) => void;
}

/** The rows that are drawn, each at its place. */
function DrawnRows({ rows, items, reveal, onMenu }: DrawnRowsProps): ReactNode {
  const { tree, view, at, matches, describedBy, onFocus, onText } = rows;
  const { hold, release, revealed } = reveal;
  const onToggle = useCallback((row: TreeRow) => toggle(tree, row, onText), [tree, onText]);
  // Moving to another row releases this one.
  const revealedId = revealed?.id;
  const focusRow = useCallback(
    (id: string) => {
      if (revealedId !== undefined && revealedId !== id) release();
      onFocus(id);
    },
    [revealedId, release, onFocus],
  );
  const onHold = useCallback(
    (row: ValueRow, down: boolean) => {
      if (down) hold?.(row.id, row.node.pointer);
      else release();
    },
    [hold, release],
  );
  return items.map((item) => {
    const row = view.rows[item.index];
    if (row === undefined) return null;
    const pointer = row.kind === 'value' ? row.node.pointer : row.pointer;
    const isRevealed = revealedId === row.id;
    return (
      <div
        key={item.key}
        role="presentation"
        className={layout('absolute acrossTop')}
        style={{ transform: `translateY(${item.start}px)` }}
      >
        <PayloadRow
          row={row}
          focused={item.index === at}
          matches={matches.has(pointer)}
          unread={view.unread.get(pointer)}
          describedBy={describedBy}
          revealed={isRevealed}
          clear={isRevealed ? (revealed?.text ?? null) : null}
          onHold={hold === null ? null : onHold}
          onFocus={focusRow}
          onToggle={onToggle}
          onMenu={onMenu}
        />
      </div>
    );
  });
}

function toggle(tree: PayloadTreeState, row: TreeRow, onText: (node: PayloadNode) => void): void {
  if (row.kind === 'more') void tree.loadPage(row.pointer, row.page);
  else if (row.unfolded === true) tree.fold(row.node.pointer);
  else if (row.unfolded === false) void tree.unfold(row.node.pointer);
  else if (opensPanel(row.node)) onText(row.node);
}

interface KeyContext extends PayloadRowsProps {
  readonly goTo: (index: number) => void;
  readonly openMenuAt: (row: TreeRow, rect: DOMRect) => void;
  readonly noteOpening: (row: TreeRow) => void;
  readonly reveal: MaskedReveal;
}

/** Carries out a key; true when it was one of the tree's. */
function runKey(press: KeyboardEvent<HTMLElement>, context: KeyContext): boolean {
  const { tree, view, at, onText, goTo, openMenuAt, noteOpening, reveal } = context;
  const { onCopy, onSearch, onLevels, onShowBytes, onNote } = context.commands;
  const row = view.rows[at];
  const { key, shiftKey: shift, altKey: alt } = press;
  const height = press.currentTarget.parentElement?.clientHeight ?? 0;
  const page = Math.max(1, Math.floor(height / ROW_HEIGHT) - 1);
  const command = press.ctrlKey || press.metaKey;
  const step = treeStep({ key, command, shift, alt }, view.rows, at, page);
  if (step === null || row === undefined) return false;
  switch (step.kind) {
    case 'focus':
      goTo(step.index);
      return true;
    case 'open':
    case 'close':
    case 'toggle':
      if (step.kind === 'open') noteOpening(row);
      toggle(tree, row, onText);
      return true;
    case 'copy-path':
      onCopy('path');
      return true;
    case 'copy-value':
      // A text selection is copied instead.
      if (document.getSelection()?.isCollapsed === false) return false;
      onCopy('value');
      return true;
    case 'search':
      onSearch();
      return true;
    case 'levels':
      onLevels(step.by);
      return true;
    case 'text':
      if (row.kind === 'value' && row.node.kind === 'string') onText(row.node);
      return true;
    case 'bytes':
      if (row.kind === 'value') onShowBytes?.(row.node);
      return onShowBytes !== undefined;
    case 'note':
      if (row.kind === 'value') onNote?.(row.node);
      return onNote !== undefined;
    case 'reveal':
      if (row.kind !== 'value' || !row.node.masked || reveal.hold === null) return false;
      if (!press.repeat) reveal.hold(row.id, row.node.pointer);
      return true;
    case 'menu':
      if (press.target instanceof HTMLElement) openMenuAt(row, press.target.getBoundingClientRect());
      return true;
    default:
      return unreachable(step);
  }
}

function menuActions(
  row: TreeRow,
  { onText, commands: { onCopy, onShowBytes, onNote } }: PayloadRowsProps,
): readonly MenuEntry<string>[] {
  if (row.kind !== 'value') return [];
  const { node } = row;
  const action = (title: string, act: () => void) => ({ id: title, title, act });
  return [
    ...(['value', 'path', 'pointer'] as const).map((kind) => action(`Copy ${kind}`, () => onCopy(kind))),
    ...(node.kind === 'string' ? [action(panelText(node), () => onText(node))] : []),
    ...(onShowBytes === undefined ? [] : [action('Show its bytes', () => onShowBytes(node))]),
    ...(onNote === undefined ? [] : [action('Note on the value', () => onNote(node))]),
  ];
}

// Which rows are drawn, and how the focus gets to one that is not drawn yet.

/** Height of a row in px, as in the style sheet. */
export const ROW_HEIGHT = 20;

/** Index of a row, or of the innermost container around it that is there; 0 without any. */
export function nearestRow(rows: readonly TreeRow[], id: string): number {
  const index = new Map(rows.map((row, at) => [row.id, at]));
  for (let name = id; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    const at = index.get(name);
    if (at !== undefined) return at;
  }
  return 0;
}

/** The visible rows, and always the current one, so that it keeps the focus. */
export function useRowWindow(
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

/** Moves to a row that may not be drawn yet: scrolls first, focuses once it is there. */
export function useGoTo(
  scroller: { readonly current: HTMLDivElement | null },
  scrollToIndex: (index: number, how: { align: 'auto' }) => void,
  tree: PayloadTreeState,
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
  return (index: number, takesFocus = true) => {
    // The rows may be newer than those of the last render.
    const row = tree.snapshot().rows[index];
    if (row === undefined) return;
    onFocus(row.id);
    scrollToIndex(index, { align: 'auto' });
    if (!takesFocus) return;
    wanted.current = row.id;
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
export function useGoingInside(rows: readonly TreeRow[], at: number, goTo: (index: number) => void) {
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
