/** Short words for payload values, for rows and for assistive technology. */
import { countOf, formatBytes, formatCount, parsedJson } from '@openwop-inspector/base';
import { type ByteView, base64Bytes, hasBytes, hasText } from '../model/choose/content-source.ts';
import { sniffMediaType } from '../model/choose/media-type.ts';
import { displayText } from '../visible-text/visible-text.ts';
import type { TreeRow, ValueRow } from './tree-rows.ts';
import type { ClearPayloadText, PayloadNode } from './value-source.ts';

/** A row shows at most this much of a value; the rest of a string is read in the unfolded text. */
const ROW_UNITS = 300;
/** Units shown of a string that is not prose. */
const FORM_UNITS = 16;
/** And at most this much of a key. */
const KEY_UNITS = 120;

/** Units of an escape such as backslash, u and four digits. */
const MAX_ESCAPE_LENGTH = 6;

/** `{ 3 }`, `[ 1 ]`: a container on one line. */
export function bracketText(node: PayloadNode): string {
  const size = node.size === 0 ? '' : ` ${formatCount(node.size)} `;
  return node.kind === 'array' ? `[${size}]` : `{${size}}`;
}

/** A key or index as a row shows it. */
export function keyText(key: string | number): string {
  return shortened(String(key), KEY_UNITS);
}

/** A number or word as written, cut for a row. */
export function scalarText(node: PayloadNode): string {
  return shortened(node.text, ROW_UNITS);
}

/** A string as one line in quotes, the way JSON writes it, cut for a row; of base64 and the like a few characters. */
export function quotedText(node: PayloadNode): string {
  const form = stringForm(node);
  const most = form === null || form.kind === 'token' ? ROW_UNITS : FORM_UNITS;
  return quoted(node.text, most, node.truncated);
}

/** Returns a masked string in clear, as its row shows it while the user holds it. */
export function clearText(clear: ClearPayloadText): string {
  return quoted(clear.text, ROW_UNITS, clear.truncated);
}

function quoted(text: string, most: number, isCut: boolean): string {
  const shown = text.length > most ? text.slice(0, most) : text;
  const escaped = shown
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return shown.length === text.length && !isCut ? `"${escaped}"` : `"${escaped}…`;
}

/**
 * Returns the label of a row: `error: 3 members, object`, `code: "envelope_invalid"`. It begins with the text on
 * screen, for voice control. `clear` is a masked value while the user holds it.
 */
export function rowLabel(row: TreeRow, unread?: string, clear: ClearPayloadText | null = null): string {
  if (row.kind === 'more') return moreText(row.next, row.setSize);
  const { node } = row;
  const name = node.key === null ? '' : `${keyText(node.key)}: `;
  const value = clear === null ? valueLabel(node) : clearText(clear);
  // As it is seen, so that a voice that names what it sees finds it: hidden characters by their code points.
  return displayText([`${name}${value}`, ...rowRemarks(row, unread)].join(', '));
}

/** Returns the remarks after a value: its form if not prose; masked, cut, repeated or unreadable members. */
export function rowRemarks({ node, repeated }: ValueRow, unread?: string): readonly string[] {
  const form = stringForm(node);
  return [
    ...(form === null ? [] : [formText(form)]),
    ...(node.masked ? ['masked'] : []),
    ...(repeated ? ['repeated key'] : []),
    ...(node.truncated && form === null
      ? [`first ${formatCount(node.text.length)} of ${formatCount(node.size)} characters`]
      : []),
    ...(unread === undefined ? [] : [`could not be read: ${unread}`]),
  ];
}

/** `1,000 more of 120,005`. */
export function moreText(next: number, total: number): string {
  return `${formatCount(next)} more of ${formatCount(total)}`;
}

function valueLabel(node: PayloadNode): string {
  switch (node.kind) {
    case 'object':
      return node.size === 0 ? 'empty object' : `${countOf(node.size, 'member')}, object`;
    case 'array':
      return node.size === 0 ? 'empty array' : `${countOf(node.size, 'item')}, array`;
    case 'string':
      return displayText(quotedText(node));
    default:
      return scalarText(node);
  }
}

function shortened(text: string, units: number): string {
  return text.length > units ? `${text.slice(0, units)}…` : text;
}

/**
 * Returns the content of a string from its raw text. A text cut inside an escape loses that escape; one that is not a
 * JSON string is returned unchanged.
 */
export function stringContent(written: string): string {
  if (!written.startsWith('"')) return written;
  const whole = parseString(written);
  if (whole !== null) return whole;
  for (let cut = 0; cut <= MAX_ESCAPE_LENGTH && cut < written.length; cut += 1) {
    const content = parseString(`${written.slice(0, written.length - cut)}"`);
    if (content !== null) return content;
  }
  return written;
}

function parseString(text: string): string | null {
  const value = parsedJson(text);
  return typeof value === 'string' ? value : null;
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

/** Shorter ones are shown as they are. */
const MIN_LENGTH = 64;
/** Characters that the first bytes are read from. */
const SNIFFED = 64;
const DATA_URL = /^data:([\w.+-]{1,80}\/[\w.+-]{1,80})?((?:;[^,;]{1,200}){0,8}),/i;

const NAMES: ReadonlyMap<string, string> = new Map([
  ['image/png', 'PNG'],
  ['image/jpeg', 'JPEG'],
  ['image/gif', 'GIF'],
  ['image/webp', 'WebP'],
  ['image/avif', 'AVIF'],
  ['image/bmp', 'BMP'],
  ['audio/flac', 'FLAC'],
  ['audio/ogg', 'Ogg'],
  ['audio/wav', 'WAV'],
  ['audio/webm', 'WebM'],
  ['audio/mp4', 'MP4'],
  ['audio/aac', 'AAC'],
  ['audio/mpeg', 'MP3'],
]);

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
  return type === null ? documentName(bytes) : (NAMES.get(type) ?? type);
}

function documentName(bytes: ByteView): string | null {
  if (hasText(bytes, 0, '%PDF-')) return 'PDF';
  if (hasBytes(bytes, 0, [0x50, 0x4b, 0x03, 0x04])) return 'ZIP';
  if (hasBytes(bytes, 0, [0x1f, 0x8b, 0x08])) return 'gzip';
  if (hasText(bytes, 0, '<svg')) return 'SVG';
  return null;
}
