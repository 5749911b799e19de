/** Two lists of labels: which items of them correspond to each other, in the same order in both. */
import { addTo, longestRise } from '@openwop-inspector/base';

/** Called with a place in each list for every pair, ascending in both. */
type OnPair = (a: number, b: number) => void;

/** Edits that are tried before anchors are searched for; bounds time by `length * MAX_EDITS`, memory by its square. */
const MAX_EDITS = 64;
/** How often lists are divided at anchors; hostile ones could be divided once an item. */
const MAX_DIVISIONS = 8;

/** Parts of both lists, from one place to before another. */
interface Stretch {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/**
 * Pairs items of equal labels, in the same order in both lists: as many as can be where little differs; where much does,
 * those that lie between items that are there once in each, and at last those that come in turn. O(n log n), with the
 * bounds above.
 */
export function commonOrder(a: Int32Array, b: Int32Array, onPair: OnPair): void {
  divide({ a, b, onPair }, { fromA: 0, toA: a.length, fromB: 0, toB: b.length }, MAX_DIVISIONS);
}

interface Lists {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly onPair: OnPair;
}

function divide(lists: Lists, { fromA, toA, fromB, toB }: Stretch, divisions: number): void {
  const { a, b, onPair } = lists;
  while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) onPair(fromA++, fromB++);
  let same = 0;
  while (fromA < toA - same && fromB < toB - same && a[toA - same - 1] === b[toB - same - 1]) same++;
  const middle = { fromA, toA: toA - same, fromB, toB: toB - same };
  const isOpen = middle.fromA < middle.toA && middle.fromB < middle.toB;
  if (isOpen && !fewEdits(lists, middle)) atAnchors(lists, middle, divisions);
  for (let i = 0; i < same; i++) onPair(middle.toA + i, middle.toB + i);
}

function atAnchors(lists: Lists, stretch: Stretch, divisions: number): void {
  const anchors = divisions === 0 ? [] : anchorsOf(lists, stretch, true);
  if (anchors.length === 0) {
    for (const [a, b] of anchorsOf(lists, stretch, false)) lists.onPair(a, b);
    return;
  }
  let { fromA, fromB } = stretch;
  for (const [a, b] of anchors) {
    divide(lists, { fromA, toA: a, fromB, toB: b }, divisions - 1);
    lists.onPair(a, b);
    [fromA, fromB] = [a + 1, b + 1];
  }
  divide(lists, { ...stretch, fromA, fromB }, divisions - 1);
}

/** Myers' way, for lists that differ in few items; false when they differ in more, and nothing is paired. */
function fewEdits({ a, b, onPair }: Lists, { fromA, toA, fromB, toB }: Stretch): boolean {
  const [lengthA, lengthB] = [toA - fromA, toB - fromB];
  const most = Math.min(MAX_EDITS, lengthA + lengthB);
  if (Math.abs(lengthA - lengthB) > most) return false;
  const reach = new Int32Array(2 * most + 3);
  const center = most + 1;
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits++) {
    trace.push(reach.slice(center - edits - 1, center + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down = reach[center + diagonal + 1] as number;
      const right = (reach[center + diagonal - 1] as number) + 1;
      let x = diagonal === -edits || (diagonal !== edits && right <= down) ? down : right;
      while (x < lengthA && x - diagonal < lengthB && a[fromA + x] === b[fromB + x - diagonal]) x++;
      reach[center + diagonal] = x;
      if (x < lengthA || x - diagonal < lengthB) continue;
      for (const [x1, y1] of pairsOf(trace, lengthA, lengthB)) onPair(fromA + x1, fromB + y1);
      return true;
    }
  }
  return false;
}

/** The way back from the end of both lists, through what was reached with one edit less each time. */
function pairsOf(trace: readonly Int32Array[], lengthA: number, lengthB: number): [number, number][] {
  const pairs: [number, number][] = [];
  let [x, y] = [lengthA, lengthB];
  for (let edits = trace.length - 1; edits > 0; edits--) {
    const reach = trace[edits] as Int32Array;
    const at = (diagonal: number): number => reach[diagonal + edits + 1] as number;
    const diagonal = x - y;
    const isDown = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) + 1 <= at(diagonal + 1));
    const startX = isDown ? at(diagonal + 1) : at(diagonal - 1);
    const startY = isDown ? startX - diagonal - 1 : startX - diagonal + 1;
    const snakeX = isDown ? startX : startX + 1;
    while (x > snakeX) pairs.push([--x, --y]);
    [x, y] = [startX, startY];
  }
  while (x > 0) pairs.push([--x, --y]);
  return pairs.reverse();
}

/** Pairs that surely belong together: of labels that are there once in each list, or (not `once`) in their turn. */
function anchorsOf({ a, b }: Lists, { fromA, toA, fromB, toB }: Stretch, once: boolean): readonly Pair[] {
  const inA = placesByLabel(a, fromA, toA);
  const inB = placesByLabel(b, fromB, toB);
  const turns = new Map<number, number>();
  const candidates: Pair[] = [];
  for (let i = fromA; i < toA; i++) {
    const label = a[i] as number;
    const places = inB.get(label);
    if (places === undefined || (once && (places.length > 1 || inA.get(label)?.length !== 1))) continue;
    const turn = turns.get(label) ?? 0;
    turns.set(label, turn + 1);
    const place = places[turn];
    if (place !== undefined) candidates.push([i, place]);
  }
  return longestRise(candidates.map(([, place]) => place)).map((at) => candidates[at] as Pair);
}

type Pair = readonly [a: number, b: number];

function placesByLabel(list: Int32Array, from: number, to: number): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>();
  for (let i = from; i < to; i++) addTo(places, list[i] as number, i);
  return places;
}
