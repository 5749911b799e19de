/** Dates and durations in words, with the written value kept beside them. */
import { formatDuration } from '@openwop-inspector/base';

/** `2026-05-18T10:00:00Z` as "18 May 2026, 10:00:00 UTC"; null for anything that is no RFC 3339 date or time. */
export function dateWords(text: string): string | null {
  const parts =
    /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2}):(\d{2})(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2}))?$/.exec(text);
  if (parts === null) return null;
  const [, year = '', month = '', day = '', hour, minute, second, fraction = '', zone = ''] = parts;
  const name = MONTHS[Number(month) - 1];
  if (name === undefined || !isDay(Number(year), Number(month), Number(day))) return null;
  const date = `${Number(day)} ${name} ${year}`;
  if (hour === undefined || minute === undefined || second === undefined) return date;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  const place = /^[Zz]$|^[+-]00:00$/.test(zone) ? 'UTC' : `UTC${zone}`;
  return `${date}, ${hour}:${minute}:${second}${fraction} ${place}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** A unit stands behind a sign, or is a word of camel case: `items` does not end with `ms`. */
const UNIT =
  /(?:^|[^A-Za-z])(ms|millis|milliseconds|seconds|secs|minutes)$|[a-z0-9](Ms|Millis|Milliseconds|Seconds|Secs|Minutes)$/;

/** How many milliseconds one of the unit has that a key ends with; null when it names none. */
function unitOf(key: string): number | null {
  const [, apart, joined] = UNIT.exec(key.slice(-40)) ?? [];
  const unit = (apart ?? joined)?.toLowerCase();
  if (unit === undefined) return null;
  if (unit.startsWith('s')) return 1_000;
  return unit === 'minutes' ? 60_000 : 1;
}

/** Ten years: what is longer is a time since 1970, and no duration. */
const MAX_MS = 315_360_000_000;

/** `durationMs: 83400` as "1 min 23 s"; null when the key names no unit or the number is no duration. */
export function unitWords(key: string, value: number): string | null {
  const unit = unitOf(key);
  if (unit === null || !(value >= 0 && value * unit <= MAX_MS)) return null;
  return formatDuration(value * unit);
}

/** `PT1H30M` as "1 hour 30 minutes"; null for anything that is no ISO 8601 duration. */
export function isoDurationWords(text: string): string | null {
  const parts =
    /^(-)?P(?=[\dT])(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(
      text.length > 60 ? '' : text,
    );
  if (parts === null) return null;
  const words = UNITS.flatMap((name, at) => {
    const count = parts[at + 2];
    return count === undefined ? [] : [`${count} ${name}${count === '1' ? '' : 's'}`];
  });
  return words.length === 0 ? null : `${parts[1] === '-' ? 'minus ' : ''}${words.join(' ')}`;
}

const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;
