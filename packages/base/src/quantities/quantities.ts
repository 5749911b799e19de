/**
 * Formats quantities in one style for window, command line and messages, so that one number reads the same everywhere.
 * English grouping and a point, on every machine; sizes in decimal units.
 */

/** Before groups of three digits. */
const GROUPS = /\B(?=(?:\d{3}){1,5}$)/g;
/** A format costs a hundred times its use, and who writes whole numbers alone need not wait for it. */
let grouped: Intl.NumberFormat | null = null;

/** `1284` as "1,284", `0.25` as "0.25"; at most six decimals. */
export function formatCount(count: number): string {
  if (Number.isSafeInteger(count) && !Object.is(count, -0)) return String(count).replace(GROUPS, ',');
  grouped ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
  return grouped.format(count);
}

/** "1 event", "1,284 events". `plural` only where adding an s is wrong. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** Names in a sentence: the first few of them, and how many more there are. */
export function someOf(names: readonly string[], most = 3): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(', ')} and ${formatCount(more)} more` : names.join(', ');
}

/** Time since the start of the run, in ms: "+2:14.354", with hours from the first hour on: "+1:02:14.354". */
export function formatSinceStart(ms: number): string {
  const sign = ms < 0 ? '−' : '+';
  return `${sign}${clock(Math.abs(ms), 3)}`;
}

/** A place on the time axis, in ms: "0:14", "2:05.5" when `decimals` is 1, "1:02:14". */
export function formatClock(ms: number, decimals = 0): string {
  return `${ms < 0 ? '−' : ''}${clock(Math.abs(ms), decimals)}`;
}

function clock(ms: number, decimals: number): string {
  const unit = 10 ** (3 - decimals);
  const whole = Math.floor(ms / unit) * unit;
  const hours = Math.floor(whole / 3_600_000);
  const minutes = Math.floor(whole / 60_000) % 60;
  const seconds = Math.floor(whole / 1000) % 60;
  const fraction = decimals === 0 ? '' : `.${pad(Math.floor((whole % 1000) / unit), decimals)}`;
  const tail = `${pad(seconds, 2)}${fraction}`;
  return hours > 0 ? `${hours}:${pad(minutes, 2)}:${tail}` : `${minutes}:${tail}`;
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

/** A duration in ms: "38 ms", "4.4 s", "1 min 44 s", "2 h 5 min", "3 days 4 h"; anything else is returned unchanged. */
export function formatDuration(ms: number): string {
  if (!Number.isFinite(ms)) return `${ms} ms`;
  if (ms < 0) return `−${formatDuration(-ms)}`;
  if (ms < 999.5) return `${rounded(ms, ms < 10 ? 1 : 0)} ms`;
  if (ms < 59_950) return `${rounded(ms / 1000, 1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return twoUnits(seconds, 60, 'min', 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 1440) return twoUnits(minutes, 60, 'h', 'min');
  const hours = Math.round(minutes / 60);
  const days = Math.floor(hours / 24);
  return `${countOf(days, 'day')}${hours % 24 === 0 ? '' : ` ${hours % 24} h`}`;
}

/** Rounds to a maximum number of decimals, without trailing zeros. */
const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

function twoUnits(value: number, base: number, big: string, small: string): string {
  const rest = value % base;
  return `${Math.floor(value / base)} ${big}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}

/** A length of time for a narrow right-aligned column, in ms: "38 ms", "1.2 s", "2:14.4", "1:02:14". */
export function formatTook(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return formatClock(ms, ms < 3_600_000 ? 1 : 0);
}

/** Whole seconds that count up or down: "0 s", "38 s", "1 min 44 s". Nothing is less than "0 s". */
export function formatSeconds(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds === 0 ? '0 s' : formatDuration(seconds * 1000);
}

/** A length of time that changes while it is read, in ms: "4.2 s" below ten seconds, then as `formatDuration`. */
export function formatLag(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : formatDuration(ms);
}

/** Formats the duration of a run, in microseconds: "4.2 ms", from 100 ms on "1.25 s". */
export function formatRunTook(micros: number): string {
  return micros < 100_000 ? `${(micros / 1000).toFixed(1)} ms` : `${(micros / 1_000_000).toFixed(2)} s`;
}

/** Formats the duration of a step, in microseconds: "1 µs" at least, from a thousand on "4.2 ms". */
export function formatStepTook(micros: number): string {
  return micros < 1000 ? `${Math.max(1, Math.round(micros))} µs` : `${(micros / 1000).toFixed(1)} ms`;
}

/** Formats a tick of a time axis, in ms: "0 s", "120 ms", "1.25 s", "2:05", "3 days"; as precise as the step. */
export function formatTick(ms: number, stepMs: number): string {
  if (stepMs >= 86_400_000 && Number.isFinite(stepMs)) return formatDuration(ms);
  if (Math.abs(ms) >= 60_000) return formatClock(ms, stepMs < 1000 ? 3 : 0);
  if (stepMs >= 1000 || ms === 0) return `${Math.round(ms / 1000)} s`;
  return Math.abs(ms) >= 1000 ? `${rounded(ms / 1000, 3)} s` : `${rounded(ms, 2)} ms`;
}

const BYTE_UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** Bytes in decimal units, one decimal below a hundred: "1 byte", "812 bytes", "1.1 KB", "412 KB", "48.2 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return countOf(bytes, 'byte');
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < BYTE_UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 99.95 ? value.toFixed(1) : formatCount(Math.round(value))} ${BYTE_UNITS[unit]}`;
}

/** A limit as it was set, in the largest binary unit that divides it: "64 MiB", "256 KiB", "1,000 bytes". */
export function formatLimit(bytes: number): string {
  if (bytes % 2 ** 20 === 0) return `${formatCount(bytes / 2 ** 20)} MiB`;
  return bytes % 1024 === 0 ? `${formatCount(bytes / 1024)} KiB` : countOf(bytes, 'byte');
}

/** An event's number: "#1282"; "#–" when the host gave none. */
export function formatSequence(sequence: number | null | undefined): string {
  return sequence === null || sequence === undefined ? '#–' : `#${sequence}`;
}

/** Formats a past time relative to now: "just now", "5 min ago", "2 h ago", "yesterday", "3 days ago". */
export function formatAgo(thenMs: number, nowMs: number): string {
  const minutes = Math.floor((nowMs - thenMs) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

/** A share for a progress bar and its words: 0 to 100, never 100 before it is done. */
export function wholePercent(part: number, whole: number): number {
  if (whole <= 0) return 0;
  return Math.min(part >= whole ? 100 : 99, Math.floor((part / whole) * 100));
}

/** A share of a whole in whole percent: "38%", "<1%" for what is not nothing, "–" of a whole of nothing. */
export function formatShare(part: number, whole: number): string {
  if (whole <= 0) return '–';
  const percent = (part / whole) * 100;
  return percent > 0 && percent < 1 ? '<1%' : `${Math.round(percent)}%`;
}

const MOMENT = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
} as const;

let moments: Intl.DateTimeFormat | null = null;

/** A moment in UTC: "Mon, 2 Mar 2026, 09:00:01 UTC". Takes milliseconds since 1970; null for what no calendar has. */
export function formatMoment(epochMs: number): string | null {
  const date = new Date(epochMs);
  if (Number.isNaN(date.getTime())) return null;
  moments ??= new Intl.DateTimeFormat('en-GB', MOMENT);
  return `${moments.format(date)} UTC`;
}

const LOCAL_MOMENTS = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** A moment of this machine, as its owner writes them, in milliseconds since 1970. */
export function formatLocalMoment(epochMs: number): string {
  return new Date(epochMs).toLocaleString(undefined, LOCAL_MOMENTS);
}

/** `2026-05-18T10:00:00Z` as "18 May 2026, 10:00:00 UTC", in its written zone; null unless an RFC 3339 date or time. */
export function formatWrittenDate(text: string): string | null {
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

/** `PT1H30M` as "1 hour 30 minutes"; null for anything but an ISO 8601 duration. */
export function formatWrittenDuration(text: string): string | null {
  const parts =
    /^(-)?P(?=[\dT])(?:(\d{1,15})Y)?(?:(\d{1,15})M)?(?:(\d{1,15})W)?(?:(\d{1,15})D)?(?:T(?=\d)(?:(\d{1,15})H)?(?:(\d{1,15})M)?(?:(\d{1,15}(?:\.\d{1,9})?)S)?)?$/.exec(
      text.length > 60 ? '' : text,
    );
  if (parts === null) return null;
  const words = DURATION_UNITS.flatMap((name, at) => {
    const count = parts[at + 2];
    return count === undefined ? [] : [`${count} ${name}${count === '1' ? '' : 's'}`];
  });
  return words.length === 0 ? null : `${parts[1] === '-' ? 'minus ' : ''}${words.join(' ')}`;
}

const DURATION_UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;
