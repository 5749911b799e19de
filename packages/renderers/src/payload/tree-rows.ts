/**
 * The flattening of a payload tree: what is unfolded and loaded, as the list of rows on screen. Pure; iterative, so
 * that a document nested 10,000 deep does not overflow.
 */

import { stringForm } from './value-meaning.ts';
import type { PayloadNode } from './value-source.ts';

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

/** True for a string that a panel below the tree has more of than the row: a long text, base64, a token. */
export function opensPanel(node: PayloadNode): boolean {
  const isLong = node.kind === 'string' && (node.size > ONE_LINE || node.text.includes('\n'));
  return isLong || stringForm(node) !== null;
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
export function treeRows({ root, open }: TreeContent): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const stack: Frame[] = [];
  const seen = new Set<string>();
  const enter = ({ pointer }: PayloadNode, depth: number, parent: number, prefix: string) => {
    const container = open.get(pointer);
    if (container !== undefined) stack.push({ pointer, container, depth, parent, prefix, next: 0 });
  };
  const add = (node: PayloadNode, place: RowPlace) => {
    const repeated = seen.has(node.pointer);
    seen.add(node.pointer);
    const unfolded = hasMembers(node) && !repeated ? open.has(node.pointer) : null;
    rows.push({ ...place, kind: 'value', node, unfolded, repeated });
    if (unfolded === true) enter(node, place.depth + 1, rows.length - 1, `${place.id}.`);
  };
  if (hasMembers(root)) enter(root, 0, -1, '');
  else add(root, { id: '0', depth: 0, parent: -1, posInSet: 1, setSize: 1 });
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const { pointer, container, depth, parent, prefix, next } = frame;
    const { total, pages } = container;
    const page = Math.floor(next / PAGE_SIZE);
    const nodes = pages.get(page);
    const node = nodes?.[next - page * PAGE_SIZE];
    const place = { id: `${prefix}${next}`, depth, parent, posInSet: next + 1, setSize: total };
    if (next >= total) {
      stack.pop();
    } else if (node !== undefined) {
      frame.next += 1;
      add(node, place);
    } else {
      let end = page + 1;
      while (nodes === undefined && end * PAGE_SIZE < total && !pages.has(end)) end += 1;
      frame.next = Math.min(end * PAGE_SIZE, total);
      const hidden = frame.next - next;
      if (nodes === undefined)
        rows.push({ ...place, kind: 'more', pointer, page, next: Math.min(PAGE_SIZE, hidden), hidden });
    }
  }
  return rows;
}
