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

/** Places of a difference, -1 for the side that has none; where it is among all, and what differs. */
interface Found {
  readonly a: number;
  readonly b: number;
  readonly at: number;
  readonly parts: number;
}

/** Differences of aligned runs. Memory is O(events), whatever is queried. */
export class Differences {
  readonly counts: DifferenceCounts;
  private readonly a: RunSide;
  private readonly b: RunSide;
  private readonly alignment: Alignment;
  private readonly found: readonly Found[];
  private readonly differsA: Uint8Array;
  private readonly differsB: Uint8Array;

  constructor(a: RunSide, b: RunSide, alignment: Alignment) {
    this.a = a;
    this.b = b;
    this.alignment = alignment;
    this.differsA = new Uint8Array(a.length);
    this.differsB = new Uint8Array(b.length);
    this.found = this.findAll().sort((x, y) => x.at - y.at);
    const count = (holds: (one: Found) => boolean): number => this.found.filter(holds).length;
    const pairs = alignment.mateOfA.reduce((sum, mate) => sum + (mate < 0 ? 0 : 1), 0);
    const isMoved = ({ parts }: Found): boolean => parts === PART.order;
    const moved = count(isMoved);
    const changed = count((one) => one.parts !== 0 && !isMoved(one));
    this.counts = {
      pairs,
      same: pairs - changed - moved,
      changed,
      moved,
      onlyA: a.length - pairs,
      onlyB: b.length - pairs,
    };
  }

  get total(): number {
    return this.found.length;
  }

  /** Differences in order, `limit` at most. */
  list(limit: number): readonly Difference[] {
    return this.found.slice(0, limit).map((one) => this.reported(one));
  }

  /** Where the two runs part; null when nothing differs. */
  first(): FirstDivergence | null {
    const [one] = this.found;
    if (one === undefined) return null;
    const other = this.replacedBy(one);
    const [a, b] = [one.a < 0 ? other : one.a, one.b];
    const difference: Difference =
      one.a < 0 && other >= 0
        ? { kind: 'replaced', parts: [], a: this.a.rows[a] ?? null, b: this.b.rows[b] ?? null }
        : this.reported(one);
    return {
      difference,
      // Of A all that is in front of it.
      before: Math.max(0, Math.ceil(one.at / 2)),
      coneA: coneOf(this.a, a, this.differsA),
      coneB: coneOf(this.b, b, this.differsB),
    };
  }

  /**
   * Differences that follow from no other, the first divergence left out: what differs besides it. `limit` of them, and
   * how many there are.
   */
  apart(limit: number): { readonly total: number; readonly list: readonly Difference[] } {
    const [followsA, followsB] = [followingOf(this.a, this.differsA), followingOf(this.b, this.differsB)];
    const [first] = this.found;
    const list: Difference[] = [];
    let total = 0;
    for (const one of this.found) {
      if (one === first || followsA[one.a] === 1 || followsB[one.b] === 1) continue;
      if (first !== undefined && first.a < 0 && one.a >= 0 && one.a === this.replacedBy(first)) continue;
      total++;
      if (list.length < limit) list.push(this.reported(one));
    }
    return { total, list };
  }

  /** What differs about the pair of a place of A; nothing for one without a mate. */
  partsOf(place: number): readonly ChangedPart[] {
    const mate = this.alignment.mateOfA[place] ?? -1;
    return mate < 0 ? [] : partsOf(this.changesOf(place, mate));
  }

  /** The event of A in whose place an event of B alone is; -1 when there is none. */
  private replacedBy(one: Found): number {
    if (one.a >= 0) return -1;
    const place = (one.at - 1) / 2 + 1;
    if (place >= this.a.length || (this.alignment.mateOfA[place] as number) >= 0) return -1;
    const [causeA, causeB] = [this.a.parent[place] as number, this.b.parent[one.b] as number];
    const mate = causeA < 0 ? -1 : (this.alignment.mateOfA[causeA] as number);
    return mate === causeB ? place : -1;
  }

  private reported({ a, b, parts }: Found): Difference {
    const kind = a < 0 ? 'onlyB' : b < 0 ? 'onlyA' : parts === PART.order ? 'moved' : 'changed';
    return {
      kind,
      parts: partsOf(parts),
      a: a < 0 ? null : (this.a.rows[a] as number),
      b: b < 0 ? null : (this.b.rows[b] as number),
    };
  }

  /** Places of B count as behind the last pair before them, which keeps the order of both. */
  private findAll(): Found[] {
    const { mateOfA, mateOfB, moved } = this.alignment;
    const found: Found[] = [];
    mateOfA.forEach((mate, place) => {
      const parts = mate < 0 ? 0 : this.changesOf(place, mate);
      if (mate >= 0 && parts === 0) return;
      this.differsA[place] = 1;
      if (mate >= 0) this.differsB[mate] = 1;
      if (!moved.has(place)) found.push({ a: place, b: mate, at: 2 * place, parts });
    });
    let last = -1;
    mateOfB.forEach((mate, place) => {
      if (mate < 0) {
        this.differsB[place] = 1;
        found.push({ a: -1, b: place, at: 2 * last + 1, parts: 0 });
      } else if (moved.has(mate)) {
        const at = Math.min(2 * mate, 2 * last + 1);
        found.push({ a: mate, b: place, at, parts: this.changesOf(mate, place) });
      } else last = mate;
    });
    return found;
  }

  private changesOf(place: number, mate: number): number {
    const { a, b } = this;
    let parts = 0;
    if (a.said[place] !== b.said[mate]) parts |= PART.content;
    if (a.node[place] !== b.node[mate]) parts |= PART.node;
    if (this.hasOtherCause(place, mate)) parts |= PART.cause;
    if (this.alignment.moved.has(place)) parts |= PART.order;
    return parts;
  }

  /** What the log does not hold, and what a host does not record at all, is no difference. */
  private hasOtherCause(place: number, mate: number): boolean {
    const { a, b, alignment } = this;
    if (!a.hasCauses || !b.hasCauses) return false;
    const [knownA, knownB] = [a.causeKnown[place], b.causeKnown[mate]];
    if (knownA === CAUSE.unknown || knownB === CAUSE.unknown) return false;
    if (knownA !== knownB) return true;
    if (knownA === CAUSE.none) return false;
    return alignment.mateOfA[a.parent[place] as number] !== b.parent[mate];
  }
}

function partsOf(bits: number): readonly ChangedPart[] {
  return PARTS.filter((part) => (bits & PART[part]) !== 0);
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
