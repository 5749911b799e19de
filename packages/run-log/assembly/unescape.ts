/** Strings without their escapes, as UTF-8, valid until the next event begins. */
import { UNESCAPED, UNESCAPED_END } from './layout';
import { at, hexAt } from '../../base/assembly/json';

/** Where the last string ends, and the next one begins. */
export let unescapedEnd: usize = UNESCAPED;

export function clearUnescaped(): void {
  unescapedEnd = UNESCAPED;
}

/** Writes a string, of which the escapes are sound, without them; answers where it begins, 0 when there is no room. */
export function unescape(start: usize, end: usize): usize {
  const from = unescapedEnd;
  if (from + (end - start) > UNESCAPED_END) return 0;
  let out = from;
  let i = start;
  while (i < end) {
    const c = at(i);
    if (c != 0x5c) {
      store<u8>(out++, <u8>c);
      i++;
    } else if (at(i + 1) == 0x75) {
      const unit = hexAt(i + 2);
      i += 6;
      const isPair = (unit & 0xfc00) == 0xd800 && i + 6 <= end && at(i) == 0x5c && at(i + 1) == 0x75;
      const low: u32 = isPair ? hexAt(i + 2) : 0;
      if ((low & 0xfc00) == 0xdc00) {
        i += 6;
        out = writeCode(out, 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff));
      } else out = writeCode(out, (unit & 0xf800) == 0xd800 ? 0xfffd : unit);
    } else {
      store<u8>(out++, <u8>plainOf(at(i + 1)));
      i += 2;
    }
  }
  unescapedEnd = out;
  return from;
}

/** The character of a short escape. */
function plainOf(c: u32): u32 {
  if (c == 0x6e) return 0x0a;
  if (c == 0x74) return 0x09;
  if (c == 0x72) return 0x0d;
  if (c == 0x62) return 0x08;
  if (c == 0x66) return 0x0c;
  return c;
}

/** Writes a code point in UTF-8: at most as many bytes as the escape had. */
function writeCode(out: usize, code: u32): usize {
  const more: u32 = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  // The first byte says by its high bits how many follow, each with six bits of the code.
  store<u8>(out, <u8>((more == 0 ? 0 : 0xff00 >> (more + 1)) | (code >> (6 * more))));
  for (let k: u32 = 1; k <= more; k++) store<u8>(out + k, <u8>(0x80 | ((code >> (6 * (more - k))) & 0x3f)));
  return out + more + 1;
}
