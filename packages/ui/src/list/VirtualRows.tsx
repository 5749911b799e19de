import {
  type AriaAttributes,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
} from 'react';
import { classNames, layout } from '../layout.ts';
import type { MenuPlace } from '../MenuButton.tsx';
import { listMoveOf } from './list-keys.ts';
import {
  type ListGeometry,
  rowAfterKey,
  type ScrollWindow,
  scrollHeight,
  topPlacing,
  topRevealing,
  useRowHeight,
  useScrollWindow,
  visibleRange,
} from './scroll-window.ts';
import styles from './VirtualRows.module.css';

const OVERSCAN = 6;

/** Commands of a parent to the list; it never moves otherwise. */
export interface VirtualRowsHandle {
  /** Brings a row into sight: by the least movement, or into the upper third when it was out of sight. */
  reveal(index: number, how?: 'least' | 'place'): void;
  /** Index of the first visible row. */
  firstVisible(): number;
  /** Moves by rows, when as many came or went above the visible ones. */
  shift(rows: number): void;
  focus(): void;
}

/** Per-row attributes. `name` replaces the text of the row for assistive technology. */
export interface RowAttributes {
  readonly name?: string;
  readonly className?: string | undefined;
  /** Whether the row is selected; the active row alone is, unless given. */
  readonly selected?: boolean;
  readonly level?: number;
  readonly expanded?: boolean;
  readonly posInSet?: number;
  readonly setSize?: number;
}

/** The object may be new at each render; only `onRange` should not, because it is called again when it changes. */
export interface ListHandlers {
  /** A key or a click went to a row. */
  readonly onMove: (index: number) => void;
  /** Enter or a double click on a row. */
  readonly onOpen?: ((index: number) => void) | undefined;
  /** Called when the menu of a row is requested, which is then moved to: by a pointer, or by the keys for it. */
  readonly onMenu?: (index: number, at: MenuPlace) => void;
  /** The keys that fold and unfold the active row, of a list with rows below rows. */
  readonly onFold?: ((direction: 'fold' | 'unfold') => void) | undefined;
  /** Sees keys first; returns true when it has used one. */
  readonly onKey?: (event: KeyboardEvent) => boolean;
  /** Rows now drawn, `end` exclusive; the moment to fetch them. */
  readonly onRange?: ((start: number, end: number) => void) | undefined;
  /** Called when the user moves a list with `keepsEnd` away from its end. */
  readonly onLeaveEnd?: (() => void) | undefined;
}

export interface VirtualRowsProps {
  /** Names the list. */
  readonly label: string;
  /** `listbox` has options, `tree` has treeitems (give `level`), `grid` has rows (give cells their role). */
  readonly kind?: 'listbox' | 'tree' | 'grid';
  readonly count: number;
  /** Fixed height in CSS pixels; the row height of the density unless given. */
  readonly rowHeight?: number;
  /** The row that keys act on. */
  readonly activeIndex: number | null;
  readonly renderRow: (index: number) => ReactNode;
  readonly rowAttributes?: (index: number) => RowAttributes;
  readonly handlers: ListHandlers;
  /** True scrolls the list to its end whenever rows come; the one case in which it moves by itself. */
  readonly keepsEnd?: boolean;
  /** Drawn over the rows and moved with them, for lines from row to row; takes no pointer. */
  readonly overlay?: (view: OverlayView) => ReactNode;
  readonly className?: string | undefined;
  readonly ref?: Ref<VirtualRowsHandle>;
}

/** The visible part of the list, in CSS pixels of the unscaled list. */
export interface OverlayView {
  readonly top: number;
  readonly height: number;
  readonly rowHeight: number;
}

const ROW_ROLE = { listbox: 'option', tree: 'treeitem', grid: 'row' } as const;

/**
 * A list of any length that renders only the visible rows. One Tab stop; arrows, j and k, g and G, Home, End and the
 * page keys move the active row. Rows that arrive never move the visible ones, unless `keepsEnd` is set.
 */
