/** Visible columns of the event list, and labels of its orders. Pure. */
import type { ListOrder } from '@openwop-inspector/run-log';

/** Columns that the user can show or hide; the others are always visible. */
export const CHOSEN_COLUMNS = ['time', 'clock', 'run', 'node', 'type', 'duration', 'tokens', 'cost'] as const;
export type ChosenColumn = (typeof CHOSEN_COLUMNS)[number];

export const COLUMN_WORDS: Readonly<Record<ChosenColumn, string>> = {
  time: 'time since start',
  clock: 'clock time',
  run: 'run',
  node: 'node',
  type: 'type',
  duration: 'duration',
  tokens: 'tokens',
  cost: 'cost',
};

/** The user's choice for each column; the width of the list decides the others. */
export type ColumnChoices = Readonly<Partial<Record<ChosenColumn, boolean>>>;

/** Columns whose width the user can set, with the default, in px. */
export const SIZED_COLUMNS = { run: 92, node: 88, type: 204 } as const;
export type SizedColumn = keyof typeof SIZED_COLUMNS;

/** User-set widths in px. */
export type ColumnWidths = Readonly<Partial<Record<SizedColumn, number>>>;

export const LEAST_WIDTH = 40;
export const MOST_WIDTH = 480;

/** A width clamped to the limits of a column. */
export const fittingWidth = (width: number): number =>
  Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width)));

export const isSized = (name: string): name is SizedColumn => Object.hasOwn(SIZED_COLUMNS, name);

const USUAL: ReadonlySet<ChosenColumn> = new Set(['time', 'run', 'node', 'type']);
const ORDERED_BY: Readonly<Record<ListOrder['by'], ChosenColumn>> = {
  time: 'clock',
  duration: 'duration',
  tokens: 'tokens',
  cost: 'cost',
};

/** The visible columns: as chosen, and the one that the list is sorted by. */
export function visibleColumns(choices: ColumnChoices, order: ListOrder | null): ReadonlySet<ChosenColumn> {
  const by = order === null ? null : ORDERED_BY[order.by];
  return new Set(CHOSEN_COLUMNS.filter((one) => choices[one] ?? (USUAL.has(one) || one === by)));
}

/** True where rows need metrics that only their events contain. */
export const needsFigures = (displayed: ReadonlySet<ChosenColumn>): boolean =>
  displayed.has('duration') || displayed.has('tokens') || displayed.has('cost');

/** Orders other than that of the log, with their labels. */
export const ORDERS: readonly { readonly order: ListOrder; readonly words: string }[] = [
  { order: { by: 'time', isDescending: false }, words: 'by time across runs' },
  { order: { by: 'time', isDescending: true }, words: 'by time across runs, newest first' },
  { order: { by: 'duration', isDescending: true }, words: 'by duration, longest first' },
  { order: { by: 'tokens', isDescending: true }, words: 'by tokens, most first' },
  { order: { by: 'cost', isDescending: true }, words: 'by cost, highest first' },
];

export const isSameOrder = (a: ListOrder | null, b: ListOrder | null): boolean =>
  a?.by === b?.by && a?.isDescending === b?.isDescending;

/** Label of an order; null is the order of the log. */
export function orderText(order: ListOrder | null): string {
  return ORDERS.find((one) => isSameOrder(one.order, order))?.words ?? 'as recorded, run by run';
}
