import { messageStep, passed, rejected } from '../agh-step.ts';
import { type AghMessage, type AghWork, nowOf, warn } from '../agh-work.ts';

/** A `ts` of thirteen digits is a time of today in milliseconds (agh 1). */
const FIRST_MILLISECONDS = 1_000_000_000_000;
const LAST_MILLISECONDS = 9_999_999_999_999;

/** A3: expires_at, else the age; and a time too far ahead in both cases. */
export const freshness = messageStep({
  id: 'A3',
  name: 'freshness',
  clause: 'agh 3',
  inputs: ['/ts', '/expires_at', 'now', 'maxReplayAge'],
  check: (message, work) => {
    const now = clockAt(message, work);
    const { maxReplayAge } = work.settings;
    const isMilliseconds = message.ts >= FIRST_MILLISECONDS && message.ts <= LAST_MILLISECONDS;
    if (isMilliseconds) warn(work, 'ts_milliseconds', 'ts looks like milliseconds', '/ts');
    if (message.ts - now > maxReplayAge) {
      warn(work, 'future_timestamp', `ts is ${message.ts - now} seconds ahead of the clock`, '/ts');
      return rejected(
        'expired',
        isMilliseconds ? 'future timestamp, looks like milliseconds' : 'future timestamp',
      );
    }
    return message.expiresAt === null
      ? checkAge(now - message.ts, maxReplayAge)
      : checkExpiry(message.expiresAt - now);
  },
});

/** The fixed clock, or the newest `ts` so far with this one. */
function clockAt(message: AghMessage, { settings, memory }: AghWork): number {
  memory.newestTs = Math.max(memory.newestTs ?? message.ts, message.ts);
  return nowOf(settings, memory) ?? message.ts;
}

/** A message with `expires_at` may be of any age. Equal to now counts as expired. */
function checkExpiry(left: number) {
  if (left <= 0) return rejected('expired', `expires_at was ${-left} s ago`);
  return passed(`${left} s until expires_at; the age is not checked`);
}

function checkAge(age: number, limit: number) {
  if (age > limit) return rejected('expired', `${age} s old, the limit is ${limit} s`);
  return passed(`${age} s old, the limit is ${limit} s`);
}
