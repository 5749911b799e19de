/** Hooks over what the shell keeps of hosts, and what hosts answer through it. */

import type { RunStatus } from '@openwop-inspector/protocol';
import type { Request, SavedHost } from '@openwop-inspector/shell-contract';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { shell } from '../../shell/bridge.ts';
import { dropHostWork } from './hosts-store.ts';

const HOSTS = ['hosts'] as const;
const runsKey = (hostId: string) => ['host-runs', hostId] as const;

/** Hosts that the shell keeps. Queried again each time the screen opens: attaching changes what is recent. */
export const useSavedHosts = () =>
  useQuery({ queryKey: HOSTS, queryFn: () => shell().call('hosts/list', null), staleTime: 0 });

/** The runs that a host lists, of one status or of all; fetched once the user wants them, and again by `refetch`. */
export const useHostRuns = (hostId: string, status: RunStatus | null, enabled: boolean) =>
  useQuery({
    queryKey: [...runsKey(hostId), status],
    queryFn: () => shell().call('hosts/runs', { hostId, status }),
    enabled,
  });

/** The token as typed, the variable that has it, or null for both: it is forgotten. */
export type TokenChoice = Omit<Request<'hosts/set-token'>, 'hostId'>;

/**
 * Changes to the hosts saved by the shell, which update the answers of `useSavedHosts`. Each rejects with the message of
 * the shell. They are not mutations of the query client: it would store their arguments, and a typed token is stored
 * nowhere in the window.
 */
export function useHostChanges() {
  const client = useQueryClient();
  return useMemo(() => hostChanges(client), [client]);
}

function hostChanges(client: QueryClient) {
  const again = () => void client.invalidateQueries({ queryKey: HOSTS });
  return {
    /** What the shell keeps has changed by something else: a test learned the host's name, a run was attached to. */
    again,
    /** Adds a host, or renames one of the same base URL; null takes the host's own name. */
    save: async (baseUrl: string, name: string | null): Promise<SavedHost> => {
      const saved = await shell().call('hosts/save', { baseUrl, name });
      changeHosts(client, (hosts) => withHost(hosts, saved));
      again();
      return saved;
    },
    remove: async (hostId: string): Promise<void> => {
      await shell().call('hosts/remove', { hostId });
      changeHosts(client, (hosts) => hosts.filter((host) => host.hostId !== hostId));
      client.removeQueries({ queryKey: runsKey(hostId) });
      dropHostWork(hostId);
    },
    /** Chooses the file of the host's certificate authority, or goes back to the public ones. A sentence when it was not taken. */
    setAuthority: async (hostId: string, choose: boolean): Promise<string | null> => {
      const { message } = await shell().call('hosts/set-authority', { hostId, choose });
      again();
      // What the host said was said over another connection.
      void client.resetQueries({ queryKey: runsKey(hostId) });
      return message;
    },
    /** Write-only: no answer contains the token. Returns why it was not taken, as text; null when it was. */
    setToken: async (hostId: string, choice: TokenChoice): Promise<string | null> => {
      const { isTaken, ...token } = await shell().call('hosts/set-token', { hostId, ...choice });
      // The list is not fetched again: a remark on what was just typed is displayed once.
      await client.cancelQueries({ queryKey: HOSTS });
      changeHosts(client, (all) => all.map((host) => (host.hostId === hostId ? { ...host, token } : host)));
      // What the host said was said to another token.
      void client.resetQueries({ queryKey: runsKey(hostId) });
      return isTaken ? null : (token.remark ?? 'The token was not taken.');
    },
  };
}

type Hosts = readonly SavedHost[];

function changeHosts(client: QueryClient, change: (hosts: Hosts) => Hosts): void {
  client.setQueryData<Hosts>(HOSTS, (hosts) => change(hosts ?? []));
}

/** A host that is there keeps its place; a new one comes first. */
function withHost(hosts: Hosts, saved: SavedHost): Hosts {
  const isThere = hosts.some(({ hostId }) => hostId === saved.hostId);
  return isThere ? hosts.map((host) => (host.hostId === saved.hostId ? saved : host)) : [saved, ...hosts];
}
