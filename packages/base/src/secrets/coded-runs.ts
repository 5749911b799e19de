/** Runs of base64, of either alphabet, and of hexadecimal digits that decode to text: a secret may be encoded once. */
import { alphabetOf, HEX, runEnd } from './alphabets.ts';

/** Characters of a run, and the text it decodes to. */
export interface CodedRun {
  readonly start: number;
  readonly end: number;
  readonly decoded: string;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const CODES = alphabetOf(`${BASE64}-_`);
const NONE = 255;
/** By code, the six bits of a character of base64 in either alphabet; 255 for any other. */
export const BASE64_BITS = Uint8Array.from({ length: 256 }, (_, code) => {
  const bits = BASE64.indexOf(String.fromCharCode(code).replace('-', '+').replace('_', '/'));
  return bits < 0 ? NONE : bits;
});
/** By code, the value of a hexadecimal digit; 255 for any other. */
const HEX_DIGITS = Uint8Array.from({ length: 256 }, (_, code) =>
  HEX[code] === 1 ? (code & 15) + (code > 57 ? 9 : 0) : NONE,
);
/** Bytes that are of a text: ASCII that shows something, tabs, line breaks. */
const TEXT = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x7f && (byte >= 0x20 || byte === 9 || byte === 10 || byte === 13) ? 1 : 0,
);
/** Fewest bytes of text in a run, and the characters of base64 that they are. */
const FEWEST_BYTES = 12;
const SHORTEST = 16;
/** What the bytes of a text begin with, in hexadecimal digits and in base64. */
const FIRST = /[2-7A-Za-f]/;
/** The start of a word of letters and digits that may be such a run; the letter of an escape belongs to no word. */
const WORDS = /(?:(?<![A-Za-z0-9])|(?<=\\[a-z]))[A-Za-z0-9]{16}/g;
const decoder = new TextDecoder();

/** Every such run of a text, from the start of a word on. O(length). */
export function* codedRuns(text: string): Generator<CodedRun> {
  WORDS.lastIndex = 0;
  // Each run is measured once, however many words begin in it.
  let hexEnd = 0;
  let codeEnd = 0;
  for (let word = WORDS.exec(text); word !== null; word = WORDS.exec(text)) {
    const start = word.index;
    if (!FIRST.test(text[start] ?? '')) continue;
    const isHex = text.charCodeAt(start) <= 57;
    if (isHex && start >= hexEnd) hexEnd = runEnd(text, start, HEX);
    if (!isHex && start >= codeEnd) codeEnd = runEnd(text, start, CODES);
    let end = isHex ? hexEnd : codeEnd;
    const bytes = isHex ? textIn(text, start, end, HEX_DIGITS, 4) : textIn(text, start, end, BASE64_BITS, 6);
    if (bytes.length < FEWEST_BYTES) continue;
    for (let padding = 0; !isHex && padding < 2 && text[end] === '='; padding++) end++;
    const after = Math.max(SHORTEST, isHex ? 2 * bytes.length : Math.floor((bytes.length * 4) / 3));
    yield { start, end, decoded: decoder.decode(Uint8Array.from(bytes)) };
    WORDS.lastIndex = start + after;
  }
}

/** The bytes of a run up to the first that is a control; of the first twelve, up to the first that is not of a text. */
function textIn(text: string, start: number, end: number, digits: Uint8Array, width: number): number[] {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (let at = start; at < end; at++) {
    bits = ((bits << width) | (digits[text.charCodeAt(at)] ?? 0)) & 0xffff;
    count += width;
    if (count < 8) continue;
    count -= 8;
    const byte = (bits >> count) & 255;
    if (TEXT[byte] === 0 && (byte < 128 || bytes.length < FEWEST_BYTES)) break;
    bytes.push(byte);
  }
  return bytes;
}

/** Decoded text of the form `name:password`, unlike the ids that interfaces encode the same way. */
const PAIR = /^[A-Za-z0-9][\w.@+-]{0,63}:[^\s:/][!-~]{4,127}$/;
const IDS = /:(?:[0-9.:TZ-]{1,40}|[0-9a-f-]{24,64})$/i;
const NO_USER =
  /^(?:cursor|offset|arrayconnection|after|before|id|urn|gid|sha\d{1,3}|md5|data|mailto|text|type):/i;

/** True for a text that is `user:password` and nothing else. O(1). */
export function isUserPair(text: string): boolean {
  return text.length <= 200 && PAIR.test(text) && !IDS.test(text) && !NO_USER.test(text);
}
