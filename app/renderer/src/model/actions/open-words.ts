import { formatDuration } from '@openwop-inspector/base';

/** How long an interrupt waits. Times by the host's clock. */
export interface Waiting {
  readonly askedAtMs: number | null;
  /** When it answers itself, as rejected (bundles 8); null when that is not known. */
  readonly endsAtMs: number | null;
  /** The timeout that the request names; null for none. */
  readonly timeoutMs: number | null;
}

/**
 * "open 1 min 12 s, no timeout told", at a moment by the host's clock. Where nothing more is heard of the run, `nowMs` is
 * the last moment that something was.
 */
export function openWords(waiting: Waiting, nowMs: number, isHeard: boolean): string {
  const { askedAtMs, endsAtMs, timeoutMs } = waiting;
  const since = askedAtMs === null ? 'open' : `open ${wholeSeconds(nowMs - askedAtMs)}`;
  if (!isHeard) return `${since} when last heard of`;
  if (endsAtMs === null) {
    return timeoutMs === null
      ? `${since}, no timeout told`
      : `${since}, rejected after ${formatDuration(timeoutMs)}`;
  }
  const left = endsAtMs - nowMs;
  return left > 0 ? `${since}, rejected in ${wholeSeconds(left)}` : `${since}, its time is over`;
}

/** A clock that goes backwards, or is a little wrong, begins at nothing. */
function wholeSeconds(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1000);
}
