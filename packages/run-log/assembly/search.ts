/**
 * Looks for a needle in a text, the letters A to Z in either case. A program of its own: text and needle are written into
 * its memory. Two bytes of the needle, those that the caller takes for the rarest, are compared at sixteen places at a
 * time; where both are there the needle is compared byte by byte.
 */

/** Place of the needle, at most 256 bytes, letters in lower case. */
const NEEDLE: usize = 0x400;
/** Place of the text. Behind it, 512 bytes more may be read. */
const ROOM: usize = 0x10000;

let length: i32 = 0;
let firstAt: i32 = 0;
let secondAt: i32 = 0;
let firstByte: v128 = i8x16.splat(0);
let secondByte: v128 = i8x16.splat(0);
let firstCase: v128 = i8x16.splat(0);
let secondCase: v128 = i8x16.splat(0);

export function needle(): usize {
  return NEEDLE;
}

export function room(): usize {
  return ROOM;
}

function isLetter(byte: u32): bool {
  return byte >= 0x61 && byte <= 0x7a;
}

/** 0x20 sets the bit in which upper and lower case differ. */
function caseOf(byte: u32): v128 {
  return i8x16.splat(isLetter(byte) ? 0x20 : 0);
}

/** The needle has `bytes` bytes; `a` and `b` are the places in it that are compared first. */
export function setNeedle(bytes: i32, a: i32, b: i32): void {
  length = bytes;
  firstAt = a;
  secondAt = b;
  const first: u32 = load<u8>(NEEDLE + a);
  const second: u32 = load<u8>(NEEDLE + b);
  firstByte = i8x16.splat(<i8>first);
  secondByte = i8x16.splat(<i8>second);
  firstCase = caseOf(first);
  secondCase = caseOf(second);
}

function isThere(place: usize): bool {
  for (let i = 0; i < length; i++) {
    const wanted: u32 = load<u8>(NEEDLE + i);
    let byte: u32 = load<u8>(place + i);
    if (byte >= 0x41 && byte <= 0x5a) byte |= 0x20;
    if (byte !== wanted) return false;
  }
  return true;
}

/** First place from `from` on at which the needle is and ends before `to`, counted in the room; -1 for none. */
export function find(from: i32, to: i32): i32 {
  const last: i32 = to - length;
  let at: i32 = from;
  while (at <= last) {
    const place: usize = ROOM + at;
    let mask: u32 = i8x16.bitmask(
      v128.and(
        i8x16.eq(v128.or(v128.load(place + firstAt), firstCase), firstByte),
        i8x16.eq(v128.or(v128.load(place + secondAt), secondCase), secondByte),
      ),
    );
    while (mask !== 0) {
      const next: i32 = at + <i32>ctz(mask);
      if (next > last) return -1;
      if (isThere(ROOM + next)) return next;
      mask &= mask - 1;
    }
    at += 16;
  }
  return -1;
}
