import type { AttachReply } from '@openwop-inspector/shell-contract';
import type { LiveSession } from './live-session.ts';

/** A session, or why there is none. */
export type Start =
  | { readonly ok: true; readonly session: LiveSession }
  | Extract<AttachReply, { ok: false }>;

/** The live sessions of a shell. One a run of a host: hosts allow few streams, and a second one would tell the same. */
export interface LiveBook {
  find(liveId: string): LiveSession | null;
  /** The session with this run; `start` makes it when there is none. Two calls at the same time get the same one. */
  sessionWith(hostId: string, runId: string, start: () => Promise<Start>): Promise<Start>;
  /** Deletes the capture. Unknown ids are ignored. */
  close(liveId: string): Promise<void>;
  /** Ends the sessions with one host. They stay in the book, and their captures open. */
  endThoseOf(hostId: string): Promise<void>;
  /** Ends all sessions for good, those too that are just being made. Their captures stay where they are. */
  leave(): Promise<void>;
}

/** Each has a stream and a file of its own. */
const mostSessions = 16;

/** Creates an empty book. */
export function createLiveBook(): LiveBook {
  const sessions = new Map<string, LiveSession>();
  const starting = new Map<string, Promise<Start>>();
  let hasLeft = false;

  async function begin(start: () => Promise<Start>): Promise<Start> {
    if (sessions.size + starting.size >= mostSessions)
      return { ok: false, message: `${mostSessions} live sessions are open. Close one first.`, error: null };
    const started = await start();
    if (started.ok) sessions.set(started.session.liveId, started.session);
    if (started.ok && hasLeft) await started.session.leave();
    return started;
  }

  return {
    find: (liveId) => sessions.get(liveId) ?? null,
    async sessionWith(hostId, runId, start) {
      const open = [...sessions.values()].find((one) => one.hostId === hostId && one.runId === runId);
      if (open !== undefined) return { ok: true, session: open };
      const key = JSON.stringify([hostId, runId]);
      const begun = starting.get(key) ?? begin(start).finally(() => starting.delete(key));
      starting.set(key, begun);
      return begun;
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
