import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { masker } from '@openwop-inspector/base';
import {
  type ActionRecord,
  createTokenBook,
  type HostConnection,
  type HostDiscovery,
  type LiveRun,
  type LiveStatus,
  type LiveTimings,
} from '@openwop-inspector/host-client';
import { RunSupervisor, type StartSession } from '@openwop-inspector/host-client/node';
import type { AttachReply, LiveSession as LiveSessionState } from '@openwop-inspector/shell-contract';
import type { OpenFiles } from '../open-files.ts';
import type { CaptureFolder } from './capture-folder.ts';
import type { KnownHost } from './host-list.ts';

/** At most ten times a second. */
const newsEveryMs = 100;

/** A live session as the shell holds it: the run, its capture, and what was done in it. */
export type LiveSession = Awaited<ReturnType<typeof startLiveSession>>;

interface LiveSessionParts {
  readonly host: KnownHost;
  readonly runId: string;
  readonly connection: HostConnection;
  readonly token: () => Promise<string | null>;
  readonly authorities: () => Promise<readonly string[]>;
  readonly discovery: HostDiscovery | null;
  readonly a2uiDelta: boolean;
  readonly captures: CaptureFolder;
  readonly startSession: StartSession;
  readonly openFiles: OpenFiles;
  readonly timings: Partial<LiveTimings>;
  readonly tell: (liveId: string, status: LiveStatus, sizeBytes: number) => void;
  /** Called each time the session ends, also after a restart. */
  readonly onEnd: (status: LiveStatus) => void;
  /** Called when the session was stopped from outside. */
  readonly onStop: () => void;
}

const mostActions = 1000;

/** Creates the capture and begins. Rejects with the system's error when no capture can be made. */
export async function startLiveSession(parts: LiveSessionParts) {
  const { host, runId, connection, token, authorities, discovery } = parts;
  const liveId = randomBytes(12).toString('base64url');
  const capturePath = await parts.captures.create();
  const run = new RunSupervisor({
    host: connection,
    runId,
    discovery,
    a2uiDelta: parts.a2uiDelta,
    timings: parts.timings,
    token,
    authorities,
    capturePath,
    startSession: parts.startSession,
    onGrown: () => news.schedule(),
    onStatus: (status) => {
      if (status.end === 'stopped') parts.onStop();
      news.schedule();
    },
  });
  const news = createNewsThrottle(() => parts.tell(liveId, run.status(), run.sizeBytes));
  const name = captureName(host.name, runId);
  const file = parts.openFiles.openGrowing(capturePath, name, () => run.sizeBytes);
  const interruptTokens = createTokenBook();
  const actions: ActionRecord[] = [];
  run.start();
  void run.ended.then(parts.onEnd);

  async function end(): Promise<void> {
    await run.detach();
    news.flush();
  }

  async function leave(): Promise<void> {
    await run.leave();
    news.flush();
    news.stop();
    interruptTokens.forget();
    parts.captures.letGo(capturePath);
  }

  return {
    liveId,
    hostId: host.hostId,
    runId,
    connection,
    /** The token as the next request would send it. */
    token,
    /** Tokens of interrupts; they stay here. */
    interruptTokens,
    /** Masked, oldest first. */
    actions: actions as readonly ActionRecord[],
    /** As the window sees it. */
    snapshot: (): LiveSessionState => ({
      liveId,
      hostId: host.hostId,
      baseUrl: host.baseUrl,
      runId,
      discovery,
      hostName: discovery?.name ?? host.name,
      file: { ...file, sizeBytes: run.sizeBytes },
      storedAt: capturePath,
      status: run.status(),
    }),
    fetchMissing: () => run.fetchMissing(),
    reconnect: () => beginAgain(run, parts.onEnd),
    /** Keeps an action in the list and in the capture. */
    async record(action: ActionRecord): Promise<void> {
      actions.push(action);
      if (actions.length > mostActions) actions.shift();
      await run.record(action);
    },
    /** The capture as it is now, gone over for secrets once more. */
    maskedCapture: (): AsyncIterable<string> =>
      maskedCopy(capturePath, run.sizeBytes, (line) => connection.mask(masker.json(line).text)),
    /** Ends the connection; what came is on the disk then. */
    end,
    /** Ends the connection and lets go of the capture, which stays where it is. */
    leave,
    /** The same, and deletes the capture, but for that of a session that was stopped. */
    async close(): Promise<void> {
      await leave();
      parts.openFiles.close(file.fileId);
      // The capture of a session that was stopped was promised to stay: it is offered again.
      if (run.stop === null) await parts.captures.remove(capturePath);
    },
  };
}

function beginAgain(run: LiveRun, onEnd: (status: LiveStatus) => void): void {
  const { ended } = run;
  const hadEnded = run.status().state === 'ended';
  run.reconnectNow();
  if (hadEnded) void ended.then(() => run.ended).then(onEnd);
}