export function VirtualRows(props: VirtualRowsProps) {
  const { kind = 'listbox', count, activeIndex, handlers } = props;
  const { onRange, onMove, onOpen, onLeaveEnd } = handlers;
  const scroller = useRef<HTMLDivElement>(null);
  const ownHeight = useRowHeight();
  const id = useId();
  const view = useScrollWindow(scroller, count, props.rowHeight ?? ownHeight, {
    keepsEnd: props.keepsEnd ?? false,
    onLeave: onLeaveEnd,
  });
  const { viewportHeight, rowHeight } = view.geometry;
  const { start, end } = visibleRange(view.geometry, view.top, OVERSCAN);
  useEffect(() => onRange?.(start, end), [onRange, start, end]);
  useHandle(props.ref, scroller, view);

  const active = activeIndex !== null && activeIndex < count ? activeIndex : null;
  const list: HTMLAttributes<HTMLDivElement> = {
    role: kind,
    tabIndex: 0,
    'aria-label': props.label,
    'aria-rowcount': kind === 'grid' ? count : undefined,
    'aria-activedescendant': active === null ? undefined : `${id}-${active}`,
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is one of three, spread from `list`
    <div
      ref={scroller}
      {...list}
      className={classNames(styles.scroller, active === null && layout.focusInside, props.className)}
      onScroll={view.onScroll}
      onKeyDown={(event) => runKey(event, props, view) && event.preventDefault()}
      onClick={(event) => withRow(event, onMove)}
      onDoubleClick={(event) => withRow(event, onOpen)}
      onContextMenu={(event) => openMenu(event, handlers, active, id)}
    >
      <div role="presentation" style={{ height: scrollHeight(view.geometry) }}>
        <div role="presentation" className={styles.layer} style={{ height: viewportHeight }}>
          {indexesToDraw(start, end, active).map((index) => (
            <VirtualRow key={index} {...props} kind={kind} id={id} index={index} view={view} />
          ))}
          {props.overlay === undefined ? null : (
            <div role="presentation" className={layout('absolute passive crops covers')}>
              {props.overlay({ top: view.top, height: viewportHeight, rowHeight })}
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

interface ItemRowsProps<Item>
  extends Omit<VirtualRowsProps, 'count' | 'renderRow' | 'rowAttributes' | 'handlers'>,
    Pick<ListHandlers, 'onFold' | 'onRange'> {
  readonly items: readonly Item[];
  readonly renderItem: (item: Item) => ReactNode;
  readonly attributesOf?: (item: Item) => RowAttributes;
  readonly onMove: (item: Item, index: number) => void;
  readonly onOpen?: (item: Item, index: number) => void;
}

/** A list of items that are all present: a row each. */
export function ItemRows<Item>(props: ItemRowsProps<Item>) {
  const { items, renderItem, attributesOf, onMove, onOpen, onFold, onRange, ...list } = props;
  return (
    <VirtualRows
      {...list}
      count={items.length}
      rowAttributes={(index) => ofItem(items, index, attributesOf) ?? {}}
      renderRow={(index) => ofItem(items, index, renderItem)}
      handlers={{
        onMove: (index) => ofItem(items, index, onMove),
        onOpen: onOpen && ((index) => ofItem(items, index, onOpen)),
        onFold,
        onRange,
      }}
    />
  );
}

/** What a function makes of an item; undefined where there is none. */
function ofItem<Item, Result>(
  items: readonly Item[],
  index: number,
  read: ((item: Item, index: number) => Result) | undefined,
): Result | undefined {
  const item = items[index];
  return item === undefined ? undefined : read?.(item, index);
}

/** Carries out a key; true when it was one of the list's. */
function runKey(event: KeyboardEvent<HTMLElement>, props: VirtualRowsProps, view: ScrollWindow): boolean {
  const { activeIndex, handlers } = props;
  const { onMove, onOpen, onFold, onKey } = handlers;
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (onKey?.(event)) return true;
  const move = onFold === undefined ? null : listMoveOf(event.key);
  if (move === 'into' || move === 'outOf') {
    onFold?.(move === 'into' ? 'unfold' : 'fold');
    return true;
  }
  if (event.key === 'Enter' && activeIndex !== null && onOpen !== undefined) {
    onOpen(activeIndex);
    return true;
  }
  const next = rowAfterKey(event.key, activeIndex, view.geometry);
  if (next === null) return false;
  onMove(next);
  view.move((geometry, top) => topRevealing(geometry, top, next));
  return true;
}

/** Clicks are distinguished by their row, so that rows carry no handlers. */
function withRow(event: MouseEvent, act: ((index: number) => void) | undefined): void {
  const row = event.target instanceof Element ? event.target.closest('[data-index]') : null;
  const index = Number(row?.getAttribute('data-index') ?? 'none');
  if (Number.isInteger(index)) act?.(index);
}

/** The system's own menu stays where there is none of ours. Keys ask at the list itself: the active row is meant. */
function openMenu(
  event: MouseEvent<HTMLElement>,
  { onMenu, onMove }: ListHandlers,
  active: number | null,
  id: string,
): void {
  if (onMenu === undefined) return;
  const byKeys = event.target === event.currentTarget;
  const own = byKeys && active !== null ? document.getElementById(`${id}-${active}`) : null;
  if (byKeys && own === null) return;
  event.preventDefault();
  if (own !== null && active !== null) {
    const { left, bottom } = own.getBoundingClientRect();
    onMenu(active, { x: left + MENU_INSET, y: bottom });
    return;
  }
  withRow(event, (index) => {
    onMove(index);
    onMenu(index, { x: event.clientX, y: event.clientY });
  });
}

/** How far from the edge of a row its menu opens by keys, in CSS pixels. */
const MENU_INSET = 40;

interface VirtualRowProps extends VirtualRowsProps {
  readonly kind: 'listbox' | 'tree' | 'grid';
  readonly id: string;
  readonly index: number;
  readonly view: ScrollWindow;
}

function VirtualRow({ kind, id, index, view, ...props }: VirtualRowProps) {
  const attributes = props.rowAttributes?.(index) ?? {};
  const isActive = index === props.activeIndex;
  const isSelected = attributes.selected ?? isActive;
  const aria: AriaAttributes & { role: string } = {
    role: ROW_ROLE[kind],
    'aria-selected': isSelected,
    'aria-label': attributes.name,
    'aria-level': attributes.level,
    'aria-expanded': attributes.expanded,
    'aria-rowindex': kind === 'grid' ? index + 1 : undefined,
    'aria-posinset': kind === 'grid' ? undefined : (attributes.posInSet ?? index + 1),
    'aria-setsize': kind === 'grid' ? undefined : (attributes.setSize ?? props.count),
  };
  return (
    <div
      id={`${id}-${index}`}
      data-index={index}
      {...aria}
      className={classNames(
        styles.row,
        isSelected && styles.selected,
        isActive && styles.active,
        attributes.className,
      )}
      style={{
        height: view.geometry.rowHeight,
        transform: `translateY(${placeInLayer(view.geometry, view.top, index)}px)`,
      }}
    >
      {props.renderRow(index)}
    </div>
  );
}

/** The active row is always drawn, so that what `aria-activedescendant` names exists even while it is out of sight. */
function indexesToDraw(start: number, end: number, active: number | null): readonly number[] {
  const indexes = Array.from({ length: Math.max(0, end - start) }, (_, offset) => start + offset);
  if (active !== null && (active < start || active >= end)) indexes.push(active);
  return indexes;
}

/** Rows far out of sight stay near the edge, so that no transform leaves the range of the layout engine. */
function placeInLayer({ rowHeight, viewportHeight }: ListGeometry, top: number, index: number): number {
  const offset = index * rowHeight - top;
  return Math.min(viewportHeight + 10 * rowHeight, Math.max(-10 * rowHeight, offset));
}

function useHandle(
  ref: Ref<VirtualRowsHandle> | undefined,
  scroller: { readonly current: HTMLDivElement | null },
  view: ScrollWindow,
): void {
  useImperativeHandle(ref, () => ({
    reveal: (index, how = 'place') => {
      const topFor = how === 'place' ? topPlacing : topRevealing;
      view.move((geometry, top) => topFor(geometry, top, index));
    },
    firstVisible: () => Math.ceil(view.top / view.geometry.rowHeight),
    shift: (rows) => view.move(({ rowHeight }, top) => top + rows * rowHeight),
    focus: () => scroller.current?.focus(),
  }));
}
