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
/** Letters and digits that a run begins with: in base64 and in hexadecimal digits they hold twelve bytes of text. */
const SHORTEST = 16;
const SHORTEST_HEX = 24;
/** The start of a word of letters and digits that may be such a run; the letter of an escape belongs to no word. */
const WORDS = /(?:(?<![A-Za-z0-9])|(?<=\\[a-z]))[A-Za-z0-9]{16}/g;
const decoder = new TextDecoder();
/** The beginning of the word that is inspected; a place of its own for each word would take longer than the look at it. */
const head = new Uint8Array(SHORTEST_HEX);

/** True when the letters and digits from a place on begin a run that decodes to text. */
function isCodedAt(bytes: Uint8Array, at: number): boolean {
  const first = bytes[at] as number;
  if (first > 57) return first <= 102 && isBase64At(bytes, at);
  return first >= 50 && first <= 55 && isHexAt(bytes, at);
}

function isBase64At(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < from + SHORTEST; at += 4) {
    const first = BASE64_BITS[bytes[at] as number] as number;
    const second = BASE64_BITS[bytes[at + 1] as number] as number;
    const third = BASE64_BITS[bytes[at + 2] as number] as number;
    const fourth = BASE64_BITS[bytes[at + 3] as number] as number;
    if ((first | second | third | fourth) > 61 && Math.max(first, second, third, fourth) > 61) return false;
    const three = (first << 18) | (second << 12) | (third << 6) | fourth;
    if (TEXT[three >> 16] === 0 || TEXT[(three >> 8) & 255] === 0 || TEXT[three & 255] === 0) return false;
  }
  return true;
}

function isHexAt(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < from + SHORTEST_HEX; at += 2) {
    const high = HEX_DIGITS[bytes[at] as number] as number;
    const low = HEX_DIGITS[bytes[at + 1] as number] as number;
    if ((high | low) > 15 || TEXT[(high << 4) | low] === 0) return false;
  }
  return true;
}

/** Every such run of a text, from the start of a word on. O(length). */
export function* codedRuns(text: string): Generator<CodedRun> {
  WORDS.lastIndex = 0;
  // Each run is measured once, however many words begin in it.
  let hexEnd = 0;
  let codeEnd = 0;
  for (let word = WORDS.exec(text); word !== null; word = WORDS.exec(text)) {
    const start = word.index;
    for (let i = 0; i < SHORTEST_HEX; i++) {
      const code = text.charCodeAt(start + i);
      head[i] = code < 128 ? code : 0;
    }
    if (!isCodedAt(head, 0)) continue;
    const isHex = (head[0] as number) <= 57;
    if (isHex && start >= hexEnd) hexEnd = runEnd(text, start, HEX);
    if (!isHex && start >= codeEnd) codeEnd = runEnd(text, start, CODES);
    let end = isHex ? hexEnd : codeEnd;
    const bytes = isHex ? hexBytes(text, start, end) : base64Bytes(text, start, end);
    for (let padding = 0; !isHex && padding < 2 && text[end] === '='; padding++) end++;
    const after = Math.max(SHORTEST, isHex ? 2 * bytes.length : Math.floor((bytes.length * 4) / 3));
    yield { start, end, decoded: decoder.decode(bytes) };
    WORDS.lastIndex = start + after;
  }
}

/** The bytes of digits up to the first that is a control. */
function hexBytes(text: string, start: number, end: number): Uint8Array {
  const bytes: number[] = [];
  for (let at = start; at + 1 < end; at += 2) {
    const byte = ((HEX_DIGITS[text.charCodeAt(at)] ?? 0) << 4) | (HEX_DIGITS[text.charCodeAt(at + 1)] ?? 0);
    if (byte < 128 && TEXT[byte] === 0) break;
    bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

function base64Bytes(text: string, start: number, end: number): Uint8Array {
  const bytes: number[] = [];
  let bits = 0;
  for (let at = start; at < end; at++) {
    bits = ((bits << 6) | (BASE64_BITS[text.charCodeAt(at)] ?? 0)) & 0xffff;
    const unit = (at - start) & 3;
    if (unit === 0) continue;
    const byte = (bits >> (6 - 2 * unit)) & 255;
    if (byte < 128 && TEXT[byte] === 0) break;
    bytes.push(byte);
  }
  return Uint8Array.from(bytes);
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
