/**
 * The problems view as one list: a header for each group, and under each unfolded header its problems. Only the counts
 * are known; the problems themselves are fetched when their rows become visible.
 */
import type { ProblemGroup } from '@openwop-inspector/run-log';
import { type GroupedRows, groupedRowAt, layOutGroups } from './grouped-rows.ts';

/** A row of the flat list. */
export type ProblemListRow =
  | { readonly kind: 'group'; readonly group: ProblemGroup; readonly folded: boolean }
  /** The problem number `offset` of its group. */
  | { readonly kind: 'problem'; readonly group: ProblemGroup; readonly offset: number };

export interface ProblemList extends GroupedRows {
  readonly groups: readonly ProblemGroup[];
  readonly folded: readonly boolean[];
}

/** Lays groups out in the order given. O(groups). */
export function layOutProblems(groups: readonly ProblemGroup[], foldedCodes: readonly string[]): ProblemList {
  const folded = groups.map(({ code }) => foldedCodes.includes(code));
  return { groups, folded, ...layOutGroups(groups.map(({ count }, at) => (folded[at] ? 0 : count))) };
}

/** The row at an index; null out of range. O(log groups). */
export function problemRowAt(list: ProblemList, row: number): ProblemListRow | null {
  const found = groupedRowAt(list, row);
  const group = found === null ? undefined : list.groups[found.group];
  if (found === null || group === undefined) return null;
  const { member: offset } = found;
  return offset < 0
    ? { kind: 'group', group, folded: list.folded[found.group] ?? false }
    : { kind: 'problem', group, offset };
}

/** A page of one group's problems. */
export interface ProblemPage {
  readonly code: string;
  readonly page: number;
}

/** Pages that contain the problems of a range of rows; `end` exclusive. O(groups + pages). */
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
