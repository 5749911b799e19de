/**
 * Searches windows of a few bytes all at once by the halves of each byte. A byte passes a place of a group when its low
 * and its high half do, so a group passes more than its windows: a few groups of similar windows pass little more.
 */

/** Which bytes may be at each place of a window. */
export type Window = readonly (readonly number[])[];

/** Sixteen bits each: which low and which high halves pass. */
interface Halves {
  readonly low: number;
  readonly high: number;
}

/** What passes at each place. */
export type Classes = readonly Halves[];

/**
 * Gathers windows into at most `count` groups. Each window begins as a group; whenever there is one too many, those two
 * are joined that let the fewest other bytes pass together. O(windows x count squared).
 */
export function gathered(windows: readonly Window[], count: number): readonly Classes[] {
  const groups: Classes[] = [];
  for (const window of windows) {
    groups.push(window.map(halvesOf));
    if (groups.length > count) joinClosest(groups);
  }
  return groups;
}

function joinClosest(groups: Classes[]): void {
  const costs = groups.map(costOf);
  let least = Number.POSITIVE_INFINITY;
  let closest: readonly [number, number, Classes] | null = null;
  groups.forEach((one, a) => {
    for (let b = a + 1; b < groups.length; b++) {
      const both = joined(one, groups[b] as Classes);
      const added = costOf(both) - (costs[a] as number) - (costs[b] as number);
      if (added < least) [least, closest] = [added, [a, b, both]];
    }
  });
  if (closest === null) return;
  const [a, b, both] = closest as readonly [number, number, Classes];
  groups[a] = both;
  groups.splice(b, 1);
}

function halvesOf(bytes: readonly number[]): Halves {
  let [low, high] = [0, 0];
  for (const byte of bytes) {
    low |= 1 << (byte & 15);
    high |= 1 << (byte >> 4);
  }
  return { low, high };
}

function joined(a: Classes, b: Classes): Classes {
  return a.map(({ low, high }, k) => ({ low: low | (b[k]?.low ?? 0), high: high | (b[k]?.high ?? 0) }));
}

/** How often bytes of a log have each half, in thousandths: most are small letters, then signs and digits. */
const LOW_SHARE = [61, 78, 66, 65, 64, 107, 52, 45, 39, 76, 38, 34, 55, 67, 71, 72];
const HIGH_SHARE = [2, 1, 215, 104, 31, 29, 372, 241, 1, 1, 1, 1, 1, 1, 1, 1];

/** About how often four bytes of a log pass. */
function costOf(classes: Classes): number {
  let cost = 1;
  for (const { low, high } of classes) cost *= shareOf(low, LOW_SHARE) * shareOf(high, HIGH_SHARE);
  return cost;
}

function shareOf(halves: number, shares: readonly number[]): number {
  let share = 0;
  for (let half = 0; half < 16; half++) if (((halves >> half) & 1) === 1) share += shares[half] as number;
  return share / 1000;
}
