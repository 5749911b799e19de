/** How a secret went from event to event along their causes. */
import { parentOf } from '../../graph/child-index.ts';
import type { LoadedLog } from '../loaded-log.ts';

/** An event that holds a secret, and the place in the list of the nearest cause that does. */
export interface FlowStep {
  readonly row: number;
  readonly from: number | null;
}

/** Causes that are looked at above one event. */
const MAX_ABOVE = 1_000;

/**
 * Events that hold a secret, causes before their effects; of a log that names no causes, in its order. At most `limit`.
 * O(events × causes above each, 1,000 at most).
 */
export function secretFlow(log: LoadedLog, rows: readonly number[], limit: number): readonly FlowStep[] {
  const { graph, order } = log;
  const inOrder = [...rows].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const holders = new Set(inOrder);
  const effects = new Map<number, number[]>();
  const enters: number[] = [];
  for (const row of inOrder) {
    const cause = graph === null ? -1 : nearestHolder(row, (node) => parentOf(graph, node), holders);
    if (cause < 0) enters.push(row);
    else effects.set(cause, [...(effects.get(cause) ?? []), row]);
  }
  const steps: FlowStep[] = [];
  const told = new Set<number>();
  const tell = (start: number): void => {
    const open: { readonly row: number; readonly from: number | null }[] = [{ row: start, from: null }];
    for (let next = open.pop(); next !== undefined && steps.length < limit; next = open.pop()) {
      if (told.has(next.row)) continue;
      told.add(next.row);
      const from = steps.push(next) - 1;
      for (const row of (effects.get(next.row) ?? []).toReversed()) open.push({ row, from });
    }
  };
  for (const row of enters) tell(row);
  // Events whose causes run in a circle.
  for (const row of inOrder) if (!told.has(row)) tell(row);
  return steps;
}

/** The nearest of the causes above a row that holds it, too; -1 for none. */
function nearestHolder(row: number, causeOf: (node: number) => number, holders: ReadonlySet<number>): number {
  let node = causeOf(row);
  for (let steps = 0; node >= 0 && node !== row && steps < MAX_ABOVE; steps++) {
    if (holders.has(node)) return node;
    node = causeOf(node);
  }
  return -1;
}
