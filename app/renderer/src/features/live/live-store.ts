import type { SessionSummary } from '@openwop-inspector/run-log';
import type { LiveSession, ShellEvents } from '@openwop-inspector/shell-contract';
import { useNow } from '@openwop-inspector/ui';
import { tellShell } from '../../shell/bridge.ts';
import { askWorker } from '../../worker/client.ts';
import { sessionRecord } from '../sessions/session-record.ts';
import type { Follow } from './live-text.ts';

export type LiveStatus = LiveSession['status'];
export type LiveNews = ShellEvents['live-news'];

/** A user's command to the connection with its outcome; displayed where it was given. */
export interface LiveCommand {
  readonly name: 'fetch' | 'save' | 'detach' | 'reconnect';
  readonly state: 'busy' | 'done' | 'failed';
  /** One sentence; empty while busy. */
  readonly words: string;
}

/** How the views take what comes, and the user's commands; at first as given here. */
export class LiveViews {
  readonly follow: Follow = null;
  /** Ordinal of the newest event; -1 before the first. */
  readonly newestOrdinal: number = -1;
  /** Ordinals of the events with a request that is still open; the same list while nothing changed. */
  readonly openAt: readonly number[] = [];
  /** Paused views take up news until the index has read so far, in bytes: a gap was filled above. Null for none. */
  readonly showTo: number | null = null;
  readonly command: LiveCommand | null = null;
  /** The last copy of the capture that was saved, and how long the capture was then; null before the first. */
  readonly saved: { readonly name: string; readonly sizeBytes: number } | null = null;
}

/** One live session as the window knows it: what the shell reports, and whether the views follow. */
export interface LiveEntry extends LiveViews {
  /** As it was attached; its `status` and the size of its `file` are those of that moment. */
  readonly live: LiveSession;
  readonly status: LiveStatus;
  /** Since when nothing is heard of the run, epoch ms; null while something is. What counts by the clock stops there. */
  readonly unheardSinceMs: number | null;
  /** How far the capture may be read, in bytes. */
  readonly sizeBytes: number;
}

/** By session; null for a file. */
const lives = sessionRecord<LiveEntry | null>(null);

export const { useAll: useLiveStore, put: addLive, change: changeLive, drop: dropLive } = lives;

/** A live session as it is now, for actions; null for a file. */
export const liveOf = (sessionId: string | null): LiveEntry | null =>
  sessionId === null ? null : lives.of(sessionId);

/**
 * A part of a live session as stored, never a new object; null for a file. Notifications come ten times a
 * second: a component that needs only a part selects that part and does not re-render.
 */
export function useLive<T>(sessionId: string | null, part: (entry: LiveEntry) => T): T | null {
  return useLiveStore((entries) => {
    const entry = entries[sessionId ?? ''] ?? null;
    return entry === null ? null : part(entry);
  });
}

/**
 * The time by the host's clock, updated each second, for counters about the run of a session. It stops when the run is
 * disconnected.
 */
export function useRunClock(sessionId: string): number {
  const now = useNow(1000);
  const unheardSinceMs = useLive(sessionId, (entry) => entry.unheardSinceMs);
  const skewMs = useLive(sessionId, ({ status }) => status.clockSkewMs) ?? 0;
  return (unheardSinceMs ?? now) + skewMs;
}

/** The session of a live session; null when it is not open here. */
export function sessionOfLive(liveId: string): string | null {
  const found = Object.entries(useLiveStore.getState()).find(([, entry]) => entry?.live.liveId === liveId);
  return found?.[0] ?? null;
}

/** Reports to the worker how far a capture may be read. Nothing for a file. */
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
  tellShell('live/close', { liveId }); // the shell ends its sessions by itself when it ends
}
