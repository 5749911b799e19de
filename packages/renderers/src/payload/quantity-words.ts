/** Bytes, lengths of time and moments in words. */

const counts = new Intl.NumberFormat('en-US');
const BYTE_UNITS = ['KB', 'MB', 'GB'] as const;

/** Bytes in decimal units: "812 bytes", "1.1 KB", "18 KB". */
export function bytesText(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${counts.format(bytes)} bytes`;
  let value = bytes / 1_000;
  let unit = 0;
  while (value >= 999.5 && unit < BYTE_UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${value < 9.95 ? value.toFixed(1) : counts.format(Math.round(value))} ${BYTE_UNITS[unit]}`;
}

const STEPS: readonly (readonly [unitMs: number, one: string, many: string])[] = [
  [86_400_000, 'day', 'days'],
  [3_600_000, 'h', 'h'],
  [60_000, 'min', 'min'],
  [1_000, 's', 's'],
];

/** A length of time by its two largest units: "1 h 2 min", "3 days", "4.3 s", "38 ms". */
export function durationText(durationMs: number): string {
  if (durationMs < 0) return `minus ${durationText(-durationMs)}`;
  if (durationMs < 1_000) return `${trimmed(durationMs, 3)} ms`;
  if (durationMs < 60_000) return `${trimmed(durationMs / 1_000, 3)} s`;
  const at = STEPS.findIndex(([unitMs]) => durationMs >= unitMs);
  const [big, small] = [STEPS[at], STEPS[at + 1]];
  if (big === undefined || small === undefined) return `${trimmed(durationMs / 1_000, 3)} s`;
  const smalls = Math.floor(durationMs / small[0]);
  const perBig = big[0] / small[0];
  return [stepText(Math.floor(smalls / perBig), big), stepText(smalls % perBig, small)]
    .filter((words) => words !== '')
    .join(' ');
}

function stepText(count: number, [, one, many]: readonly [number, string, string]): string {
  return count === 0 ? '' : `${counts.format(count)} ${count === 1 ? one : many}`;
}

function trimmed(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)));
}

const moments = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** A moment in UTC: "Mon, 2 Mar 2026, 09:00:01 UTC". Takes milliseconds since 1970; null for what no calendar has. */
export function momentText(epochMs: number): string | null {
  const date = new Date(epochMs);
  return Number.isNaN(date.getTime()) ? null : `${moments.format(date)} UTC`;
}
