/** Pane sizes in the `layout` text of the settings. What is not as we write it counts as nothing kept. */

/** Shares of the panes by id, in percent. */
export type PaneShares = Readonly<Record<string, number>>;

/** Which arrangement the shares belong to. */
export type Arrangement = 'columns' | 'rows';

export type KeptLayout = Readonly<Partial<Record<Arrangement, PaneShares>>>;

export function readLayout(text: string): KeptLayout {
  const parsed = parsedOrNull(text);
  const columns = sharesIn(parsed, 'columns');
  const rows = sharesIn(parsed, 'rows');
  return { ...(columns === null ? {} : { columns }), ...(rows === null ? {} : { rows }) };
}

export function writeLayout(layout: KeptLayout): string {
  return JSON.stringify(layout);
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // an older form, or nothing kept yet
  }
}

function sharesIn(parsed: unknown, name: Arrangement): PaneShares | null {
  if (typeof parsed !== 'object' || parsed === null || !Object.hasOwn(parsed, name)) return null;
  const shares: unknown = Reflect.get(parsed, name);
  if (typeof shares !== 'object' || shares === null) return null;
  const entries = Object.entries(shares).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > 0 && entry[1] < 100,
  );
  const sum = entries.reduce((total, [, share]) => total + share, 0);
  return entries.length === 2 && Math.abs(sum - 100) < 1 ? Object.fromEntries(entries) : null;
}
