/**
 * The problems view as one list: a header for each group, and under each unfolded header its problems. Only the counts
 * are known; the problems themselves are fetched when their rows come into sight.
 */
import type { ProblemGroup } from '@openwop-inspector/run-log';

/** A row of the flat list. */
export type ProblemListRow =
  | { readonly kind: 'group'; readonly group: ProblemGroup; readonly folded: boolean }
  /** The problem number `offset` of its group. */
  | { readonly kind: 'problem'; readonly group: ProblemGroup; readonly offset: number };

export interface ProblemList {
  readonly groups: readonly ProblemGroup[];
  readonly folded: readonly boolean[];
  /** Row of each header. */
  readonly starts: readonly number[];
  readonly rows: number;
}

/** Lays groups out in the order given. O(groups). */
export function layOutProblems(groups: readonly ProblemGroup[], foldedCodes: readonly string[]): ProblemList {
  const starts: number[] = [];
  const folded: boolean[] = [];
  let rows = 0;
  for (const { code, count } of groups) {
    const isFolded = foldedCodes.includes(code);
    starts.push(rows);
    folded.push(isFolded);
    rows += 1 + (isFolded ? 0 : count);
  }
  return { groups, folded, starts, rows };
}

/** What a row shows; null outside. O(log groups). */
export function problemRowAt(list: ProblemList, row: number): ProblemListRow | null {
  if (row < 0 || row >= list.rows) return null;
  let low = 0;
  let high = list.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((list.starts[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  const group = list.groups[low];
  const start = list.starts[low];
  if (group === undefined || start === undefined) return null;
  if (row === start) return { kind: 'group', group, folded: list.folded[low] ?? false };
  return { kind: 'problem', group, offset: row - start - 1 };
}

/** A page of one group's problems. */
export interface ProblemPage {
  readonly code: string;
  readonly page: number;
}

/** Pages that hold the problems among some rows; `end` exclusive. O(groups + pages). */
export function pagesAmong(
  list: ProblemList,
  start: number,
  end: number,
  pageRows: number,
): readonly ProblemPage[] {
  const pages: ProblemPage[] = [];
  list.groups.forEach(({ code, count }, at) => {
    if (list.folded[at]) return;
    const first = (list.starts[at] ?? 0) + 1;
    const from = Math.max(start, first) - first;
    const to = Math.min(end, first + count) - first;
    if (from >= to) return;
    const last = Math.floor((to - 1) / pageRows);
    for (let page = Math.floor(from / pageRows); page <= last; page += 1) pages.push({ code, page });
  });
  return pages;
}