/** What the window shows, and what a dialog to save begins with; made plain where it becomes a file's name. */
function captureName(hostName: string, runId: string): string {
  return `${hostName} ${runId}`.replaceAll(/[/\\:*?"<>|\s]+/g, '-').concat('.capture.ndjson');
}

/**
 * A capture once more, line by line, each gone over for secrets (security.md S-14): what passed the first time, because
 * the token was set later or a shape was learned since, does not leave the folder. Ends at `sizeBytes`, which is the end
 * of a line. Holds one line at a time.
 *
 * @param mask gives a line of JSON with its secrets masked; it stays one line of JSON
 */
export async function* maskedCopy(
  path: string,
  sizeBytes: number,
  mask: (line: string) => string,
): AsyncGenerator<string> {
  if (sizeBytes === 0) return;
  let begun: Buffer[] = [];
  const stream = createReadStream(path, { end: sizeBytes - 1, highWaterMark: 1 << 20 });
  for await (const chunk of stream) {
    const bytes: Buffer = chunk;
    let start = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      const line = Buffer.concat([...begun, bytes.subarray(start, end)]).toString('utf8');
      begun = [];
      start = end + 1;
      yield `${mask(line)}\n`;
    }
    if (start < bytes.length) begun.push(bytes.subarray(start));
  }
  if (begun.length > 0) yield `${mask(Buffer.concat(begun).toString('utf8'))}\n`;
}

/** Creates a pace; `tell` reads what is new by itself when it is called. */
export function createNewsThrottle(tell: () => void, everyMs: number = newsEveryMs) {
  let pause: NodeJS.Timeout | null = null;
  let isWaiting = false;
  let isStopped = false;

  function say(): void {
    isWaiting = false;
    if (pause !== null) clearTimeout(pause);
    pause = setTimeout(endOfPause, everyMs);
    tell();
  }

  function endOfPause(): void {
    pause = null;
    if (isWaiting) say();
  }

  return {
    /** There is news. */
    schedule(): void {
      if (isStopped) return;
      if (pause === null) say();
      else isWaiting = true;
    },
    /** Reports what is waiting now. */
    flush(): void {
      if (!isStopped && isWaiting) say();
    },
    /** Reports nothing any more. */
    stop(): void {
      isStopped = true;
      if (pause !== null) clearTimeout(pause);
    },
  };
}

/** A session, or why there is none. */
export type Start =
  | { readonly ok: true; readonly session: LiveSession }
  | Extract<AttachReply, { ok: false }>;

/** Each has a stream and a file of its own. */
const mostSessions = 16;

const keyOf = (hostId: string, runId: string): string => JSON.stringify([hostId, runId]);

/**
 * The live sessions of a shell. One a run of a host: hosts allow few streams, and a second one would tell the same.
 */
export function createLiveBook() {
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
    find: (liveId: string): LiveSession | null => sessions.get(liveId) ?? null,
    /**
     * The session with this run; `start` makes it when there is none, and gives up by its signal. Two calls at the same time
     * get the same one.
     */
    async sessionWith(
      hostId: string,
      runId: string,
      start: (signal: AbortSignal) => Promise<Start>,
    ): Promise<Start> {
      const open = [...sessions.values()].find((one) => one.hostId === hostId && one.runId === runId);
      if (open !== undefined) return { ok: true, session: open };
      const key = keyOf(hostId, runId);
      const pending = starting.get(key);
      if (pending !== undefined) return pending.begun;
      const stop = new AbortController();
      const begun = begin(start, stop.signal).finally(() => {
        if (starting.get(key)?.stop === stop) starting.delete(key);
      });
      starting.set(key, { begun, stop });
      return begun;
    },
    /** Gives up a start that is under way, for all who wait for it; who asks next begins again. */
    cancelStart(hostId: string, runId: string): void {
      const key = keyOf(hostId, runId);
      starting.get(key)?.stop.abort();
      starting.delete(key);
    },
    /** Deletes the capture. Unknown ids are ignored. */
    async close(liveId: string): Promise<void> {
      const session = sessions.get(liveId);
      sessions.delete(liveId);
      await session?.close();
    },
    /** Ends the sessions with one host. They stay in the book, and their captures open. */
    async endThoseOf(hostId: string): Promise<void> {
      const theirs = [...sessions.values()].filter((session) => session.hostId === hostId);
      await Promise.all(theirs.map((session) => session.end()));
    },
    /** Ends all sessions for good, those too that are just being made. Their captures stay where they are. */
    async leave(): Promise<void> {
      hasLeft = true;
      const all = [...sessions.values()];
      sessions.clear();
      await Promise.all(all.map((session) => session.leave()));
    },
  };
}
