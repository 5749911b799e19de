/** Facts shown before content is loaded from an address: whose host, how it is requested, with what (S-17). */
import { unreachable } from '@openwop-inspector/base';
import type { RenderPlace } from '../contract/render-services.ts';
import type { ContentUrl } from '../model/choose/content-url.ts';

export interface LoadPlace {
  /** Host with port of the request; null when it cannot be requested. */
  readonly host: string | null;
  readonly isPunycode: boolean;
  /** `unknown`: the file does not name the host of its run. */
  readonly owner: 'run' | 'other' | 'unknown';
  readonly scheme: 'https' | 'http' | null;
  readonly sendsCredentials: boolean;
  /** Why it cannot be loaded; null when a click may load it. */
  readonly obstacle: 'refused' | 'host-unknown' | null;
}

/** Reads the place of an address. Sends nothing. */
export function loadPlace(url: ContentUrl, place: RenderPlace): LoadPlace {
  switch (url.kind) {
    case 'refused':
      return { ...nowhere, obstacle: 'refused' };
    case 'host-path':
      return place.hostName === null
        ? { ...nowhere, obstacle: 'host-unknown' }
        : ownHost(place.hostName, place);
    case 'remote':
      return remote(url, place);
    default:
      return unreachable(url.kind);
  }
}

const nowhere = {
  host: null,
  isPunycode: false,
  owner: 'unknown',
  scheme: null,
  sendsCredentials: false,
} as const;

function ownHost(host: string, { sendsCredentials }: RenderPlace): LoadPlace {
  const isPunycode = hasPunycode(host);
  return { host, isPunycode, owner: 'run', scheme: schemeOf(host), sendsCredentials, obstacle: null };
}

function remote({ host, isPunycode, scheme }: ContentUrl, place: RenderPlace): LoadPlace {
  const own = place.hostName?.toLowerCase() ?? null;
  const owner = own === null ? 'unknown' : own === host?.toLowerCase() ? 'run' : 'other';
  return {
    host,
    isPunycode,
    owner,
    scheme: scheme === 'http' ? 'http' : 'https',
    sendsCredentials: place.sendsCredentials && owner === 'run',
    obstacle: null,
  };
}

/** A local host rarely has a certificate; any other is reached over TLS. */
function schemeOf(host: string): 'http' | 'https' {
  return isThisMachine(host) ? 'http' : 'https';
}

/** True for a loopback name or address, with or without a port. */
export function isThisMachine(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host);
}

function hasPunycode(host: string): boolean {
  return host.split('.').some((label) => label.toLowerCase().startsWith('xn--'));
}

/** The address to request; null when it cannot be requested, or when a token in it is masked. */
export function requestAddress(
  address: string | null,
  url: ContentUrl,
  { host, scheme }: LoadPlace,
): string | null {
  if (address === null || host === null || isMasked(address)) return null;
  return url.kind === 'host-path' ? `${scheme}://${host}${address}` : address;
}

/** A masked token ends in the mark of the run log's masking, or is a marker of redaction. */
function isMasked(address: string): boolean {
  return address.includes('…') || /\[redacted/i.test(address);
}
