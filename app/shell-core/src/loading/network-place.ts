import { isIP, isIPv4, isIPv6 } from 'node:net';
import { parsedUrl } from '@openwop-inspector/base';

/**
 * Where an address leads. Only `public` may get a request because content names it (security.md S-17,
 * `http-client-ssrf-guard`); `loopback` is this machine, in whatever form it is written.
 */
export type NetworkPlace =
  | 'public'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'shared'
  | 'multicast'
  | 'metadata'
  | 'reserved';

interface AddressRange {
  readonly bytes: readonly number[];
  readonly bits: number;
  /** `embedded`: the last four bytes are an IPv4 address that it is the same as. */
  readonly place: NetworkPlace | 'embedded';
}

/** The registries of special addresses at IANA, and the metadata services of clouds. The first that fits counts. */
const ipv4Ranges: readonly AddressRange[] = [
  range('0.0.0.0/8', 'loopback'),
  range('10.0.0.0/8', 'private'),
  range('100.100.100.200/32', 'metadata'),
  range('100.64.0.0/10', 'shared'),
  range('127.0.0.0/8', 'loopback'),
  range('168.63.129.16/32', 'metadata'),
  range('169.254.169.254/32', 'metadata'),
  range('169.254.0.0/16', 'link-local'),
  range('172.16.0.0/12', 'private'),
  range('192.0.0.192/32', 'metadata'),
  range('192.0.0.0/24', 'reserved'),
  range('192.0.2.0/24', 'reserved'),
  range('192.88.99.0/24', 'reserved'),
  range('192.168.0.0/16', 'private'),
  range('198.18.0.0/15', 'reserved'),
  range('198.51.100.0/24', 'reserved'),
  range('203.0.113.0/24', 'reserved'),
  range('224.0.0.0/4', 'multicast'),
  range('240.0.0.0/4', 'reserved'),
];

/** What is not among these is reserved: of IPv6 only 2000::/3 is given out. */
const ipv6Ranges: readonly AddressRange[] = [
  range('::/127', 'loopback'),
  range('::ffff:0:0/96', 'embedded'),
  // A network without IPv4 reaches all of it so, and its name server answers in this form.
  range('64:ff9b::/96', 'embedded'),
  range('fd00:ec2::254/128', 'metadata'),
  range('fd20:ce::254/128', 'metadata'),
  range('fc00::/7', 'private'),
  range('fec0::/10', 'private'),
  range('fe80::/10', 'link-local'),
  range('ff00::/8', 'multicast'),
  // Teredo, 6to4 and what the registry keeps for itself; the first two would carry any IPv4 address in them.
  range('2001::/23', 'reserved'),
  range('2002::/16', 'reserved'),
  range('2001:db8::/32', 'reserved'),
  range('3fff::/20', 'reserved'),
  range('2000::/3', 'public'),
];

/** Returns where an IP address leads. A text that is none is `reserved`, so that nothing is requested from it. */
export function networkPlace(address: string): NetworkPlace {
  const bytes = ipBytes(address);
  return bytes === null ? 'reserved' : placeOf(bytes);
}

function placeOf(bytes: readonly number[]): NetworkPlace {
  const isIpv4 = bytes.length === 4;
  const found = (isIpv4 ? ipv4Ranges : ipv6Ranges).find((candidate) =>
    bytes.every((byte, at) => {
      const counted = Math.min(8, Math.max(0, candidate.bits - at * 8));
      return (byte ^ (candidate.bytes[at] ?? 0)) >> (8 - counted) === 0;
    }),
  );
  if (found === undefined) return isIpv4 ? 'public' : 'reserved';
  return found.place === 'embedded' ? placeOf(bytes.slice(-4)) : found.place;
}

function range(text: string, place: AddressRange['place']): AddressRange {
  const [address = '', bits] = text.split('/');
  return { bytes: ipBytes(address) ?? [], bits: Number(bits), place };
}

/** The 4 or 16 bytes of an address as `node:net` takes it; null for any other text. A zone (`%eth0`) is left out. */
function ipBytes(address: string): readonly number[] | null {
  if (isIPv4(address)) return address.split('.').map(Number);
  if (!isIPv6(address)) return null;
  const [plain = ''] = address.split('%', 1);
  const [head = '', tail] = plain.split('::', 2);
  const before = groupBytes(head);
  const after = groupBytes(tail ?? '');
  return [...before, ...Array<number>(16 - before.length - after.length).fill(0), ...after];
}

/** Groups of four hex digits, the last of which may be a whole IPv4 address. */
function groupBytes(text: string): readonly number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

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

/** True for the names that mean this machine whatever a name server says (RFC 6761 section 6.3). */
export function isLocalName(hostName: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostName);
}

/** Variable that names origins of this machine, separated by commas: `http://127.0.0.1:8787,http://[::1]:8787`. */
export const allowedOriginsVariable = 'INSPECTOR_LOAD_FROM';

/**
 * Reads the origins of this machine that content may be loaded from: for a host that the user runs themselves, and for
 * tests. Anything but a loopback origin is passed over: no start can open a private network.
 */
export function readAllowedOrigins(text: string | undefined): ReadonlySet<string> {
  const addresses = (text ?? '').split(',').map((part) => readLoadAddress(part.trim()));
  const local = addresses
    .filter((address) => address !== null)
    .filter(({ hostName, isIp }) => (isIp ? networkPlace(hostName) === 'loopback' : isLocalName(hostName)));
  return new Set(local.map(({ url }) => url.origin));
}
