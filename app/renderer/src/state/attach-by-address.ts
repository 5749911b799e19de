/** From an address to a live session in one step, for the start screen. Loaded when it is used. */
import { announce } from '@openwop-inspector/ui';
import { shell } from '../shell/bridge.ts';
import { askForRuns, attach, examine, readAddress, showHost, wordsOf } from './hosts-actions.ts';
import type { UnderstoodAddress } from './hosts-store.ts';
import { goToHosts } from './open-hosts.ts';

export { readAddress };

/**
 * Saves the host when it is new, sets `token` unless it is empty (kept until the shell ends), and attaches to the run
 * of the address. Where the address names no run, the connection screen lists those of the host; where attaching
 * fails, its doctor tests the host. Returns why nothing could be tried; null when something else is in sight now.
 */
export async function attachByAddress(
  { address, host }: UnderstoodAddress,
  token: string,
): Promise<string | null> {
  try {
    const { hostId } = host ?? (await shell().call('hosts/save', { baseUrl: address.baseUrl, name: null }));
    const refused = token === '' ? null : await setToken(hostId, token);
    if (refused !== null) return refused;
    await attachToRun(hostId, address.runId);
    return null;
  } catch (reason) {
    return wordsOf(reason);
  }
}

/** Attaches to a run of a saved host, with what is kept of it; null for `runId` shows the runs of the host. */
export async function attachToRun(hostId: string, runId: string | null): Promise<void> {
  showHost(hostId, runId);
  if (runId === null) {
    goToHosts();
    await askForRuns(hostId);
  } else if (!(await attach(hostId, runId))) {
    announce('Not attached. The connection is tested.');
    goToHosts();
    await examine(hostId);
  }
}

/** Null when the shell took it. */
async function setToken(hostId: string, token: string): Promise<string | null> {
  const reply = await shell().call('hosts/set-token', { hostId, token, variable: null, remember: false });
  return reply.isTaken ? null : (reply.remark ?? 'This is not a token.');
}
