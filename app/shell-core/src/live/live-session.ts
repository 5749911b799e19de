import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { masker } from '@openwop-inspector/base';
import {
  type ActionRecord,
  createTokenBook,
  type HostConnection,
  type LiveStatus,
} from '@openwop-inspector/host-client';
import { RunSupervisor, type SupervisedRunParts } from '@openwop-inspector/host-client/node';
import type {
  AttachReply,
  LiveSession as LiveSessionState,
  OpenedFile,
} from '@openwop-inspector/shell-contract';
import type { OpenFiles } from '../open-files.ts';
import type { CaptureFolder } from './capture-folder.ts';
import type { KnownHost } from './host-list.ts';

/** At most ten times a second. */
const newsEveryMs = 100;

interface LiveSessionParts
  extends Omit<SupervisedRunParts, 'host' | 'capturePath' | 'onGrown' | 'onStatus' | 'limits'> {
  readonly host: KnownHost;
  readonly connection: HostConnection;
  readonly captures: CaptureFolder;
  readonly openFiles: OpenFiles;
  readonly tell: (liveId: string, status: LiveStatus, sizeBytes: number) => void;
  /** Called each time the session ends, also after a restart. */
  readonly onEnd: (status: LiveStatus) => void;
  /** Called when the session was stopped from outside. */
  readonly onStop: () => void;
}

const mostActions = 1000;

/** A live session in the shell: the run, its capture, and what was done in it. It starts when it is made. */
export class LiveSession {
  readonly liveId = randomBytes(12).toString('base64url');
  readonly hostId: string;
  readonly runId: string;
  readonly connection: HostConnection;
  /** The token as the next request would send it. */
  readonly token: () => Promise<string | null>;
  /** Tokens of interrupts; they stay here. */
  readonly interruptTokens = createTokenBook();
  /** Masked, oldest first. */
  actions: readonly ActionRecord[] = [];
  private readonly parts: LiveSessionParts;
  private readonly capturePath: string;
  private readonly run: RunSupervisor;
  private readonly file: OpenedFile;
  private readonly news = createNewsThrottle(() =>
    this.parts.tell(this.liveId, this.run.status(), this.run.sizeBytes),
  );

