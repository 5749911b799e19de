/** Reads RFC 3339 date-times from bytes, without making a string. */

const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const DAYS_IN = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function digits(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i++) {
    const c = (bytes[i] as number) - 0x30;
    if (c < 0 || c > 9) return Number.NaN;
    value = value * 10 + c;
  }
  return value;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Days from 1970-01-01; year 0 to 9999. */
function daysOf(year: number, month: number, day: number): number {
  const before = year - 1;
  const leaps = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  const leapDay = month > 2 && isLeap(year) ? 1 : 0;
  return before * 365 + leaps + (DAYS_BEFORE[month - 1] as number) + leapDay + day - 1 - 719_162;
}

/**
 * Epoch milliseconds (with a fraction for microseconds) of the RFC 3339 date-time in `bytes[start, end)`, NaN when it
 * is none. The calendar is checked: month 13, 30 February and hour 24 are NaN; second 60 is taken as a leap second.
 */
export function parseTimestamp(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < 20 || bytes[start + 4] !== 0x2d || bytes[start + 7] !== 0x2d) return Number.NaN;
  const separator = bytes[start + 10];
  if (separator !== 0x54 && separator !== 0x74 && separator !== 0x20) return Number.NaN;
  if (bytes[start + 13] !== 0x3a || bytes[start + 16] !== 0x3a) return Number.NaN;
  const year = digits(bytes, start, 4);
  const month = digits(bytes, start + 5, 2);
  const day = digits(bytes, start + 8, 2);
  const hour = digits(bytes, start + 11, 2);
  const minute = digits(bytes, start + 14, 2);
  const second = digits(bytes, start + 17, 2);
  if (!(month >= 1 && month <= 12 && hour <= 23 && minute <= 59 && second <= 60)) return Number.NaN;
  const lastDay = month === 2 && isLeap(year) ? 29 : (DAYS_IN[month - 1] as number);
  if (!(day >= 1 && day <= lastDay)) return Number.NaN;
  let ms = 0;
  let i = start + 19;
  if (bytes[i] === 0x2e) {
    let scale = 100;
    const from = ++i;
    for (; i < end; i++) {
      const c = (bytes[i] as number) - 0x30;
      if (c < 0 || c > 9) break;
      ms += c * scale;
      scale /= 10;
    }
    if (i === from) return Number.NaN;
  }
  const offset = zoneMinutes(bytes, i, end);
  const whole = daysOf(year, month, day) * 86_400_000 + ((hour * 60 + minute - offset) * 60 + second) * 1000;
  // Fractions of a millisecond carry rounding dust from the division by ten; nanoseconds are kept, no more.
  return whole + Math.round(ms * 1e6) / 1e6;
}

function zoneMinutes(bytes: Uint8Array, i: number, end: number): number {
  const c = bytes[i];
  if ((c === 0x5a || c === 0x7a) && i + 1 === end) return 0;
  if ((c !== 0x2b && c !== 0x2d) || i + 6 !== end || bytes[i + 3] !== 0x3a) return Number.NaN;
  const hours = digits(bytes, i + 1, 2);
  const minutes = digits(bytes, i + 4, 2);
  if (!(hours <= 23 && minutes <= 59)) return Number.NaN;
  return (c === 0x2d ? -1 : 1) * (hours * 60 + minutes);
}
