/**
 * Short labels for the runs of one source. Runs of one family often share a long beginning, which would be all that a
 * narrow column shows; what they share is left out.
 */
export function runLabels(runIds: readonly string[]): ReadonlyMap<string, string> {
  const shared = sharedBeginning(runIds);
  return new Map(
    runIds.map((runId) => [runId, runId.length > shared && shared > 0 ? `…${runId.slice(shared)}` : runId]),
  );
}

/** Below this there is room for the whole id. */
const WORTH_CUTTING = 4;

/** Length of the beginning that all ids share, cut back to a separator. */
function sharedBeginning(runIds: readonly string[]): number {
  const [first, ...others] = runIds;
  if (first === undefined || others.length === 0) return 0;
  let length = first.length;
  for (const other of others) {
    let at = 0;
    while (at < length && first[at] === other[at]) at += 1;
    length = at;
  }
  const isWhole = runIds.some((runId) => runId.length === length);
  const cut = isWhole ? length : first.slice(0, length).search(/[-_.:/][^-_.:/]*$/);
  return cut < WORTH_CUTTING ? 0 : cut;
}
