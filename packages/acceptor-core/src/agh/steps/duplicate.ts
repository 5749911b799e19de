import { pairKey } from '../agh-settings.ts';
import { decided, messageStep, passed } from '../agh-step.ts';
import { type AghMessage, nowOf } from '../agh-work.ts';

/** A5b: the same id of the same sender within the replay window (agh 3). */
export const duplicate = messageStep({
  id: 'A5b',
  name: 'duplicate',
  clause: 'agh 2',
  inputs: ['/from', '/id'],
  check: (message, { settings, memory }) => {
    const key = pairKey(message.from, message.id);
    const now = nowOf(settings, memory) ?? message.ts;
    const until = memory.seen.get(key);
    if (until !== undefined && until > now) {
      const details = [{ pointer: '/id', message: 'was seen in the replay window' }];
      return decided('this sender used the id before', 'duplicate', 'duplicate', details);
    }
    memory.seen.set(key, windowEnd(message, now, settings.maxReplayAge));
    return passed('not seen before');
  },
});

/** Until the message could no longer be fresh, at least one second. */
function windowEnd({ ts, expiresAt }: AghMessage, now: number, maxReplayAge: number): number {
  return Math.max(Math.min(ts + maxReplayAge, expiresAt ?? Number.POSITIVE_INFINITY), now + 1);
}
