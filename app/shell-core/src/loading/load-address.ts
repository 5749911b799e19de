import { isIP } from 'node:net';

/** An address that may be loaded, after reading. */
export interface LoadAddress {
  /** Without fragment. Its host is in ASCII form, numbers of every notation as an IP address. */
  readonly url: URL;
  /** Host for the resolver: without brackets. */
  readonly hostName: string;
  /** True when the host is an IP address and nothing has to be resolved. */
  readonly isIp: boolean;
}

/**
 * Reads an address as a browser would. Null for all but http and https, for a user name or password before the host,
 * and for blanks and controls, which a browser would pass over.
 */
export function readLoadAddress(text: string): LoadAddress | null {
  const url = /[\p{Cc}\s]/u.test(text) ? null : parsedUrl(text);
  if (url === null) return null;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.username !== '' || url.password !== '') return null;
  url.hash = '';
  const hostName = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return hostName === '' ? null : { url, hostName, isIp: isIP(hostName) !== 0 };
}

/** A URL, against another where it is relative; null for a text that is none. */
export function parsedUrl(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** True for the names that mean this machine whatever a name server says (RFC 6761 section 6.3). */
export function isLocalName(hostName: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostName);
}
