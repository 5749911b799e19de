/** What the palette finds, in groups. Pure. */

/** One thing that the palette finds. */
export interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  /** A quiet word next to the title. */
  readonly note?: string;
  /** Caps of its keys. */
  readonly keys?: readonly string[];
  readonly run: () => void;
}

export type PaletteGroup = ReturnType<typeof groupOf>;

/** Entries of a group that are displayed; more words find the others. */
export const MOST_OF_GROUP = 6;

/** Other words by which an action is found, by its id. */
export const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['export', 'share html download'],
  ['copy-report', 'share export'],
  ['safe-log', 'share ndjson masked redacted'],
  ['save-session', 'share export'],
  ['copy-link', 'share url address'],
  ['compare', 'diff'],
  ['event-pair', 'diff'],
  ['critical-path', 'slow slowest latency'],
  ['order-duration', 'slow slowest latency'],
  ['theme', 'dark light appearance'],
]);

/** Actions that step along a list or fold it. */
export const STEPS: ReadonlySet<string> = new Set([
  'next',
  'previous',
  'first',
  'last',
  'fold',
  'unfold',
  'streams',
]);

/** Lower-case words of what was typed. */
export const textOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** The number of an event, as `#216` or `216`; null for other text. */
export function numberOf(text: string): number | null {
  const digits = /^#?(\d{1,15})$/.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

/**
 * The things that have all words, those whose own name begins with the first word before the others, at most
 * `MOST_OF_GROUP`. A name is the title unless `nameOf` gives another. Cost is that of one pass over all names.
 */
export function groupOf<Item>(
  title: string,
  items: readonly Item[],
  words: readonly string[],
  entryOf: (item: Item) => PaletteEntry,
  nameOf: (item: Item) => string = (item) => entryOf(item).title,
) {
  const begins: Item[] = [];
  const contains: Item[] = [];
  for (const item of items) {
    const name = nameOf(item).toLowerCase();
    if (!words.every((word) => name.includes(word))) continue;
    (name.startsWith(words[0] ?? '') ? begins : contains).push(item);
  }
  const found = [...begins, ...contains];
  // `total` is more than the entries where the rest has to be typed for.
  return { title, entries: found.slice(0, MOST_OF_GROUP).map(entryOf), total: found.length };
}

/** "Nodes", or "Nodes, 6 of 43" where not all are displayed. */
export function groupTitle({ title, entries, total }: PaletteGroup, format: (count: number) => string) {
  return total <= entries.length ? title : `${title}, ${format(entries.length)} of ${format(total)}`;
}
