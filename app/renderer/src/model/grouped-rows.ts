/** A list of groups, each a header with its members under it. Pure. */

export interface GroupedRows {
  /** Row of each header. */
  readonly starts: readonly number[];
  readonly rows: number;
}

/** A row: the header of a group (`member` -1), or a member of it. */
export interface GroupedRow {
  readonly group: number;
  readonly member: number;
}

/** Lays out groups in the order given, by the number of displayed members of each. O(groups). */
export function layOutGroups(members: readonly number[]): GroupedRows {
  const starts: number[] = [];
  let rows = 0;
  for (const count of members) {
    starts.push(rows);
    rows += 1 + count;
  }
  return { starts, rows };
}

/** The row at an index; null out of range. O(log groups). */
export function groupedRowAt({ starts, rows }: GroupedRows, row: number): GroupedRow | null {
  if (row < 0 || row >= rows) return null;
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return { group: low, member: row - (starts[low] ?? 0) - 1 };
}
