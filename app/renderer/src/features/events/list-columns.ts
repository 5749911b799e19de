/** Visible columns of the event list, and labels of its orders. Pure. */
import { member, parsedJson } from '@openwop-inspector/base';
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

/** The visible columns: as chosen, and the one that the list is sorted by. */
export function visibleColumns(choices: ColumnChoices, order: ListOrder | null): ReadonlySet<ChosenColumn> {
  const by = order?.by === 'time' ? 'clock' : order?.by;
  return new Set(CHOSEN_COLUMNS.filter((one) => choices[one] ?? (USUAL.has(one) || one === by)));
}

/** True where a column is visible that is not by default. */
export const hasMoreColumns = (displayed: ReadonlySet<string>): boolean =>
  CHOSEN_COLUMNS.some((one) => displayed.has(one) && !USUAL.has(one));

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

/** Shares of the panes by id, in percent. */
type PaneShares = Readonly<Record<string, number>>;

/**
 * Arrangement of the shares. The envelopes view has a narrow list next to a wide detail; the payload tab has its bytes
 * next to the tree, or under it.
 */
export type Arrangement = 'columns' | 'rows' | 'envelopes' | 'bytesColumns' | 'bytesRows';

type SavedLayout = Readonly<Partial<Record<Arrangement, PaneShares>>> & {
  /** The payload tab shows the bytes next to the tree. */
  readonly bytesBeside?: boolean;
  /** Whether the runs are next to the list; by the width of the window unless the user set it. */
  readonly runsBeside?: boolean;
  /** Columns of the event list that the user showed or hid. */
  readonly listColumns?: ColumnChoices;
  /** Widths of columns of the event list that the user set. */
  readonly listWidths?: ColumnWidths;
};

const ARRANGEMENTS: readonly Arrangement[] = ['columns', 'rows', 'envelopes', 'bytesColumns', 'bytesRows'];

export function readLayout(text: string): SavedLayout {
  const parsed = parsedJson(text);
  const stored = ARRANGEMENTS.map((name) => [name, sharesIn(parsed, name)] as const);
  const shares: SavedLayout = Object.fromEntries(stored.filter(([, each]) => each !== null));
  const runsBeside = member(parsed, 'runsBeside');
  return {
    ...shares,
    ...(member(parsed, 'bytesBeside') === true ? { bytesBeside: true } : {}),
    ...(typeof runsBeside === 'boolean' ? { runsBeside } : {}),
    ...columnsIn(member(parsed, 'listColumns')),
    ...widthsIn(member(parsed, 'listWidths')),
  };
}

export function writeLayout(layout: SavedLayout): string {
  return JSON.stringify(layout);
}

function columnsIn(value: unknown): Pick<SavedLayout, 'listColumns'> {
  const entries = CHOSEN_COLUMNS.map((name) => [name, member(value, name)] as const);
  const stored = entries.filter(([, isDisplayed]) => typeof isDisplayed === 'boolean');
  return stored.length === 0 ? {} : { listColumns: Object.fromEntries(stored) };
}

function widthsIn(value: unknown): Pick<SavedLayout, 'listWidths'> {
  const entries = Object.keys(SIZED_COLUMNS).flatMap((name): readonly (readonly [string, number])[] => {
    const width = member(value, name);
    return typeof width === 'number' && Number.isFinite(width) ? [[name, fittingWidth(width)]] : [];
  });
  return entries.length === 0 ? {} : { listWidths: Object.fromEntries(entries) };
}

function sharesIn(parsed: unknown, name: Arrangement): PaneShares | null {
  const shares = member(parsed, name);
  if (typeof shares !== 'object' || shares === null) return null;
  const entries = Object.entries(shares).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > 0 && entry[1] < 100,
  );
  const sum = entries.reduce((total, [, share]) => total + share, 0);
  return entries.length === 2 && Math.abs(sum - 100) < 1 ? Object.fromEntries(entries) : null;
}
