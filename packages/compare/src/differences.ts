/** What differs between two aligned runs, in order; where it began, and what followed from that. */
import type { Alignment } from './align/align-runs.ts';
import { CAUSE, type RunSide } from './run-side.ts';

/** What is different about a pair. `cause`: the two follow from events that do not correspond to each other. */
export type ChangedPart = 'content' | 'node' | 'cause' | 'order';

/**
 * One difference, with the ordinals of its events. `changed`: a pair of which something differs; `moved`: a pair in
 * another order; `replaced`: the first of an event on each side where neither is on the other.
 */
export interface Difference {
  readonly kind: 'onlyA' | 'onlyB' | 'changed' | 'moved' | 'replaced';
  /** Of a pair, what differs; empty for the others. */
  readonly parts: readonly ChangedPart[];
  readonly a: number | null;
  readonly b: number | null;
}

/** What follows causally from the first divergence on one side, the event itself not counted. */
export interface Cone {
  readonly events: number;
  /** Those of them that are no same pair. */
  readonly different: number;
  /** Ordinals of the first of them. */
  readonly first: readonly number[];
}

/** Where two runs part, and what followed from it. */
export interface FirstDivergence {
  readonly difference: Difference;
  /** Pairs in front of it, which are all the same. */
  readonly before: number;
  /** Null where the side has no such event, or no event that names a cause. */
  readonly coneA: Cone | null;
  readonly coneB: Cone | null;
}

export interface DifferenceCounts {
  readonly pairs: number;
  /** Pairs of which nothing differs. */
  readonly same: number;
  readonly changed: number;
  readonly moved: number;
  readonly onlyA: number;
  readonly onlyB: number;
}

const PART = { content: 1, node: 2, cause: 4, order: 8 } as const;
const PARTS: readonly ChangedPart[] = ['content', 'node', 'cause', 'order'];
/** Ordinals that a cone lists. */
const CONE_LISTED = 20;
/** Differences that are listed of those that follow from no other. */
const APART_LISTED = 20;

/** Places of a difference, -1 for the side that has none; where it is among all, and what differs. */
interface Found {
  readonly a: number;
  readonly b: number;
  readonly at: number;
  readonly parts: number;
}

interface Aligned {
  readonly a: RunSide;
  readonly b: RunSide;
  readonly alignment: Alignment;
}

/** Differences of aligned runs, `limit` of them listed. Memory is O(events). */
export function differencesOf(aligned: Aligned, limit: number) {
  const all = findAll(aligned);
  const { a, b, alignment, found, differsA, differsB } = all;
  const count = (holds: (one: Found) => boolean): number => found.filter(holds).length;
  const pairs = alignment.mateOfA.reduce((sum, mate) => sum + (mate < 0 ? 0 : 1), 0);
  const isMoved = ({ parts }: Found): boolean => parts === PART.order;
  const moved = count(isMoved);
  const changed = count((one) => one.parts !== 0 && !isMoved(one));
  const counts: DifferenceCounts = {
    pairs,
    same: pairs - changed - moved,
    changed,
    moved,
    onlyA: a.length - pairs,
    onlyB: b.length - pairs,
  };
  return {
    counts,
    first: firstOf(all),
    apart: apartOf(all),
    differences: {
      total: found.length,
      list: found.slice(0, limit).map((one) => reported(aligned, one)),
    },
    /** True for an event of which something differs, and for one that is not of the run. */
    differs: (side: 'a' | 'b', ordinal: number): boolean =>
      side === 'a' ? differsA[a.rows.indexOf(ordinal)] !== 0 : differsB[b.rows.indexOf(ordinal)] !== 0,
  };
}

/** Where the two runs part; null when nothing differs. */
function firstOf({ found: [one], differsA, differsB, ...aligned }: AllFound): FirstDivergence | null {
  if (one === undefined) return null;
  const other = replacedBy(aligned, one);
  const [a, b] = [one.a < 0 ? other : one.a, one.b];
  const difference: Difference =
    one.a < 0 && other >= 0
      ? { kind: 'replaced', parts: [], a: aligned.a.rows[a] ?? null, b: aligned.b.rows[b] ?? null }
      : reported(aligned, one);
  return {
    difference,
    // Of A all that is in front of it.
    before: Math.max(0, Math.ceil(one.at / 2)),
    coneA: coneOf(aligned.a, a, differsA),
    coneB: coneOf(aligned.b, b, differsB),
  };
}

/** Differences that follow from no other, the first divergence left out: what differs besides it. */
function apartOf({ found, differsA, differsB, ...aligned }: AllFound) {
  const [followsA, followsB] = [followingOf(aligned.a, differsA), followingOf(aligned.b, differsB)];
  const [first] = found;
  const instead = first === undefined ? -1 : replacedBy(aligned, first);
  const apart = found.filter((one) => {
    if (one === first || followsA[one.a] === 1 || followsB[one.b] === 1) return false;
    return one.a < 0 || one.a !== instead;
  });
  return {
    total: apart.length,
    list: apart.slice(0, APART_LISTED).map((one) => reported(aligned, one)),
  };
}

