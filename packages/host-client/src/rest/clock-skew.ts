/** How far the clock of a host is from ours, in ms. */
export interface ClockSkew {
  /** Takes the `Date` of an answer to a request that ran between the two times of ours. */
  note(date: string | null, sentMs: number, receivedMs: number): void;
  /** Host's clock minus ours; null before the first answer that told its time. */
  readonly ms: number | null;
}

/**
 * A `Date` header tells whole seconds of a moment between asking and answering. Each answer so gives a lowest and a
 * highest skew; what all answers agree on gets narrower, and begins anew when a clock was set.
 */
export function createClockSkew(): ClockSkew {
  let lowest = Number.NaN;
  let highest = Number.NaN;
  return {
    note(date, sentMs, receivedMs) {
      const hostMs = Date.parse(date ?? '');
      if (Number.isNaN(hostMs)) return;
      const low = hostMs - receivedMs;
      const high = hostMs + 999 - sentMs;
      const agrees = low <= highest && high >= lowest;
      lowest = agrees ? Math.max(low, lowest) : low;
      highest = agrees ? Math.min(high, highest) : high;
    },
    get ms() {
      return Number.isNaN(lowest) ? null : Math.round((lowest + highest) / 2);
    },
  };
}
