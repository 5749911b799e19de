/** Which events of two runs correspond to each other: by their causes first, then node by node. */
import { addTo, groupedBy, longestRise } from '@openwop-inspector/base';
import { keyNumber } from '../event-hash.ts';
import { type RunSide, SharedNumbers } from '../run-side.ts';

/** Places of the other side by places of one; -1 for an event that only one side has. */
export interface Alignment {
  readonly mateOfA: Int32Array;
  readonly mateOfB: Int32Array;
  /** Places of A whose event comes in another order in B. */
  readonly moved: ReadonlySet<number>;
}

/**
 * How much two events have in common to be paired, the most first: all that they say; type, node and what they are
 * about; type and node; the type, where each node is one that the other side does not have.
 */
const LEVELS = ['said', 'kind', 'type', 'renamed'] as const;

/**
 * Aligns two runs. Siblings, which are the events of one cause (or of none), are aligned in their order, from the roots
 * on; what is left, since its cause is on one side alone, node by node. O(n log n). Null when it was stopped.
 */
export async function alignRuns(
  a: RunSide,
  b: RunSide,
  orderAcrossNodes: boolean,
  rest: () => Promise<boolean>,
): Promise<Alignment | null> {
  const numbers = new SharedNumbers<number>();
  const pairing = { a: sideOf(a, b, numbers), b: sideOf(b, a, numbers), moved: new Set<number>() };
  for (const steps of [pairSiblings(pairing, orderAcrossNodes), pairNodes(pairing)]) {
    while (steps.next().done !== true) if (!(await rest())) return null;
  }
  const [mateOfA, mateOfB] = [pairing.a.mates, pairing.b.mates];
  mateOfA.forEach((mate, place) => {
    if (mate < 0) return;
    const [causeA, causeB] = [a.parent[place] as number, b.parent[mate] as number];
    if (causeA < 0 || causeB < 0 || mateOfA[causeA] !== causeB) return;
    // An effect that is before its cause on one side alone.
    if (causeA > place !== causeB > mate) pairing.moved.add(place);
  });
  return { mateOfA, mateOfB, moved: pairing.moved };
}

/** List pairs between two turns of others. */
const RESTED = 1000;

/** One run while it is aligned. */
interface Side {
  readonly run: RunSide;
  /** Places of the other side by its own; -1 for none. */
  readonly mates: Int32Array;
  /** Nodes with one number, -1, for all that the other side does not have: what was renamed is among them. */
  readonly groups: Int32Array;
  /** What places are alike by, level by level; computed for those that are queried. */
  readonly label: (level: number, place: number) => number;
}

interface Pairing {
  readonly a: Side;
  readonly b: Side;
  readonly moved: Set<number>;
}

function sideOf(run: RunSide, other: RunSide, numbers: SharedNumbers<number>): Side {
  const { type, node, kind, said } = run;
  const known = new Set(other.node);
  const groups = node.map((one) => (known.has(one) ? one : -1));
  const label = (level: number, place: number): number => {
    const x = (level === 3 ? groups[place] : node[place]) as number;
    const y = (level === 0 ? said[place] : level === 1 ? kind[place] : 0) as number;
    const ofType = type[place] as number;
    return numbers.of(
      keyNumber(hashOf(level, ofType, x, y, 0x2c1b3c6d), hashOf(level, ofType, x, y, 0x297a2d39)),
    );
  };
  return { run, groups, label, mates: new Int32Array(run.length).fill(-1) };
}

/** Pairs the roots, then the effects of every pair. Yields now and then. */
function* pairSiblings(pairing: Pairing, orderAcrossNodes: boolean): Generator<void> {
  const { a, b } = pairing;
  const [effectsA, effectsB] = [effectsOf(a.run), effectsOf(b.run)];
  const open: (readonly [number, number])[] = [[-1, -1]];
  let done = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [listA, listB] = [effectsA(next[0]), effectsB(next[1])];
    if (listA.length === 0 || listB.length === 0) continue;
    // Without causes all are roots, and their order is all there is to go by.
    const lists = orderAcrossNodes ? [[listA, listB] as const] : byNode(pairing, listA, listB);
    for (const [ofA, ofB] of lists) pairLists(pairing, ofA, ofB);
    for (const place of listA) {
      const mate = a.mates[place] as number;
      if (mate >= 0) open.push([place, mate]);
    }
    if (++done % RESTED === 0) yield;
  }
  yield;
}

