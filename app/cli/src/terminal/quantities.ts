/** Numbers as people read them. English grouping everywhere, so that output does not depend on the machine. */

const GROUPED = new Intl.NumberFormat('en-US');

/** `1284` as "1,284". */
export function count(value: number): string {
  return GROUPED.format(value);
}

/** "1 event", "1,284 events". */
export function countOf(value: number, singular: string, plural = `${singular}s`): string {
  return `${count(value)} ${value === 1 ? singular : plural}`;
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** Bytes in decimal units: "1 byte", "812 bytes", "412 KB", "1.1 GB". */
export function bytes(value: number): string {
  if (value < 1000) return countOf(value, 'byte');
  let scaled = value;
  let unit = 0;
  while (scaled >= 999.5 && unit < UNITS.length - 1) {
    scaled /= 1000;
    unit += 1;
  }
  return `${scaled < 9.95 ? scaled.toFixed(1) : Math.round(scaled)} ${UNITS[unit]}`;
}

/** A length of time in ms: "38 ms", "4.4 s", "2 min 14 s", "1 h 2 min". */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Time since the first event in ms: "+0.000", "+2:14.380", "+1:02:14.354". */
export function sinceStart(ms: number): string {
  const whole = Math.round(Math.abs(ms));
  const hours = Math.floor(whole / 3_600_000);
  const minutes = Math.floor(whole / 60_000) % 60;
  const seconds = Math.floor(whole / 1000) % 60;
  const tail = String(whole % 1000).padStart(3, '0');
  const two = (value: number): string => String(value).padStart(2, '0');
  const sign = ms < 0 ? '−' : '+';
  if (hours > 0) return `${sign}${hours}:${two(minutes)}:${two(seconds)}.${tail}`;
  return minutes > 0 ? `${sign}${minutes}:${two(seconds)}.${tail}` : `${sign}${seconds}.${tail}`;
}

/** An event's number as the window writes it: "#1282"; "#–" when the host gave none. */
export function sequenceText(sequence: number | null | undefined): string {
  return sequence === null || sequence === undefined ? '#–' : `#${sequence}`;
}
