/** Decodes base64 byte by byte: the first few determine the type, and the rest need not be decoded for it. */

import { parsedUrl } from '@openwop-inspector/base';
/** Bytes that are not in memory as bytes. */
export interface ByteView {
  readonly length: number;
  /** The byte at an offset, 0 to 255; -1 outside. */
  readonly at: (offset: number) => number;
}

/** The same over bytes that are in memory. */
export function byteView(bytes: Uint8Array): ByteView {
  return { length: bytes.length, at: (offset) => bytes[offset] ?? -1 };
}

const form = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * A view of the bytes; null when the text is not base64 with its padding (RFC 4648 section 4: no white space, no
 * URL-safe alphabet, no `data:` prefix). One pass over the text, nothing is copied.
 */
export function base64Bytes(text: string): ByteView | null {
  if (text.length % 4 !== 0 || !form.test(text)) return null;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const length = (text.length / 4) * 3 - padding;
  return { length, at: (offset) => (offset >= 0 && offset < length ? byteAt(text, offset) : -1) };
}

function byteAt(text: string, offset: number): number {
  const bit = offset * 8;
  const first = Math.floor(bit / 6);
  const pair = (sextet(text.charCodeAt(first)) << 6) | sextet(text.charCodeAt(first + 1));
  return (pair >> (4 - (bit % 6))) & 0xff;
}

function sextet(code: number): number {
  if (code >= 0x61) return code - 0x61 + 26;
  if (code >= 0x41 && code <= 0x5a) return code - 0x41;
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 52;
  return code === 0x2b ? 62 : code === 0x2f ? 63 : 0;
}

/** True when the ASCII text is at the offset. */
export function hasText(bytes: ByteView, offset: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (bytes.at(offset + i) !== text.charCodeAt(i)) return false;
  }
  return true;
}

/** True when these bytes are at the offset. */
export function hasBytes(bytes: ByteView, offset: number, expected: readonly number[]): boolean {
  return expected.every((byte, i) => bytes.at(offset + i) === byte);
}

/** An unsigned number, most significant byte first; NaN when it is not whole. At most four bytes. */
export function numberAt(bytes: ByteView, offset: number, size: number): number {
  let value = 0;
  for (let i = 0; i < size; i++) value = value * 256 + byteOrNaN(bytes, offset + i);
  return value;
}

/** An unsigned number, least significant byte first; NaN when it is not whole. At most four bytes. */
export function littleNumberAt(bytes: ByteView, offset: number, size: number): number {
  let value = 0;
  for (let i = size - 1; i >= 0; i--) value = value * 256 + byteOrNaN(bytes, offset + i);
  return value;
}

function byteOrNaN(bytes: ByteView, offset: number): number {
  const byte = bytes.at(offset);
  return byte < 0 ? Number.NaN : byte;
}

/** An address found in content: what may be done with it, decided without ever using it (security S-04, S-17). */

/**
 * `remote`: http or https, may be opened or loaded after a click. `host-path`: a path of the host that the run belongs
 * to. `refused`: any other scheme, a user or password before the host, or no address at all; displayed as text.
 */
export interface ContentUrl {
  readonly kind: 'remote' | 'host-path' | 'refused';
  /** As written, live tokens in the path masked to their first four characters (security S-20). */
  readonly masked: string;
  /** Without the colon, in lower case; null when there is none. */
  readonly scheme: string | null;
  /** ASCII form with the port, as in a request; null unless `remote`. */
  readonly host: string | null;
  /** The host is written in another alphabet and may look like a known one. */
  readonly isPunycode: boolean;
}

/** Longer than any URL a user could verify. In UTF-16 units. */
const MAX_LENGTH = 8192;

/** Reads a URL. Never throws, sends nothing. */
export function contentUrl(text: string): ContentUrl {
  const masked = text
    .slice(0, MAX_LENGTH)
    .replace(/(\/(?:assets|interrupts)\/)([^/?#]{1,4})[^/?#]*/g, '$1$2…');
  const refused = { kind: 'refused', masked, host: null, isPunycode: false } as const;
  if (text.length > MAX_LENGTH || hasControl(text)) return { ...refused, scheme: null };
  if (isHostPath(text)) return { ...refused, kind: 'host-path', scheme: null };
  const url = parsedUrl(text);
  if (url === null) return { ...refused, scheme: null };
  const scheme = url.protocol.slice(0, -1).toLowerCase();
  const isWeb = scheme === 'https' || scheme === 'http';
  if (!isWeb || url.username !== '' || url.password !== '') return { ...refused, scheme };
  const isPunycode = url.hostname.split('.').some((label) => label.startsWith('xn--'));
  return { kind: 'remote', masked, scheme, host: url.host, isPunycode };
}

/** Two slashes, or a slash and a backslash, would name another host. */
function isHostPath(text: string): boolean {
  return /^\/(?![/\\])/.test(text) && !/[\\\s]|\.\.(\/|$)/.test(text);
}

/** A browser passes over line breaks and tabs inside an address, which hides what it says. */
function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 0x20) return true;
  return false;
}
