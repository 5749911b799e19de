/**
 * The flattening of a payload tree: what is unfolded and loaded, as the list of rows on screen. Pure; iterative, so
 * that a document nested 10,000 deep does not overflow.
 */

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';
import type { PayloadTreeState } from './payload-tree.ts';
import type { PayloadNode } from './value-source.ts';
import { stringForm } from './value-text.ts';

/** Members are fetched and unfolded in pages of this many. */
export const PAGE_SIZE = 1_000;

/** The loaded pages of one unfolded container; the pages in between are "more" rows. */
interface OpenContainer {
  readonly total: number;
  /** Page number to its nodes. */
  readonly pages: ReadonlyMap<number, readonly PayloadNode[]>;
}

/** Everything that decides which rows there are. */
export interface TreeContent {
  readonly root: PayloadNode;
  /** Unfolded containers by pointer. A folded container remembers what is open inside it. */
  readonly open: ReadonlyMap<string, OpenContainer>;
}

interface RowPlace {
  /** Place in the tree as numbers of members (`3.0.2`): unique even where a hostile object repeats a key. */
  readonly id: string;
  /** Level from 0. */
  readonly depth: number;
  /** Index of the row it lies in, -1 at the top. */
  readonly parent: number;
  readonly posInSet: number;
  readonly setSize: number;
}

/** A value. `unfolded` is null for what has no members. */
export interface ValueRow extends RowPlace {
  readonly kind: 'value';
  readonly node: PayloadNode;
  readonly unfolded: boolean | null;
  /** A key that occurred before in the same object; its pointer names the other one, so it does not unfold. */
  readonly repeated: boolean;
}

/** A run of members that are not loaded. Opening it loads `page`, its first. */
interface MoreRow extends RowPlace {
  readonly kind: 'more';
  readonly pointer: string;
  readonly page: number;
  /** Members that one step brings. */
  readonly next: number;
  /** Members in this run. */
  readonly hidden: number;
}

export type TreeRow = ValueRow | MoreRow;

/** Strings up to this many units, without a line end, fit a row. */
const ONE_LINE = 120;

/** True for an object or array with members. */
export function hasMembers(node: PayloadNode): boolean {
  return (node.kind === 'object' || node.kind === 'array') && node.size > 0;
}

/** True for a string that a row cannot show whole. */
function isLongText(node: PayloadNode): boolean {
  return node.kind === 'string' && (node.size > ONE_LINE || node.text.includes('\n'));
}

/** True for a string that a panel below the tree has more of than the row: a long text, base64, a token. */
export function opensPanel(node: PayloadNode): boolean {
  return isLongText(node) || stringForm(node) !== null;
}

/** How many levels are unfolded without a gap; 0 without rows. */
export function wholeLevels(rows: readonly TreeRow[]): number {
  let deepest = -1;
  let folded = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    deepest = Math.max(deepest, row.depth);
    if (row.kind === 'value' && row.unfolded === false) folded = Math.min(folded, row.depth);
  }
  return Math.min(deepest, folded) + 1;
}

/** The number of visible levels, counted to the deepest row. */
export function deepestLevel(rows: readonly TreeRow[]): number {
  return rows.reduce((deepest, row) => Math.max(deepest, row.depth + 1), 0);
}

interface Frame {
  readonly pointer: string;
  readonly container: OpenContainer;
  readonly depth: number;
  readonly parent: number;
  readonly prefix: string;
  next: number;
}

/** Rows of a tree in order. The root itself is a row only when it has no members. O(rows). */
export function treeRows(content: TreeContent): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const seen = new Set<string>();
  const top = content.open.get(content.root.pointer);
  if (!hasMembers(content.root)) return [valueRow(content.root, content, seen, ['0', 0, -1, 1, 1])];
  if (top === undefined) return rows;
  const stack: Frame[] = [
    { pointer: content.root.pointer, container: top, depth: 0, parent: -1, prefix: '', next: 0 },
  ];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const inner = nextRow(frame, content, seen, rows);
    if (inner !== null) stack.push(inner);
    else if (frame.next >= frame.container.total) stack.pop();
  }
  return rows;
}

/** Adds the next row of a frame; gives the frame to go into when that row is unfolded. */
function nextRow(frame: Frame, content: TreeContent, seen: Set<string>, rows: TreeRow[]): Frame | null {
  const { container, prefix, depth, parent, next } = frame;
  const page = Math.floor(next / PAGE_SIZE);
  const nodes = container.pages.get(page);
  if (nodes === undefined) {
    frame.next = addMore(frame, page, rows);
    return null;
  }
  const node = nodes[next - page * PAGE_SIZE];
  if (node === undefined) {
    frame.next = Math.min((page + 1) * PAGE_SIZE, container.total);
    return null;
  }
  frame.next = next + 1;
  const row = valueRow(node, content, seen, [`${prefix}${next}`, depth, parent, next + 1, container.total]);
  rows.push(row);
  const open = row.unfolded === true ? content.open.get(node.pointer) : undefined;
  if (open === undefined) return null;
  const inside = { depth: depth + 1, parent: rows.length - 1, prefix: `${row.id}.`, next: 0 };
  return { pointer: node.pointer, container: open, ...inside };
}

function addMore(frame: Frame, page: number, rows: TreeRow[]): number {
  const { container, next } = frame;
  let end = page + 1;
  while (end * PAGE_SIZE < container.total && !container.pages.has(end)) end += 1;
  const stop = Math.min(end * PAGE_SIZE, container.total);
  const hidden = stop - next;
  rows.push({
    kind: 'more',
    id: `${frame.prefix}${next}`,
    pointer: frame.pointer,
    page,
    next: Math.min(PAGE_SIZE, hidden),
    hidden,
    depth: frame.depth,
    parent: frame.parent,
    posInSet: next + 1,
    setSize: container.total,
  });
  return stop;
}

type Place = readonly [id: string, depth: number, parent: number, posInSet: number, setSize: number];

function valueRow(node: PayloadNode, content: TreeContent, seen: Set<string>, place: Place): ValueRow {
  const [id, depth, parent, posInSet, setSize] = place;
  const members = hasMembers(node);
  const repeated = seen.has(node.pointer);
  seen.add(node.pointer);
  const unfolded = members && !repeated ? content.open.has(node.pointer) : null;
  return { kind: 'value', id, node, depth, parent, posInSet, setSize, unfolded, repeated };
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

/** Moves the focus to a row that may not be drawn yet: scrolls first, focuses once it is there. */
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
  return (index: number) => {
    // The rows may be newer than those of the last render.
    const row = tree.snapshot().rows[index];
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
