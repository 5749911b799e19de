import { type LiveHost, until } from '@openwop-inspector/testing/host';
import type { Attached } from './attach.ts';

const STEP_EVENTS = 6;

/**
 * Plays a run to its end under an attached session: only while somebody streams it, or polls a host without a stream, a
 * few events at a time, so that every part of it goes over the wire. `halfway` happens once in the middle.
 */
export async function playUnder(
  host: LiveHost,
  runId: string,
  { live }: Attached,
  halfway?: () => Promise<unknown>,
): Promise<void> {
  const run = host.run(runId);
  const isListening = () => host.streams.open(runId) > 0 || live.status().transport === 'poll';
  let isHalfway = false;
  while (!run.isTerminal && live.status().end === null) {
    await until(() => isListening() || live.status().end !== null);
    run.emit(STEP_EVENTS);
    if (!isHalfway && run.events.length > STEP_EVENTS * 4) {
      isHalfway = true;
      await halfway?.();
    }
    await new Promise<void>((again) => setTimeout(again, 4));
  }
}
