import type { LoadProgress, SessionSummary, UnpackFacts } from '@openwop-inspector/run-log';
import { create } from 'zustand';
import { tellShell } from '../../shell/bridge.ts';
import type { SourceSpec } from '../../worker/sessions.ts';
import { namesApart } from './session-names.ts';
import { sessionRecord } from './session-record.ts';

/** How to open a source again after a reload; null when only this window ever had it (a drop, a paste). */
export interface ReopenRef {
  readonly fileId: string;
  readonly url: string;
  /** Names the file also after the shell was started again; null where nothing does. */
  readonly recentId: string | null;
}

/** What the worker has said of a source, initially nothing. */
class LoadState {
  /** Last thing the worker said about the load. */
  readonly progress: LoadProgress | null = null;
  /** The load waits for the person to say whether more is unpacked. */
  readonly unpack: UnpackFacts | null = null;
  /** Null until the first rows can be displayed. */
  readonly summary: SessionSummary | null = null;
  /** The summary of the run that the views are narrowed to; null for all runs, and until it is known. */
  readonly ofRun: SessionSummary | null = null;
  /** What the worker has said since, while the views of a live session are paused; null when there is nothing newer. */
  readonly news: SessionSummary | null = null;
  /** `summary` is of the whole load and not of its first rows. */
  readonly isSettled: boolean = false;
  /** Message, set when the worker itself failed. */
  readonly broken: string | null = null;
}

export const NOT_LOADED = new LoadState();

/** One opened source. */
export interface Session extends LoadState {
  readonly sessionId: string;
  readonly name: string;
  readonly source: SourceSpec;
  readonly reopen: ReopenRef | null;
  /** How many summaries have come, displayed or not; part of the key of what is displayed of a live session even when paused. */
  readonly heard: number;
  /** Grows whenever answers about this session may have changed; part of every query key. */
  readonly generation: number;
  readonly openedAtMs: number;
}

/** A session that is about to be loaded. */
export function newSession(opened: Pick<Session, 'sessionId' | 'name' | 'source' | 'reopen'>): Session {
  return { ...NOT_LOADED, ...opened, heard: 0, generation: 0, openedAtMs: Date.now() };
}

interface SessionsState {
  readonly sessions: readonly Session[];
  /** Null shows the start screen. */
  readonly activeId: string | null;
}

export const useSessionsStore = create<SessionsState>()(() => ({ sessions: [], activeId: null }));

/** The address of the last visible place in each session, without the `#`; '' before any. */
export const { of: linkOf, put: noteLink } = sessionRecord('');

/** The session with this id as it is now, for actions. */
export function sessionOf(sessionId: string | null): Session | null {
  return useSessionsStore.getState().sessions.find((session) => session.sessionId === sessionId) ?? null;
}

/**
 * A part of a session as stored, never a new object; null when there is no such session. A load reports
 * progress ten times a second: a component that needs only a part selects that part and does not re-render.
 */
export function useSessionPart<T>(sessionId: string | null, part: (session: Session) => T | null): T | null {
  return useSessionsStore((state) => {
    const session = state.sessions.find((each) => each.sessionId === sessionId);
    return session === undefined ? null : part(session);
  });
}

/** The session with this id; null once it is closed. */
export const useSession = (sessionId: string | null): Session | null =>
  useSessionPart(sessionId, (session) => session);

/** Part of every query key of a session; see `Session.generation`. */
export const useGeneration = (sessionId: string): number =>
  useSessionPart(sessionId, ({ generation }) => generation) ?? 0;

/** What the worker said last, whether the views show it or are paused; null before the first rows. */
export const useNewestSummary = (sessionId: string): SessionSummary | null =>
  useSessionPart(sessionId, ({ news, summary }) => news ?? summary);

/** When the source, or the run that the views are narrowed to, begins, epoch ms; null when that is not known. */
export const useStartMs = (sessionId: string): number | null =>
  useSessionPart(sessionId, ({ summary, ofRun }) => (ofRun ?? summary)?.startMs ?? null);

/**
 * True until the last rows and their causes are known. Checks that run on afterwards do not count. A live session is
 * never done by itself: it is loading until its first rows are known.
 */
export function isLoading({ broken, isSettled, source, summary }: Session): boolean {
  return broken === null && (source.kind === 'live' ? summary === null : !isSettled);
}

/** The views show what they had delayed. */
export function takeNews(sessionId: string): void {
  updateSession(sessionId, (session) =>
    session.news === null
      ? session
      : { ...session, summary: session.news, news: null, generation: session.generation + 1 },
  );
}

/** Replaces one session; unknown ids are ignored, since news may arrive after a close. */
export function updateSession(sessionId: string, change: (session: Session) => Session): void {
  useSessionsStore.setState(({ sessions }) => ({
    sessions: sessions.map((session) => (session.sessionId === sessionId ? change(session) : session)),
  }));
}

/** Of more runs than this the first are enough. */
const MOST_RUNS = 100;

/** By session, the suffix of its name where another has the same name. */
export function useNamesApart(): ReadonlyMap<string, string> {
  const sessions = useSessionsStore((state) => state.sessions);
  return namesApart(
    sessions.map(({ sessionId, name, summary }) => {
      return { sessionId, name, runs: (summary?.runs ?? []).slice(0, MOST_RUNS) };
    }),
  );
}

/** The name of a session with a distinguishing suffix. */
export const wholeName = ({ sessionId, name }: Session, apart: ReadonlyMap<string, string>): string => {
  const more = apart.get(sessionId);
  return more === undefined ? name : `${name}, ${more}`;
};

interface ClosedSession {
  readonly source: SourceSpec;
  readonly reopen: ReopenRef | null;
  /** Its place among the tabs, from 0. */
  readonly at: number;
  /** As `linkOf` returns it. */
  readonly hash: string;
}

/** At most this number come back; what was closed before them is forgotten. */
export const MAX_CLOSED = 10;

/** The newest last. */
export const useClosed = create<{ readonly closed: readonly ClosedSession[] }>()(() => ({ closed: [] }));

export function keepClosed(session: ClosedSession): void {
  const closed = [...useClosed.getState().closed, session];
  for (const { reopen } of closed.splice(0, closed.length - MAX_CLOSED)) {
    // The shell forgets files by itself when it ends.
    if (reopen !== null) tellShell('files/close', { fileId: reopen.fileId });
  }
  useClosed.setState({ closed });
}

/** Removes and returns the one that was closed last; null when there is none. */
export function takeClosed(): ClosedSession | null {
  const { closed } = useClosed.getState();
  useClosed.setState({ closed: closed.slice(0, -1) });
  return closed.at(-1) ?? null;
}
