/** RFC 3339 date-times. The calendar is checked; second 60 is a leap second. */
import { at, isDigit } from '../../base/assembly/json';

/** Days before each month, and in it, as pairs. */
const DAYS: usize = memory.data<i32>([
  0, 31, 31, 28, 59, 31, 90, 30, 120, 31, 151, 30, 181, 31, 212, 31, 243, 30, 273, 31, 304, 30, 334, 31,
]);

let isBad: bool = false;

function digits(from: usize, count: usize): i32 {
  let value: i32 = 0;
  for (let i = from; i < from + count; i++) {
    if (!isDigit(at(i))) isBad = true;
    value = value * 10 + (at(i) - 0x30);
  }
  return value;
}

@inline
function isLeap(year: i32): bool {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

@inline
function floored(a: i32, b: i32): i32 {
  return a >= 0 ? a / b : -((b - 1 - a) / b);
}

/** Epoch milliseconds, NaN when `[start, end)` is no date-time. */
export function readTime(start: usize, end: usize): f64 {
  if (end - start < 20 || at(start + 4) != 0x2d || at(start + 7) != 0x2d) return NaN;
  const separator = at(start + 10);
  if (separator != 0x54 && separator != 0x74 && separator != 0x20) return NaN;
  if (at(start + 13) != 0x3a || at(start + 16) != 0x3a) return NaN;
  isBad = false;
  const year = digits(start, 4);
  const month = digits(start + 5, 2);
  const day = digits(start + 8, 2);
  const hour = digits(start + 11, 2);
  const minute = digits(start + 14, 2);
  const second = digits(start + 17, 2);
  if (isBad || month < 1 || month > 12 || hour > 23 || minute > 59 || second > 60) return NaN;
  const lastDay = month == 2 && isLeap(year) ? 29 : load<i32>(DAYS + ((month * 2 - 1) << 2));
  if (day < 1 || day > lastDay) return NaN;
  let ms: f64 = 0;
  let i = start + 19;
  if (at(i) == 0x2e) {
    let scale: f64 = 100;
    const from = ++i;
    for (; i < end && isDigit(at(i)); i++) {
      ms += <f64>(at(i) - 0x30) * scale;
      scale /= 10;
    }
    if (i == from) return NaN;
  }
  const offset = zoneMinutes(i, end);
  if (isBad) return NaN;
  const before = year - 1;
  const leaps = floored(before, 4) - floored(before, 100) + floored(before, 400);
  const leapDay = month > 2 && isLeap(year) ? 1 : 0;
  const days = before * 365 + leaps + load<i32>(DAYS + ((month * 2 - 2) << 2)) + leapDay + day - 1 - 719162;
  const whole = <f64>days * 86400000 + (<f64>((hour * 60 + minute - offset) * 60 + second)) * 1000;
  // Fractions of a millisecond carry rounding dust from the division by ten; nanoseconds remain, no more.
  return whole + Math.floor(ms * 1e6 + 0.5) / 1e6;
}

function zoneMinutes(i: usize, end: usize): i32 {
  const c = at(i);
  if ((c == 0x5a || c == 0x7a) && i + 1 == end) return 0;
  if ((c != 0x2b && c != 0x2d) || i + 6 != end || at(i + 3) != 0x3a) {
    isBad = true;
    return 0;
  }
  const hours = digits(i + 1, 2);
  const minutes = digits(i + 4, 2);
  if (hours > 23 || minutes > 59) isBad = true;
  return (c == 0x2d ? -1 : 1) * (hours * 60 + minutes);
}
