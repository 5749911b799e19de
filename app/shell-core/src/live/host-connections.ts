import { createHostConnection, type HostConnection } from '@openwop-inspector/host-client';
import type { HostList, KnownHost } from './host-list.ts';
import type { HostTokens } from './host-tokens.ts';

/** A connection with the token that its next request would send. */
export interface TokenedConnection {
  readonly connection: HostConnection;
  readonly token: () => Promise<string | null>;
}

/** Gives the connection of a host; one a host, so that its clock and its token are known once. */
export type ConnectionTo = (host: Pick<KnownHost, 'hostId' | 'baseUrl'>) => TokenedConnection;

/**
 * Connections whose token is looked up at every request. A host that was removed, or that now stands at another base
 * URL, has no token any more for what is still connected.
 */
export function createConnections(hosts: HostList, tokens: HostTokens): ConnectionTo {
  const connections = new Map<string, TokenedConnection>();
  return ({ hostId, baseUrl }) => {
    const key = `${hostId} ${baseUrl}`;
    const open = connections.get(key);
    if (open !== undefined) return open;
    const made = { connection: createHostConnection({ baseUrl, token }), token };
    connections.set(key, made);
    return made;

    async function token(): Promise<string | null> {
      const host = await hosts.find(hostId);
      return host === null || host.baseUrl !== baseUrl ? null : tokens.tokenOf(host);
    }
  };
}
