import { isLocalName, readLoadAddress } from './load-address.ts';
import { networkPlace } from './network-place.ts';

/** Variable that names origins of this machine, separated by commas: `http://127.0.0.1:8787,http://[::1]:8787`. */
export const allowedOriginsVariable = 'INSPECTOR_LOAD_FROM';

/**
 * Reads the origins of this machine that content may be loaded from: for a host that the user runs themselves, and for
 * tests. Anything but a loopback origin is passed over: no start can open a private network.
 */
export function readAllowedOrigins(text: string | undefined): ReadonlySet<string> {
  const addresses = (text ?? '').split(',').map((part) => readLoadAddress(part.trim()));
  const local = addresses.filter((address) => address !== null).filter(isOfThisMachine);
  return new Set(local.map(({ url }) => url.origin));
}

function isOfThisMachine({ hostName, isIp }: { readonly hostName: string; readonly isIp: boolean }): boolean {
  return isIp ? networkPlace(hostName) === 'loopback' : isLocalName(hostName);
}
