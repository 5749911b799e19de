import { lookup } from 'node:dns/promises';

/** An address of a host. */
export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name, in the order to be tried. Rejects with the system's error. */
export type ResolveHost = (hostName: string) => Promise<readonly HostAddress[]>;

/** Asks the system, as every program on it would. */
export const resolveHost: ResolveHost = (hostName) => lookup(hostName, { all: true, verbatim: true });
