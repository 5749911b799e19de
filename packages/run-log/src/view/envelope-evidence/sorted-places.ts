/** Ascending numbers, such as places in display order, asked by halving. */
export type Ascending = ArrayLike<number>;

/** Places `[from, to)`. */
export type PlaceRange = readonly [from: number, to: number];

/** Index of the first number that is at least `least`, in `[from, to)`; `to` when there is none. O(log n). */
export function firstFrom(places: Ascending, least: number, from = 0, to = places.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The latest few of many places, and how many there were. */
export interface Latest {
  readonly total: number;
  /** In ascending order. */
  readonly places: readonly number[];
}

/** Places of `[from, to)` but for those in `without`, the latest `limit` of them. O(log n + limit + without). */
export function latestIn(
  list: Ascending,
  [from, to]: PlaceRange,
  without: ReadonlySet<number>,
  limit: number,
): Latest {
  const low = firstFrom(list, from);
  const high = firstFrom(list, to, low);
  let total = high - low;
  for (const place of without) {
    const at = firstFrom(list, place, low, high);
    if (at < high && list[at] === place) total--;
  }
  const places: number[] = [];
  for (let at = high - 1; at >= low && places.length < limit; at--) {
    const place = list[at] as number;
    if (!without.has(place)) places.push(place);
  }
  return { total, places: places.reverse() };
}

/** The first of the places of `[from, to)` but for those in `without`; -1 when there is none. */
export function firstIn(list: Ascending, [from, to]: PlaceRange, without: ReadonlySet<number>): number {
  for (let at = firstFrom(list, from); at < list.length; at++) {
    const place = list[at] as number;
    if (place >= to) return -1;
    if (!without.has(place)) return place;
  }
  return -1;
}
