/** Eight heights of a column. */
const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/**
 * Values as a line of columns, the lowest of the scale at 0 and the highest at the largest value, at most `width` long:
 * values that share a column show their largest. Of what is not known the column is blank.
 */
export function graphLine(values: readonly (number | null)[], width: number): string {
  const columns = gathered(values, width);
  const most = columns.reduce<number>((all, value) => Math.max(all, value ?? 0), 0);
  return columns
    .map((value) => {
      if (value === null) return ' ';
      const step = most === 0 ? 0 : Math.ceil((value / most) * BLOCKS.length) - 1;
      return BLOCKS[Math.max(0, step)] ?? ' ';
    })
    .join('');
}

/** True and false as a line of signs, so that it stands below a graph of the same values. */
export function flagLine(values: readonly boolean[], width: number, sign: string): string {
  return gathered(
    values.map((value) => (value ? 1 : 0)),
    width,
  )
    .map((value) => (value === 1 ? sign : ' '))
    .join('');
}

function gathered(values: readonly (number | null)[], width: number): readonly (number | null)[] {
  const count = Math.min(width, values.length);
  return Array.from({ length: count }, (_, column) => {
    const from = Math.floor((column * values.length) / count);
    const to = Math.max(from + 1, Math.floor(((column + 1) * values.length) / count));
    const known = values.slice(from, to).filter((value) => value !== null);
    return known.length === 0 ? null : Math.max(...known);
  });
}
