import { shell } from '../shell/bridge.ts';
import { showHint } from './hint-store.ts';
import { liveOf } from './live-store.ts';
import { startSimulator } from './simulator-actions.ts';

/** Asks the attached host what it declares, as the connection doctor does. Answered on a gesture of the person alone. */
export async function takeLiveDiscovery(benchId: string): Promise<void> {
  const entry = liveOf(benchId);
  if (entry === null) return;
  const { hostId, hostName } = entry.live;
  try {
    const request = { examineId: crypto.randomUUID(), hostId, runId: null };
    const { discovery } = await shell().call('hosts/examine', request);
    if (discovery === null) return showHint(`${hostName} gives no discovery document. The doctor says why.`);
    startSimulator(benchId, 'discovery', {
      text: `${discovery.documentText}\n`,
      from: `of the live host ${hostName}`,
    });
  } catch (reason) {
    showHint(reason instanceof Error ? reason.message : 'The host could not be asked.');
  }
}