/** Pairs what is left of each node, in its order. */
function* pairNodes(pairing: Pairing): Generator<void> {
  const left = ({ mates }: Side) => Array.from(mates.keys()).filter((place) => (mates[place] as number) < 0);
  for (const [ofA, ofB] of byNode(pairing, left(pairing.a), left(pairing.b))) {
    pairLists(pairing, ofA, ofB);
    yield;
  }
}

/** Both lists in parts, one for each node of A. */
function byNode({ a, b }: Pairing, listA: Iterable<number>, listB: Iterable<number>) {
  const inB = byGroup(listB, b.groups);
  return Array.from(byGroup(listA, a.groups), ([group, ofA]) => {
    return [Int32Array.from(ofA), Int32Array.from(inB.get(group) ?? [])] as const;
  });
}

/** Pairs two lists; what says the same in both and is left over then comes in another order. */
function pairLists(pairing: Pairing, listA: Int32Array, listB: Int32Array): void {
  pairLevel(pairing, listA, listB, 0);
  const { a, b, moved } = pairing;
  const waiting = new Map<number, number[]>();
  for (const place of [...listB].reverse())
    if ((b.mates[place] as number) < 0) addTo(waiting, b.label(0, place), place);
  if (waiting.size === 0) return;
  for (const place of listA) {
    if ((a.mates[place] as number) >= 0) continue;
    const mate = waiting.get(a.label(0, place))?.pop();
    if (mate === undefined) continue;
    pair(pairing, place, mate);
    moved.add(place);
  }
}

/** Pairs what is alike at a level, and between two pairs what is alike at the next. */
function pairLevel(pairing: Pairing, listA: Int32Array, listB: Int32Array, level: number): void {
  if (listA.length === 0 || listB.length === 0 || level === LEVELS.length) return;
  let [lastA, lastB] = [0, 0];
  const between = (toA: number, toB: number): void => {
    if (toA > lastA && toB > lastB)
      pairLevel(pairing, listA.subarray(lastA, toA), listB.subarray(lastB, toB), level + 1);
  };
  const labels = (list: Int32Array, { label }: Side) => list.map((place) => label(level, place));
  commonOrder(labels(listA, pairing.a), labels(listB, pairing.b), (atA, atB) => {
    between(atA, atB);
    pair(pairing, listA[atA] as number, listB[atB] as number);
    [lastA, lastB] = [atA + 1, atB + 1];
  });
  between(listA.length, listB.length);
}

function pair({ a, b }: Pairing, placeA: number, placeB: number): void {
  a.mates[placeA] = placeB;
  b.mates[placeB] = placeA;
}

const hashOf = (level: number, x: number, y: number, z: number, factor: number): number =>
  withPart(withPart(withPart(Math.imul(level + 0x9e3779b1, factor), x, factor), y, factor), z, factor);

function withPart(before: number, part: number, factor: number): number {
  let hash = Math.imul(before ^ part, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, factor);
  return hash ^ (hash >>> 16);
}

/** The effects of each place in display order; of -1 those without a known cause. */
function effectsOf({ length, parent }: RunSide): (place: number) => Int32Array {
  const places = Int32Array.from(parent.keys());
  const { start, list } = groupedBy(places, length + 1, (place) => (parent[place] as number) + 1);
  return (place) => list.subarray(start[place + 1], start[place + 2]);
}

function byGroup(places: Iterable<number>, groups: Int32Array): Map<number, number[]> {
  const lists = new Map<number, number[]>();
  for (const place of places) addTo(lists, groups[place] as number, place);
  return lists;
}

// Two lists of labels: which items of them correspond to each other, in the same order in both.

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
