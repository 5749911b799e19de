import type { LiveSession, ShellEvents } from '@openwop-inspector/shell-contract';
import { create } from 'zustand';
import type { Follow } from '../model/follow.ts';

export type LiveStatus = LiveSession['status'];
export type LiveNews = ShellEvents['live-news'];

/** A user's command to the connection with its outcome; shown where it was given. */
export interface LiveCommand {
  readonly name: 'fetch' | 'save' | 'detach' | 'reconnect';
  readonly state: 'busy' | 'done' | 'failed';
  /** One sentence; empty while busy. */
  readonly words: string;
}

/** A copy of a capture. */
export interface SavedCapture {
  readonly name: string;
  readonly sizeBytes: number;
}

/** One live session as the window knows it: what the shell reports, and whether the views follow. */
export interface LiveEntry {
  /** As it was attached; its `status` and the size of its `file` are those of that moment. */
  readonly live: LiveSession;
  readonly status: LiveStatus;
  /** Since when nothing is heard of the run, epoch ms; null while something is. What counts by the clock stops there. */
  readonly unheardSinceMs: number | null;
  /** How far the capture may be read, in bytes. */
  readonly sizeBytes: number;
  readonly follow: Follow;
  /** Ordinal of the newest event; -1 before the first. */
  readonly newestOrdinal: number;
  /** Ordinals of the events with a request that is still open; the same list while nothing changed. */
  readonly openAt: readonly number[];
  /** Paused views take up news until the index has read so far, in bytes: a gap was filled above. Null for none. */
  readonly showTo: number | null;
  readonly command: LiveCommand | null;
  /** The last copy of the capture that was saved, and how long the capture was then; null before the first. */
  readonly saved: SavedCapture | null;
}

export interface LiveState {
  /** By session. */
  readonly entries: Readonly<Record<string, LiveEntry>>;
}

export const useLiveStore = create<LiveState>()(() => ({ entries: {} }));

/** A live session as it is now, for actions; null for a file. */
export function liveOf(sessionId: string | null): LiveEntry | null {
  return sessionId === null ? null : (useLiveStore.getState().entries[sessionId] ?? null);
}

/**
 * A part of a live session as stored, never a new object; null for a file. Notifications come ten times a
 * second: a component that needs only a part selects that part and does not re-render.
 */
export function useLive<T>(sessionId: string | null, part: (entry: LiveEntry) => T): T | null {
  return useLiveStore((state) => {
    const entry = sessionId === null ? undefined : state.entries[sessionId];
    return entry === undefined ? null : part(entry);
  });
}

/** The session of a live session; null when it is not open here. */
export function sessionOfLive(liveId: string): string | null {
  for (const [sessionId, { live }] of Object.entries(useLiveStore.getState().entries))
    if (live.liveId === liveId) return sessionId;
  return null;
}

export function addLive(sessionId: string, entry: LiveEntry): void {
  useLiveStore.setState(({ entries }) => ({ entries: { ...entries, [sessionId]: entry } }));
}

/** Changes a live session; one that is not open is left out, since news may arrive after a close. */
export function changeLive(sessionId: string, change: Partial<LiveEntry>): void {
  useLiveStore.setState(({ entries }) => {
    const entry = entries[sessionId];
    return entry === undefined
      ? { entries }
      : { entries: { ...entries, [sessionId]: { ...entry, ...change } } };
  });
}

export function dropLive(sessionId: string): void {
  useLiveStore.setState(({ entries }) => {
    const { [sessionId]: _closed, ...rest } = entries;
    return { entries: rest };
  });
}
