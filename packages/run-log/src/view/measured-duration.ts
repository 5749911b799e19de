/** How long something took by the host's own clock, where the event that ends it says so. */
import type { LoadedLog } from './loaded-log.ts';
import { PayloadReader } from './read-payload.ts';

/** `durationMs` of an event in ms; null where there is none, and for an event that cannot be read. Costs one read. */
export async function measuredDuration(log: LoadedLog, ordinal: number): Promise<number | null> {
  const ms = (await new PayloadReader(log, 1).fields(ordinal)).number('durationMs');
  return ms !== null && ms >= 0 ? ms : null;
}
