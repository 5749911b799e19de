import { join } from 'node:path';
import type { LiveTimings } from '@openwop-inspector/host-client';
import type { StartSession } from '@openwop-inspector/host-client/node';
import type { CapturesLeft, EventName, ShellEvents } from '@openwop-inspector/shell-contract';
import type { CallHandlers } from '../call-handlers.ts';
import type { Log } from '../log.ts';
import { fileErrorCode, fileProblem, type OpenFiles } from '../open-files.ts';
import type { Permissions } from '../permissions.ts';
import { closeFolderToOthers } from '../private-files.ts';
import type { FileSaver } from '../save-file.ts';
import { createActionService } from './action-service.ts';
import { createAddressService, createPastedTokens } from './address-service.ts';
import {
  type CaptureFolder,
  createCaptureFolder,
  createCaptureSaver,
  type LeftCapture,
} from './capture-folder.ts';
import { asSaved, createHostCalls, createHostExaminations, type HostCalls } from './host-calls.ts';
import { createHostList } from './host-list.ts';
import { createConnections, createHostTokens } from './host-tokens.ts';
import { createLiveBook } from './live-session.ts';
import { createLiveCalls, type LiveCalls } from './live-session-calls.ts';
import { createSealedTokens, type TokenVault } from './sealed-tokens.ts';

type CaptureCalls = Pick<CallHandlers, Extract<keyof CallHandlers, `captures/${string}`>>;

interface CaptureCallParts {
  readonly captures: CaptureFolder;
  readonly openFiles: OpenFiles;
  readonly log: Log;
}

/** The list names so many; the count and the size are those of all. */
const mostListed = 100;

