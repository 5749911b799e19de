import type { Difference } from '@openwop-inspector/acceptor-core';

/** The cause of one event: every name of either that a vector may use, and the meaning A to E. */
export interface TracedCause {
  readonly event: readonly unknown[];
  readonly to: readonly unknown[];
  readonly meaning: string | null;
}

/** Expected causes name an event by eventId or sequence; each must occur (vectors FORMAT 7). */
export function compareCausation(traced: readonly TracedCause[], expected: unknown): readonly Difference[] {
  const wanted: readonly { event: unknown; to: unknown; meaning: unknown }[] = Array.isArray(expected)
    ? expected
    : [];
  return wanted.flatMap((want, index) => {
    const found = traced.find((one) => one.event.includes(want.event));
    if (found?.to.includes(want.to) && found.meaning === want.meaning) return [];
    const pointer = `/causation/${index}`;
    return [{ pointer, expected: want, actual: found, message: 'This cause was not found.' }];
  });
}
