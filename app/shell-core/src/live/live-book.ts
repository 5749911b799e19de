import type { AttachReply } from '@openwop-inspector/shell-contract';
import type { LiveSession } from './live-session.ts';

/** A session, or why there is none. */
export type Start =
  | { readonly ok: true; readonly session: LiveSession }
  | Extract<AttachReply, { ok: false }>;

/** The live sessions of a shell. One a run of a host: hosts allow few streams, and a second one would tell the same. */
export interface LiveBook {
  find(liveId: string): LiveSession | null;
  /**
   * The session with this run; `start` makes it when there is none, and gives up by its signal. Two calls at the same time
   * get the same one.
   */
  sessionWith(hostId: string, runId: string, start: (signal: AbortSignal) => Promise<Start>): Promise<Start>;
  /** Gives up a start that is under way, for all who wait for it; who asks next begins again. */
  cancelStart(hostId: string, runId: string): void;
  /** Deletes the capture. Unknown ids are ignored. */
  close(liveId: string): Promise<void>;
  /** Ends the sessions with one host. They stay in the book, and their captures open. */
  endThoseOf(hostId: string): Promise<void>;
  /** Ends all sessions for good, those too that are just being made. Their captures stay where they are. */
  leave(): Promise<void>;
}

/** Each has a stream and a file of its own. */
const mostSessions = 16;

const keyOf = (hostId: string, runId: string): string => JSON.stringify([hostId, runId]);

/** Creates an empty book. */
export function createLiveBook(): LiveBook {
  const sessions = new Map<string, LiveSession>();
  const starting = new Map<string, { readonly begun: Promise<Start>; readonly stop: AbortController }>();
  let hasLeft = false;

  async function begin(start: (signal: AbortSignal) => Promise<Start>, signal: AbortSignal): Promise<Start> {
    if (sessions.size + starting.size >= mostSessions)
      return { ok: false, message: `${mostSessions} live sessions are open. Close one first.`, error: null };
    const started = await start(signal);
    if (started.ok) sessions.set(started.session.liveId, started.session);
    if (started.ok && hasLeft) await started.session.leave();
    return started;
  }

  return {
    find: (liveId) => sessions.get(liveId) ?? null,
    async sessionWith(hostId, runId, start) {
      const open = [...sessions.values()].find((one) => one.hostId === hostId && one.runId === runId);
      if (open !== undefined) return { ok: true, session: open };
      const key = keyOf(hostId, runId);
      const held = starting.get(key);
      if (held !== undefined) return held.begun;
      const stop = new AbortController();
      const begun = begin(start, stop.signal).finally(() => {
        if (starting.get(key)?.stop === stop) starting.delete(key);
      });
      starting.set(key, { begun, stop });
      return begun;
    },
    cancelStart(hostId, runId) {
      const key = keyOf(hostId, runId);
      starting.get(key)?.stop.abort();
      starting.delete(key);
    },
    async close(liveId) {
      const session = sessions.get(liveId);
      sessions.delete(liveId);
      await session?.close();
    },
    async endThoseOf(hostId) {
      const theirs = [...sessions.values()].filter((session) => session.hostId === hostId);
      await Promise.all(theirs.map((session) => session.end()));
    },
    async leave() {
      hasLeft = true;
      const all = [...sessions.values()];
      sessions.clear();
      await Promise.all(all.map((session) => session.leave()));
    },
  };
}
