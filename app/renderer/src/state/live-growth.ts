/** What a session that grows needs of its live half. Knows the stores, the worker and the shell, and no action. */
import type { SessionSummary } from '@openwop-inspector/run-log';
import { shell } from '../shell/bridge.ts';
import { askWorker } from '../worker/client.ts';
import { changeLive, dropLive, liveOf } from './live-store.ts';

/** Tells the worker how far a capture may be read. Nothing for a file. */
export async function growCapture(sessionId: string): Promise<void> {
  const entry = liveOf(sessionId);
  if (entry === null) return;
  const { sizeBytes, status } = entry;
  await askWorker('grow', { sessionId, sizeBytes, ended: status.end !== null });
}

/** True while paused views do not change. Rows that fill a gap above come in immediately, at their place. */
export function holdsNews(sessionId: string, { sizeBytes }: SessionSummary): boolean {
  const entry = liveOf(sessionId);
  if (entry === null || entry.follow === null) return false;
  if (entry.showTo === null) return true;
  if (sizeBytes >= entry.showTo) changeLive(sessionId, { showTo: null });
  return false;
}

/** The tab was closed: the shell ends the connection. */
export function endLive(sessionId: string, liveId: string): void {
  dropLive(sessionId);
  void shell()
    .call('live/close', { liveId })
    .catch(() => undefined); // the shell ends its sessions by itself when it ends
}
