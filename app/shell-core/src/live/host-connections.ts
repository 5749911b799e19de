import { createHostConnection, type HostConnection } from '@openwop-inspector/host-client';
import { authoritiesUnusable, createHostFetch, readAuthorities } from '@openwop-inspector/host-client/node';
import type { HostList, KnownHost } from './host-list.ts';
import type { HostTokens } from './host-tokens.ts';

/** A connection with the token that its next request would send. */
export interface TokenedConnection {
  readonly connection: HostConnection;
  readonly token: () => Promise<string | null>;
  /** Certificates (PEM) that are trusted besides the public ones. */
  readonly authorities: () => Promise<readonly string[]>;
}

/** Gives the connection of a host; one a host, so that its clock and its token are known once. */
export type ConnectionTo = (
  host: Pick<KnownHost, 'hostId' | 'baseUrl' | 'authorityFile'>,
) => TokenedConnection;

/**
 * Connections whose token is looked up at every request. A host that was removed, or that now is at another base
 * URL, has no token any more for what is still connected. `authorities` are trusted besides the public ones and the one
 * of the host; while the file of that cannot be read, no https request to the host is sent.
 */
export function createConnections(
  hosts: HostList,
  tokens: HostTokens,
  authorities: readonly string[],
): ConnectionTo {
  const connections = new Map<string, TokenedConnection>();
  return ({ hostId, baseUrl, authorityFile }) => {
    const key = `${hostId} ${baseUrl} ${authorityFile}`;
    const open = connections.get(key);
    if (open !== undefined) return open;
    const trusted = async () => [...authorities, ...(await certificatesOf(authorityFile))];
    const fetch = createHostFetch({ authorities: trusted });
    const made = {
      connection: createHostConnection({ baseUrl, token, fetch }),
      token,
      authorities: trusted,
    };
    connections.set(key, made);
    return made;

    async function token(): Promise<string | null> {
      const host = await hosts.find(hostId);
      return host === null || host.baseUrl !== baseUrl ? null : tokens.tokenOf(host);
    }
  };
}

/** Rejects when the file was moved or changed since it was chosen: what was trusted then is not there any more. */
async function certificatesOf(authorityFile: string | null): Promise<readonly string[]> {
  if (authorityFile === null) return [];
  const reading = await readAuthorities(authorityFile);
  if (!reading.ok) throw authoritiesUnusable();
  return reading.certificates;
}