/** The event of A in whose place an event of B alone is; -1 when there is none. */
function replacedBy({ a, b, alignment: { mateOfA } }: Aligned, one: Found): number {
  if (one.a >= 0) return -1;
  const place = (one.at - 1) / 2 + 1;
  if (place >= a.length || (mateOfA[place] as number) >= 0) return -1;
  const [causeA, causeB] = [a.parent[place] as number, b.parent[one.b] as number];
  const mate = causeA < 0 ? -1 : (mateOfA[causeA] as number);
  return mate === causeB ? place : -1;
}

function reported(aligned: Aligned, { a, b, parts }: Found): Difference {
  const kind = a < 0 ? 'onlyB' : b < 0 ? 'onlyA' : parts === PART.order ? 'moved' : 'changed';
  return {
    kind,
    parts: PARTS.filter((part) => (parts & PART[part]) !== 0),
    a: a < 0 ? null : (aligned.a.rows[a] as number),
    b: b < 0 ? null : (aligned.b.rows[b] as number),
  };
}

type AllFound = ReturnType<typeof findAll>;

/** All differences in order. Places of B count as behind the last pair before them, which keeps the order of both. */
function findAll(aligned: Aligned) {
  const { mateOfA, mateOfB, moved } = aligned.alignment;
  const differsA = new Uint8Array(aligned.a.length);
  const differsB = new Uint8Array(aligned.b.length);
  const found: Found[] = [];
  mateOfA.forEach((mate, place) => {
    const parts = mate < 0 ? 0 : changesOf(aligned, place, mate);
    if (mate >= 0 && parts === 0) return;
    differsA[place] = 1;
    if (mate >= 0) differsB[mate] = 1;
    if (!moved.has(place)) found.push({ a: place, b: mate, at: 2 * place, parts });
  });
  let last = -1;
  mateOfB.forEach((mate, place) => {
    if (mate < 0) {
      differsB[place] = 1;
      found.push({ a: -1, b: place, at: 2 * last + 1, parts: 0 });
    } else if (moved.has(mate)) {
      const at = Math.min(2 * mate, 2 * last + 1);
      found.push({ a: mate, b: place, at, parts: changesOf(aligned, mate, place) });
    } else last = mate;
  });
  return { ...aligned, differsA, differsB, found: found.sort((x, y) => x.at - y.at) };
}

function changesOf(aligned: Aligned, place: number, mate: number): number {
  const { a, b, alignment } = aligned;
  let parts = 0;
  if (a.said[place] !== b.said[mate]) parts |= PART.content;
  if (a.node[place] !== b.node[mate]) parts |= PART.node;
  if (hasOtherCause(aligned, place, mate)) parts |= PART.cause;
  if (alignment.moved.has(place)) parts |= PART.order;
  return parts;
}

/** What the log does not hold, and what a host does not record at all, is no difference. */
function hasOtherCause({ a, b, alignment }: Aligned, place: number, mate: number): boolean {
  if (!a.hasCauses || !b.hasCauses) return false;
  const [knownA, knownB] = [a.causeKnown[place], b.causeKnown[mate]];
  if (knownA === CAUSE.unknown || knownB === CAUSE.unknown) return false;
  if (knownA !== knownB) return true;
  if (knownA === CAUSE.none) return false;
  return alignment.mateOfA[a.parent[place] as number] !== b.parent[mate];
}

/** Effects of an event, at any depth. O(events of the run). */
function coneOf(side: RunSide, place: number, differs: Uint8Array): Cone | null {
  if (place < 0 || !side.hasCauses) return null;
  const origin = new Uint8Array(side.length);
  origin[place] = 1;
  const follows = followingOf(side, origin);
  let [events, different] = [0, 0];
  const first: number[] = [];
  follows.forEach((isEffect, effect) => {
    if (isEffect === 0 || effect === place) return;
    events++;
    different += differs[effect] as number;
    if (first.length < CONE_LISTED) first.push(side.rows[effect] as number);
  });
  return { events, different, first };
}

/** Marks each place that follows, at any depth, from one that is marked. O(events), circles of causes among them. */
function followingOf({ length, parent }: RunSide, marked: Uint8Array): Uint8Array {
  const UNKNOWN = 2;
  const follows = new Uint8Array(length).fill(UNKNOWN);
  const path: number[] = [];
  for (let place = 0; place < length; place++) {
    let at = place;
    path.length = 0;
    while (at >= 0 && follows[at] === UNKNOWN) {
      // Until it is known: a circle comes back to it and ends there.
      follows[at] = 0;
      path.push(at);
      at = parent[at] as number;
    }
    let does = at >= 0 && (follows[at] === 1 || marked[at] === 1);
    for (let own = path.pop(); own !== undefined; own = path.pop()) {
      follows[own] = does ? 1 : 0;
      does ||= marked[own] === 1;
    }
  }
  return follows;
}
