/**
 * Recently closed sessions, for reopening: the source, its place among the tabs and the address of the visible place.
 * The shell continues to serve a file for as long as it is listed here.
 */
import { create } from 'zustand';
import { shell } from '../shell/bridge.ts';
import type { SourceSpec } from '../worker/sessions.ts';
import type { ReopenRef } from './sessions-store.ts';

export interface ClosedSession {
  readonly source: SourceSpec;
  readonly reopen: ReopenRef | null;
  /** Its place among the tabs, from 0. */
  readonly at: number;
  /** As `session-links` keeps it. */
  readonly hash: string;
}

/** So many come back; what was closed before them is forgotten. */
export const MAX_CLOSED = 10;

/** The newest last. */
export const useClosed = create<{ readonly closed: readonly ClosedSession[] }>()(() => ({ closed: [] }));

export function keepClosed(session: ClosedSession): void {
  const closed = [...useClosed.getState().closed, session];
  for (const { reopen } of closed.splice(0, closed.length - MAX_CLOSED)) forgetFile(reopen);
  useClosed.setState({ closed });
}

/** Removes and returns the one that was closed last; null when there is none. */
export function takeClosed(): ClosedSession | null {
  const { closed } = useClosed.getState();
  useClosed.setState({ closed: closed.slice(0, -1) });
  return closed.at(-1) ?? null;
}

function forgetFile(reopen: ReopenRef | null): void {
  if (reopen === null) return;
  void shell()
    .call('files/close', { fileId: reopen.fileId })
    .catch(() => undefined); // the shell forgets files by itself when it ends
}
