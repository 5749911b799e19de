import { formatDuration } from '../format.ts';

/** "open 1 min 12 s, no timeout"; a timeout answers as rejected (bundles-and-transport.md section 8). */
export function openWords(askedAtMs: number | null, endsAtMs: number | null, nowMs: number): string {
  const since = askedAtMs === null ? 'open' : `open ${wholeSeconds(nowMs - askedAtMs)}`;
  if (endsAtMs === null) return `${since}, no timeout`;
  const left = endsAtMs - nowMs;
  return left > 0 ? `${since}, rejected in ${wholeSeconds(left)}` : `${since}, its time is over`;
}

/** A clock that goes backwards, or is a little wrong, begins at nothing. */
function wholeSeconds(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1000);
}