  /** `capturePath` is a new capture, which this session alone writes. */
  constructor(parts: LiveSessionParts, capturePath: string) {
    const { host, runId, connection, token } = parts;
    this.parts = parts;
    this.capturePath = capturePath;
    this.hostId = host.hostId;
    this.runId = runId;
    this.connection = connection;
    this.token = token;
    this.run = new RunSupervisor({
      ...parts,
      host: connection,
      capturePath,
      onGrown: () => this.news.schedule(),
      onStatus: (status) => {
        if (status.end === 'stopped') parts.onStop();
        this.news.schedule();
      },
    });
    // What the window shows, and what a dialog to save begins with; made plain where it becomes a file's name.
    const name = `${host.name} ${runId}`.replaceAll(/[/\\:*?"<>|\s]+/g, '-').concat('.capture.ndjson');
    this.file = parts.openFiles.openGrowing(capturePath, name, () => this.run.sizeBytes);
    this.run.start();
    void this.run.ended.then(parts.onEnd);
  }

  /** As the window sees it. */
  snapshot(): LiveSessionState {
    const { host, discovery } = this.parts;
    return {
      liveId: this.liveId,
      hostId: this.hostId,
      baseUrl: host.baseUrl,
      runId: this.runId,
      discovery,
      hostName: discovery?.name ?? host.name,
      file: { ...this.file, sizeBytes: this.run.sizeBytes },
      storedAt: this.capturePath,
      status: this.run.status(),
    };
  }

  fetchMissing(): Promise<void> {
    return this.run.fetchMissing();
  }

  reconnect(): void {
    const { ended } = this.run;
    const hadEnded = this.run.status().state === 'ended';
    this.run.reconnectNow();
    if (hadEnded) void ended.then(() => this.run.ended).then(this.parts.onEnd);
  }

  /** Stores an action in the list and in the capture. */
  async record(action: ActionRecord): Promise<void> {
    this.actions = [...this.actions, action].slice(-mostActions);
    await this.run.record(action);
  }

  /** The capture as it is now, gone over for secrets once more. */
  maskedCapture(): AsyncIterable<string> {
    return maskedCopy(this.capturePath, this.run.sizeBytes, (line) =>
      this.connection.mask(masker.json(line).text),
    );
  }

  /** Ends the connection; what came is on the disk then. */
  async end(): Promise<void> {
    await this.run.detach();
    this.news.flush();
  }

  /** Ends the connection and releases the capture, which stays where it is. */
  async leave(): Promise<void> {
    await this.run.leave();
    this.news.flush();
    this.news.stop();
    this.interruptTokens.forget();
    this.parts.captures.letGo(this.capturePath);
  }

  /** The same, and deletes the capture, but for that of a session that was stopped. */
  async close(): Promise<void> {
    await this.leave();
    this.parts.openFiles.close(this.file.fileId);
    // The capture of a session that was stopped was promised to stay: it is offered again.
    if (this.run.stop === null) await this.parts.captures.remove(this.capturePath);
  }
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
    pause = setTimeout(() => {
      pause = null;
      if (isWaiting) say();
    }, everyMs);
    tell();
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

/** The live sessions of a shell, one a run of a host: hosts allow few streams, and a second one would get the same. */
export class LiveBook {
  private readonly sessions = new Map<string, LiveSession>();
  private readonly starting = new Map<
    string,
    { readonly begun: Promise<Start>; readonly stop: AbortController }
  >();
  private hasLeft = false;

  find(liveId: string): LiveSession | null {
    return this.sessions.get(liveId) ?? null;
  }

  /**
   * The session with this run; `start` makes it when there is none, and gives up by its signal. Two calls at the same time
   * get the same one.
   */
  async sessionWith(
    hostId: string,
    runId: string,
    start: (signal: AbortSignal) => Promise<Start>,
  ): Promise<Start> {
    const open = this.open().find((one) => one.hostId === hostId && one.runId === runId);
    if (open !== undefined) return { ok: true, session: open };
    const key = keyOf(hostId, runId);
    const pending = this.starting.get(key);
    if (pending !== undefined) return pending.begun;
    const stop = new AbortController();
    const making = async (): Promise<Start> => {
      if (this.sessions.size + this.starting.size >= mostSessions)
        return {
          ok: false,
          message: `${mostSessions} live sessions are open. Close one first.`,
          error: null,
        };
      const started = await start(stop.signal);
      if (started.ok) this.sessions.set(started.session.liveId, started.session);
      if (started.ok && this.hasLeft) await started.session.leave();
      return started;
    };
    const begun = making().finally(() => {
      if (this.starting.get(key)?.stop === stop) this.starting.delete(key);
    });
    this.starting.set(key, { begun, stop });
    return begun;
  }

  /** Gives up a start that is under way, for all who wait for it; the next request begins again. */
  cancelStart(hostId: string, runId: string): void {
    const key = keyOf(hostId, runId);
    this.starting.get(key)?.stop.abort();
    this.starting.delete(key);
  }

  /** Deletes the capture. Unknown ids are ignored. */
  async close(liveId: string): Promise<void> {
    const session = this.sessions.get(liveId);
    this.sessions.delete(liveId);
    await session?.close();
  }

  /** Ends the sessions with one host. They stay in the book, and their captures open. */
  async endThoseOf(hostId: string): Promise<void> {
    const theirs = this.open().filter((session) => session.hostId === hostId);
    await Promise.all(theirs.map((session) => session.end()));
  }

  /** Ends all sessions for good, those too that are just being made. Their captures stay where they are. */
  async leave(): Promise<void> {
    this.hasLeft = true;
    const all = this.open();
    this.sessions.clear();
    await Promise.all(all.map((session) => session.leave()));
  }

  private open(): readonly LiveSession[] {
    return [...this.sessions.values()];
  }
}
