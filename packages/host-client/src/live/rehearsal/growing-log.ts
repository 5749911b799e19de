import { frameOf, type PlayedEvent, type PlayStream } from './played-host.ts';
import type { rehearse } from './rehearse.ts';

/** Keeps a stream open. */
export const never = (): Promise<void> => new Promise(() => {});
/** Sends what is behind the cursor and closes. */
export const backlog =
  (log: readonly PlayedEvent[]): PlayStream =>
  async (say, cursor) => {
    for (const event of log) if (cursor === null || event.sequence > cursor) say(frameOf(event));
  };

/** A log that comes to life: `grow` adds events, the last of which ends the run. */
export function growingLog(all: readonly PlayedEvent[], held: number) {
  const state = { held };
  return {
    all,
    log: () => all.slice(0, state.held),
    status: () => (state.held >= all.length ? 'completed' : 'running'),
    grow: (to = all.length) => {
      state.held = Math.max(state.held, to);
    },
  };
}

/** Runs a session to its end; fails when it does not come within an hour of its time. */
export async function endOf(rehearsal: ReturnType<typeof rehearse>) {
  rehearsal.run.start();
  const status = await rehearsal.time.until(rehearsal.run.ended);
  if (status === null) throw new Error('the session does not end');
  return status;
}
