/** The ways to the connection screen that the window knows from its start. The screen itself is fetched when needed. */
import type { HostAddressReply } from '@openwop-inspector/shell-contract';
import { shell } from '../shell/bridge.ts';
import { useHostsStore } from './hosts-store.ts';
import { activateSession } from './session-actions.ts';
import { useSessionsStore } from './sessions-store.ts';
import { changeView, viewOf } from './view-store.ts';

/** Shows the connection screen; sessions stay open next to it. */
export function goToHosts(): void {
  activateSession(null);
  changeView('', { bench: 'hosts' });
}

/** Leaves the connection screen for the start screen. */
export function leaveHosts(): void {
  changeView('', { bench: null });
}

/** True while the connection screen is visible. */
export function isHostsInSight(): boolean {
  return useSessionsStore.getState().activeId === null && viewOf('').bench === 'hosts';
}

/** Takes an address from a link or an argument: it is displayed, and confirmed before anything is requested. */
export function receiveHostAddress(arrival: HostAddressReply): void {
  useHostsStore.setState({ arrival });
  goToHosts();
}

/** Takes the address that the application was started with, once. */
export async function takeStartupAddress(): Promise<void> {
  const arrival = await shell().call('hosts/startup', null);
  if (arrival !== null) receiveHostAddress(arrival);
}
