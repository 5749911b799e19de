import { randomBytes } from 'node:crypto';
import {
  type ActionRecord,
  createTokenBook,
  type HostConnection,
  type HostDiscovery,
  type LiveRun,
  type LiveStatus,
  type LiveTimings,
  maskText,
  type TokenBook,
} from '@openwop-inspector/host-client';
import { type StartSession, superviseRun } from '@openwop-inspector/host-client/node';
import type { LiveSession as LiveSessionShown } from '@openwop-inspector/shell-contract';
import type { OpenFiles } from '../open-files.ts';
import type { CaptureFolder } from './capture-folder.ts';
import type { KnownHost } from './host-list.ts';
import { createNewsThrottle } from './live-news.ts';
import { maskedCopy } from './masked-copy.ts';

/** A live session as the shell holds it: the run, its capture, and what was done in it. */
export interface LiveSession {
  readonly liveId: string;
  readonly hostId: string;
  readonly runId: string;
  readonly connection: HostConnection;
  /** The token as the next request would send it. */
  readonly token: () => Promise<string | null>;
  /** Tokens of interrupts; they stay here. */
  readonly interruptTokens: TokenBook;
  /** Masked, oldest first. */
  readonly actions: readonly ActionRecord[];
  /** As the window sees it. */
  shown(): LiveSessionShown;
  fetchMissing(): Promise<void>;
  reconnect(): void;
  /** Keeps an action in the list and in the capture. */
  record(action: ActionRecord): Promise<void>;
  /** The capture as it is now, gone over for secrets once more. */
  maskedCapture(): AsyncIterable<string>;
  /** Ends the connection; what came is on the disk then. */
  end(): Promise<void>;
  /** Ends the connection and lets go of the capture, which stays where it is. */
  leave(): Promise<void>;
  /** The same, and deletes the capture, but for that of a session that was stopped. */
  close(): Promise<void>;
}

export interface LiveSessionParts {
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
  /** Told each time the session ends, again after it was begun anew. */
  readonly onEnd: (status: LiveStatus) => void;
  /** Told when the session was stopped from outside. */
  readonly onStop: () => void;
}

const mostActions = 1000;

/** Creates the capture and begins. Rejects with the system's error when no capture can be made. */
export async function startLiveSession(parts: LiveSessionParts): Promise<LiveSession> {
  const { host, runId, connection, token, authorities, discovery } = parts;
  const liveId = randomBytes(12).toString('base64url');
  const capturePath = await parts.captures.create();
  const run = superviseRun({
    host: connection,
    ...{ runId, discovery, a2uiDelta: parts.a2uiDelta, timings: parts.timings },
    ...{ token, authorities, capturePath },
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
    token,
    interruptTokens,
    actions,
    shown: () => ({
      ...{ liveId, hostId: host.hostId, baseUrl: host.baseUrl, runId, discovery },
      hostName: discovery?.name ?? host.name,
      file: { ...file, sizeBytes: run.sizeBytes },
      keptAt: capturePath,
      status: run.status(),
    }),
    fetchMissing: () => run.fetchMissing(),
    reconnect: () => beginAgain(run, parts.onEnd),
    async record(action) {
      actions.push(action);
      if (actions.length > mostActions) actions.shift();
      await run.record(action);
    },
    maskedCapture: () => maskedCopy(capturePath, run.sizeBytes, (line) => connection.mask(maskText(line))),
    end,
    leave,
    async close() {
      await leave();
      parts.openFiles.close(file.fileId);
      // Of a session that was stopped the capture was promised to be kept: it is offered again.
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