/** What live hosts need of a shell. */
export interface LiveParts {
  /** Folder for `hosts.json`, `tokens.json` and the captures. */
  readonly configFolder: string;
  readonly vault: TokenVault;
  /** Where tokens may be found by name. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of variables that the start named as tokens. */
  readonly tokenVariables: readonly string[];
  /** Addresses the start was given: of hosts, runs, or deep links. */
  readonly startupAddresses: readonly string[];
  /** Certificates (PEM) of authorities that every host may use besides the public ones. */
  readonly authorities: readonly string[];
  /** Asks for the file of an authority with the system's dialog: a path, null when cancelled; null where there is none. */
  readonly pickAuthority: (() => Promise<string | null>) | null;
  readonly tell: <N extends EventName>(name: N, detail: ShellEvents[N]) => void;
  /** Starts the process of a session. */
  readonly startSession: StartSession;
  /** Times of the sessions where they differ from the usual; for tests. */
  readonly timings?: Partial<LiveTimings>;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

export interface LiveService {
  readonly calls: HostCalls & LiveCalls & CaptureCalls;
  /** Takes an address from a deep link or a second start. */
  openAddress(text: string): Promise<void>;
  /** Sessions go on without a window; what a window had begun to ask does not. */
  windowStartsAnew(): void;
  /** Ends all sessions; what came is on the disk then. */
  end(): Promise<void>;
}

/** What of the shell's other parts is used here. */
interface LiveNeighbours {
  readonly openFiles: OpenFiles;
  readonly saver: FileSaver;
  readonly canSave: boolean;
  readonly permissions: Permissions;
  readonly log: Log;
}

/** Earlier versions left these open to everybody who may read the folder above. */
function closeToOthers(folders: readonly string[], log: Log): void {
  for (const folder of folders) {
    try {
      closeFolderToOthers(folder);
    } catch (error) {
      log({ event: 'folder-not-private', code: fileErrorCode(error) ?? 'unknown' });
    }
  }
}

/** Creates the service for live hosts. */
export function createLiveService(parts: LiveParts, neighbours: LiveNeighbours): LiveService {
  const { configFolder, vault, env, tell, timings = {}, now = Date.now } = parts;
  const { openFiles, permissions, log } = neighbours;
  closeToOthers([configFolder, join(configFolder, 'captures')], log);
  const hosts = createHostList(join(configFolder, 'hosts.json'), log);
  const sealed = createSealedTokens(join(configFolder, 'tokens.json'), vault, log);
  const tokens = createHostTokens({ sealed, env, permissions });
  const connectionTo = createConnections(hosts, tokens, parts.authorities);
  const captures = createCaptureFolder(join(configFolder, 'captures'));
  const pasted = createPastedTokens(now);
  const examinations = createHostExaminations();
  const book = createLiveBook();
  const actions = createActionService(now, log);
  const addresses = createAddressService({
    startup: parts.startupAddresses,
    pasted,
    savedAt: async (baseUrl) => {
      const host = await hosts.at(baseUrl);
      return host === null ? null : asSaved(host, tokens);
    },
    tell: (reply) => tell('host-address', reply),
  });
  const hostCalls = createHostCalls({
    hosts,
    tokens,
    pasted,
    addresses,
    permissions,
    connectionTo,
    examinations,
    endSessionsOf: (hostId) => book.endThoseOf(hostId),
    pickAuthority: parts.pickAuthority,
    log,
  });
  const liveCalls = createLiveCalls({
    hosts,
    book,
    permissions,
    connectionTo,
    captures,
    startSession: parts.startSession,
    openFiles,
    actions,
    saver: createCaptureSaver({ ...neighbours, captures }),
    timings,
    tell: (liveId, status, sizeBytes) => tell('live-news', { liveId, status, sizeBytes }),
    now,
    log,
  });
  return {
    calls: { ...hostCalls, ...liveCalls, ...createCaptureCalls({ captures, openFiles, log }) },
    openAddress: (text) => addresses.fromOutside(text),
    windowStartsAnew() {
      addresses.windowStartsAnew();
      examinations.cancelAll();
      actions.forget();
    },
    async end() {
      await book.leave();
      // Reading waits for writes that are under way.
      await hosts.list();
    },
  };
}

/** Creates the answers of the `captures/` calls: what a quit or a crash left is offered, and deleted on demand alone. */
export function createCaptureCalls({ captures, openFiles, log }: CaptureCallParts): CaptureCalls {
  const find = async (captureId: string): Promise<LeftCapture | undefined> =>
    (await captures.left()).find((one) => one.captureId === captureId);

  async function deleteAll(found: readonly LeftCapture[]): Promise<CapturesLeft> {
    for (const { path } of found) await captures.remove(path);
    if (found.length > 0) log({ event: 'captures-deleted', count: found.length });
    return listed(await captures.left());
  }

  return {
    'captures/list': async () => listed(await captures.left()),
    'captures/open': async ({ captureId }) => {
      const found = await find(captureId);
      if (found === undefined) return { opened: [], failed: [fileProblem('capture', 'ENOENT')] };
      const opening = await openFiles.open(found.path);
      if (opening.kind === 'failed') return { opened: [], failed: [opening.problem] };
      return { opened: [{ ...opening.file, name: nameOf(found) }], failed: [] };
    },
    'captures/delete': async ({ captureId }) => {
      const found = await find(captureId);
      return deleteAll(found === undefined ? [] : [found]);
    },
    'captures/delete-all': async () => deleteAll(await captures.left()),
  };
}

function nameOf({ head }: LeftCapture): string {
  return head === null ? 'capture.ndjson' : `${head.hostName} ${head.runId}`;
}

function listed(found: readonly LeftCapture[]): CapturesLeft {
  return {
    captures: found.slice(0, mostListed).map(({ captureId, sizeBytes, endedAtMs, head }) => ({
      captureId,
      sizeBytes,
      endedAtMs,
      hostName: head?.hostName ?? null,
      runId: head?.runId ?? null,
      startedAtMs: head?.startedAtMs ?? null,
    })),
    count: found.length,
    totalBytes: found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
}
