/** Pane sizes and visible panes, in the `layout` text of the settings. Any other text counts as nothing saved. */
import {
  CHOSEN_COLUMNS,
  type ColumnChoices,
  type ColumnWidths,
  fittingWidth,
  SIZED_COLUMNS,
} from './list-columns.ts';

/** Shares of the panes by id, in percent. */
export type PaneShares = Readonly<Record<string, number>>;

/**
 * Arrangement of the shares. The envelopes view has a narrow list next to a wide detail; the payload tab has its bytes
 * next to the tree, or under it.
 */
export type Arrangement = 'columns' | 'rows' | 'envelopes' | 'bytesColumns' | 'bytesRows';

export type SavedLayout = Readonly<Partial<Record<Arrangement, PaneShares>>> & {
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
  const parsed = parsedOrNull(text);
  const stored = ARRANGEMENTS.map((name) => [name, sharesIn(parsed, name)] as const);
  const shares: SavedLayout = Object.fromEntries(stored.filter(([, each]) => each !== null));
  const runsBeside = fieldOf(parsed, 'runsBeside');
  return {
    ...shares,
    ...(fieldOf(parsed, 'bytesBeside') === true ? { bytesBeside: true } : {}),
    ...(typeof runsBeside === 'boolean' ? { runsBeside } : {}),
    ...columnsIn(fieldOf(parsed, 'listColumns')),
    ...widthsIn(fieldOf(parsed, 'listWidths')),
  };
}

export function writeLayout(layout: SavedLayout): string {
  return JSON.stringify(layout);
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // an older form, or nothing saved yet
  }
}

function fieldOf(parsed: unknown, name: string): unknown {
  const isThere = typeof parsed === 'object' && parsed !== null && Object.hasOwn(parsed, name);
  return isThere ? Reflect.get(parsed, name) : undefined;
}

function columnsIn(value: unknown): Pick<SavedLayout, 'listColumns'> {
  const entries = CHOSEN_COLUMNS.map((name) => [name, fieldOf(value, name)] as const);
  const stored = entries.filter(([, isDisplayed]) => typeof isDisplayed === 'boolean');
  return stored.length === 0 ? {} : { listColumns: Object.fromEntries(stored) };
}

function widthsIn(value: unknown): Pick<SavedLayout, 'listWidths'> {
  const entries = Object.keys(SIZED_COLUMNS).flatMap((name): readonly (readonly [string, number])[] => {
    const width = fieldOf(value, name);
    return typeof width === 'number' && Number.isFinite(width) ? [[name, fittingWidth(width)]] : [];
  });
  return entries.length === 0 ? {} : { listWidths: Object.fromEntries(entries) };
}

function sharesIn(parsed: unknown, name: Arrangement): PaneShares | null {
  const shares = fieldOf(parsed, name);
  if (typeof shares !== 'object' || shares === null) return null;
  const entries = Object.entries(shares).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > 0 && entry[1] < 100,
  );
  const sum = entries.reduce((total, [, share]) => total + share, 0);
  return entries.length === 2 && Math.abs(sum - 100) < 1 ? Object.fromEntries(entries) : null;
}
