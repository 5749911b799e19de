/**
 * The meaning of a number or a string, as text next to it: moments, durations, sizes. It never replaces the displayed
 * value; a name only suggests the unit.
 */
import { formatBytes, formatDuration, formatMoment } from '@openwop-inspector/base';
import { type ByteView, base64Bytes, hasBytes, hasText } from '../model/choose/content-source.ts';
import { mediaName, sniffMediaType } from '../model/choose/media-type.ts';
import type { PayloadNode } from './value-source.ts';

const MOMENT = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d\d:\d\d)$/;
const LENGTH = /^P(?=[\dT])(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Names of moments: `createdAt`, `timestamp`, `ts`, and the claims of tokens. */
const MOMENT_NAME =
  /(?:At|_at|[tT]imestamp|[tT]ime|[tT]imeMs|[eE]poch(?:Ms)?|^ts|^exp|^iat|^nbf|Until|_until)$/;
const UNITS: readonly (readonly [name: RegExp, unitMs: number])[] = [
  [/(?:[a-z]Ms|_ms|^ms|[mM]illis|[mM]illiseconds)$/, 1],
  [/(?:[sS]econds|[a-z]Secs?|_secs?|_s)$/, 1_000],
  [/(?:[mM]inutes|[a-z]Mins?|_mins?)$/, 60_000],
];
const SIZE_NAME = /(?:[bB]ytes|_bytes)$/;

/** Seconds since 1970 from 2001 to 2286, and the same in milliseconds. */
const SECONDS = [1e9, 1e10] as const;
const MILLISECONDS = [1e12, 1e13] as const;

/** Words for the meaning of a value, null when there is nothing to add to it. */
export function valueMeaning(node: PayloadNode): string | null {
  if (node.masked || node.truncated) return null;
  const name = typeof node.key === 'string' ? node.key : '';
  if (node.kind === 'string') return stringMeaning(node.text);
  return node.kind === 'number' ? numberMeaning(node.text, name) : null;
}

function stringMeaning(text: string): string | null {
  if (text.length > 40) return null;
  if (MOMENT.test(text)) return formatMoment(Date.parse(text.toUpperCase().replace(' ', 'T')));
  const parts = LENGTH.exec(text);
  if (parts === null) return null;
  const [days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  const total = (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0);
  return formatDuration(total * 1_000);
}

function numberMeaning(text: string, name: string): string | null {
  const value = Number(text);
  if (MOMENT_NAME.test(name)) {
    if (isWithin(value, SECONDS)) return formatMoment(value * 1_000);
    if (isWithin(value, MILLISECONDS)) return formatMoment(value);
  }
  const unit = UNITS.find(([pattern]) => pattern.test(name));
  if (unit !== undefined && isWithin(value, MILLISECONDS) && unit[1] === 1) return formatMoment(value);
  if (unit !== undefined && Math.abs(value * unit[1]) < 1e15) {
    const words = formatDuration(value * unit[1]);
    // "38 ms" says no more than 38.
    return words === `${text} ms` || words === `${text} s` ? null : words;
  }
  if (SIZE_NAME.test(name) && value >= 1_000 && value < 1e15) return formatBytes(value);
  // Reading and writing the number again would change its digits.
  const isInexact = !Number.isFinite(value) || digitsOf(text) !== digitsOf(String(value));
  return isInexact ? 'more digits than a JavaScript number keeps' : null;
}

function isWithin(value: number, [from, to]: readonly [number, number]): boolean {
  return value >= from && value < to;
}

function digitsOf(number: string): string {
  return number
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '');
}

// Strings that are not prose: base64, data URLs, tokens. Detected by their beginning, never decoded completely.

/** Form of a string. `bytes` is exact up to the padding of what is cut; `sniffed` is a name such as `PNG`. */
type StringForm =
  | { readonly kind: 'base64'; readonly bytes: number; readonly sniffed: string | null }
  | {
      readonly kind: 'data-url';
      /** Media type as declared, with its parameters left out; `text/plain` when none is. */
      readonly declared: string;
      readonly bytes: number;
      readonly sniffed: string | null;
    }
  | { readonly kind: 'token' };

/** Shorter ones are displayed as they are. */
const MIN_LENGTH = 64;
/** Characters that the first bytes are read from. */
const SNIFFED = 64;
const DATA_URL = /^data:([\w.+-]{1,80}\/[\w.+-]{1,80})?((?:;[^,;]{1,200}){0,8}),/i;

/** Returns the form of a string; null for text, for masked values other than tokens, and for other types. */
export function stringForm(node: PayloadNode): StringForm | null {
  if (node.kind !== 'string') return null;
  if (node.token !== undefined) return { kind: 'token' };
  if (node.masked || node.size < MIN_LENGTH) return null;
  return dataUrl(node) ?? base64(node);
}

/** "base64, 18 KB, PNG by its first bytes". */
export function formText(form: StringForm): string {
  if (form.kind === 'token') return 'JWT';
  const first = form.kind === 'base64' ? 'base64' : `data URL, ${form.declared}`;
  const sniffed = form.sniffed === null ? '' : `, ${form.sniffed} by its first bytes`;
  return `${first}, ${formatBytes(form.bytes)}${sniffed}`;
}

function base64({ text, size, truncated }: PayloadNode): StringForm | null {
  // Padding may be left out; one character over is never base64.
  if (size % 4 === 1 || !(truncated ? /^[A-Za-z0-9+/]+$/ : /^[A-Za-z0-9+/]+={0,2}$/).test(text)) return null;
  const sniffed = sniffedIn(text);
  // Digests, long words and runs of one letter fit the alphabet as well.
  const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text) && /[0-9+/]/.test(text);
  return isMixed || sniffed !== null ? { kind: 'base64', bytes: decodedBytes(text, size), sniffed } : null;
}

function dataUrl({ text, size }: PayloadNode): StringForm | null {
  const match = DATA_URL.exec(text);
  if (match === null) return null;
  const [head, declared = 'text/plain', parameters = ''] = match;
  const content = text.slice(head.length);
  const isBase64 = /;base64$/i.test(parameters);
  return {
    kind: 'data-url',
    declared: declared.toLowerCase(),
    bytes: isBase64 ? decodedBytes(content, size - head.length) : size - head.length,
    sniffed: isBase64 ? sniffedIn(content) : null,
  };
}

/** Returns the bytes of `length` characters of base64 of which `text` is all or the beginning. */
function decodedBytes(text: string, length: number): number {
  const padding = text.length < length ? 0 : text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((length * 3) / 4) - padding);
}

function sniffedIn(text: string): string | null {
  const whole = text.slice(0, Math.min(SNIFFED, text.length - (text.length % 4)));
  const bytes = base64Bytes(whole);
  if (bytes === null) return null;
  const type = sniffMediaType(bytes);
  return type === null ? documentName(bytes) : mediaName(type);
}

function documentName(bytes: ByteView): string | null {
  if (hasText(bytes, 0, '%PDF-')) return 'PDF';
  if (hasBytes(bytes, 0, [0x50, 0x4b, 0x03, 0x04])) return 'ZIP';
  if (hasBytes(bytes, 0, [0x1f, 0x8b, 0x08])) return 'gzip';
  if (hasText(bytes, 0, '<svg')) return 'SVG';
  return null;
}
