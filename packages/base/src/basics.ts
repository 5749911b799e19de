/**
 * Result of an attempt: `ok` with the value, or not `ok` with the reason. For failures that a caller must handle;
 * programming errors are thrown.
 */
export type Result<Good extends object, Bad extends object> =
  | ({ readonly ok: true } & Readonly<Good>)
  | ({ readonly ok: false } & Readonly<Bad>);

/**
 * The end of a `switch` over a union: reached by no value of its type, so that a member added to the union does not
 * compile until its case is written. Throws a TypeError for what came from outside in spite of its type.
 */
export function unreachable(value: never): never {
  throw new TypeError(`A case is missing for ${JSON.stringify(value) ?? 'undefined'}`);
}

/** What something that was thrown says: the message of an error, otherwise its text. */
export function errorText(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** A URL, against another where it is relative; null for a text that is none. `URL.parse` is too young for all engines. */
export function parsedUrl(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** A word or sentence with its first letter as a capital. */
export const capital = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

/** The first number from `from` on from which something holds for all others; `to` without one. O(log numbers). */
export function firstThat(to: number, holds: (at: number) => boolean, from = 0): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Indexes of the longest part of a list that rises, in order. O(n log n). */
export function longestRise(list: readonly number[]): readonly number[] {
  // ends[k]: index of the smallest value that ends a rise of k + 1.
  const ends: number[] = [];
  const previous = list.map((value, index) => {
    const length = firstThat(ends.length, (at) => (list[ends[at] as number] as number) >= value);
    ends[length] = index;
    return ends[length - 1] ?? -1;
  });
  const rise: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] as number) rise.push(at);
  return rise.reverse();
}

/** The beginning of a text of more than `most` UTF-16 units, with an ellipsis after it. */
export function cutText(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** Cuts to a length without splitting a surrogate pair, with an ellipsis inside the length. Masked text stays masked. */
export function shortened<T extends string>(text: T, units: number): T {
  if (text.length <= units) return text;
  const last = text.charCodeAt(units - 2);
  return `${text.slice(0, last >= 0xd800 && last < 0xdc00 ? units - 2 : units - 1)}…` as T;
}

/** Adds an item to the list of a key. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, item: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/**
 * Items group by group, in their order inside a group: those of group `g` are `list[start[g]]` up to `list[start[g + 1]]`.
 * Items of a negative group are left out. O(items + groups), `groupOf` is called twice for each item.
 */
export function groupedBy(items: Int32Array, groups: number, groupOf: (item: number) => number) {
  const start = new Int32Array(groups + 1);
  for (const item of items) {
    const behind = groupOf(item) + 1;
    if (behind > 0) start[behind] = (start[behind] as number) + 1;
  }
  for (let group = 0; group < groups; group++)
    start[group + 1] = (start[group + 1] as number) + (start[group] as number);
  const next = start.slice();
  const list = new Int32Array(start[groups] as number);
  for (const item of items) {
    const group = groupOf(item);
    if (group < 0) continue;
    const at = next[group] as number;
    list[at] = item;
    next[group] = at + 1;
  }
  return { start, list };
}

/** Stores the most recent of many entries: at most `limit`, the oldest goes first. */
export function storeRecent<K, V>(known: Map<K, V>, key: K, value: V, limit: number): void {
  known.delete(key);
  known.set(key, value);
  const oldest = known.size > limit ? known.keys().next() : undefined;
  if (oldest !== undefined && oldest.done !== true) known.delete(oldest.value);
}

/** What is stored under a key, made and stored at the first call. */
export function storedIn<K, V>(
  known: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const made = make();
  known.set(key, made);
  return made;
}
