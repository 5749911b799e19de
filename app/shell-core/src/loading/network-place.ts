import { BlockList, isIP } from 'node:net';
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

type Family = 'ipv4' | 'ipv6';

const familyOf = (address: string): Family => (address.includes(':') ? 'ipv6' : 'ipv4');

/** Networks by where they lead; of several that hold an address the first counts. */
const PLACES = [
  networks('metadata', '100.100.100.200/32', '168.63.129.16/32', '169.254.169.254/32', '192.0.0.192/32'),
  networks('metadata', 'fd00:ec2::254/128', 'fd20:ce::254/128'),
  networks('loopback', '0.0.0.0/8', '127.0.0.0/8', '::/127'),
  networks('private', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10'),
  networks('shared', '100.64.0.0/10'),
  networks('link-local', '169.254.0.0/16', 'fe80::/10'),
  networks('multicast', '224.0.0.0/4', 'ff00::/8'),
  // What the registries of special addresses at IANA keep for themselves.
  networks('reserved', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.18.0.0/15', '198.51.100.0/24'),
  networks('reserved', '203.0.113.0/24', '240.0.0.0/4', '2001:db8::/32', '3fff::/20'),
  // Teredo and 6to4 among them, which would carry any IPv4 address.
  networks('reserved', '2001::/23', '2002::/16'),
  // Of IPv6 only this is given out, of IPv4 all the rest.
  networks('public', '2000::/3'),
];

/**
 * Networks whose addresses are the same as the IPv4 address in their last four bytes. Through the second, a network
 * without IPv4 reaches all of it, and its name server answers in this form.
 */
const EMBEDDING = networks('public', '::ffff:0:0/96', '64:ff9b::/96').lists.ipv6;

/** Returns where an IP address leads. A text that is none is `reserved`, so that nothing is requested from it. */
export function networkPlace(address: string): NetworkPlace {
  if (isIP(address) === 0) return 'reserved';
  const [plain = ''] = address.split('%', 1);
  const family = familyOf(plain);
  if (family === 'ipv6' && EMBEDDING.check(plain, family)) return networkPlace(embedded(plain));
  const found = PLACES.find(({ lists }) => lists[family].check(plain, family));
  return found?.place ?? (family === 'ipv4' ? 'public' : 'reserved');
}

function networks(place: NetworkPlace, ...all: readonly string[]) {
  const lists: Readonly<Record<Family, BlockList>> = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const network of all) {
    const [address = '', bits] = network.split('/');
    lists[familyOf(address)].addSubnet(address, Number(bits), familyOf(address));
  }
  return { place, lists };
}

/** The IPv4 address in the last four bytes of an IPv6 address. */
function embedded(address: string): string {
  const { hostname } = new URL(`http://[${address}]`);
  const groups = hostname.slice(1, -1).split(':').slice(-2);
  const values = groups.map((group) => Number.parseInt(group || '0', 16));
  return values.flatMap((value) => [value >> 8, value & 0xff]).join('.');
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
export const isLocalName = (hostName: string): boolean => /(^|\.)localhost\.?$/i.test(hostName);

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
