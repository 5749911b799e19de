import { join } from 'node:path';
import type { HostAnswer, LiveStatus, LiveTimings } from '@openwop-inspector/host-client';
import type { StartSession } from '@openwop-inspector/host-client/node';
import type { EventName, ShellEvents } from '@openwop-inspector/shell-contract';
import type { Log } from '../log.ts';
import { fileErrorCode, type OpenFiles } from '../open-files.ts';
import type { Permissions } from '../permissions.ts';
import { closeFolderToOthers } from '../private-files.ts';
import type { FileSaver } from '../save-file.ts';
import { createActionService } from './action-service.ts';
import { createAddressService, createPastedTokens } from './address-service.ts';
import { createCaptureFolder } from './capture-folder.ts';
import { createCaptureSaver } from './capture-saver.ts';
import { createHostList, type KnownHost } from './host-list.ts';
import { asSaved, createConnections, createHostExaminations, createHostTokens } from './host-tokens.ts';
import { LiveBook } from './live-session.ts';
import { shellError } from './live-texts.ts';
import { createSealedTokens, type TokenVault } from './sealed-tokens.ts';

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

/** What of the shell's other parts is used here. */
export interface LiveNeighbours {
  readonly openFiles: OpenFiles;
  readonly saver: FileSaver;
  readonly canSave: boolean;
  readonly permissions: Permissions;
  readonly log: Log;
}

/** What the calls about live hosts work with; one of each for a shell. */
export type LiveContext = ReturnType<typeof createLiveContext>;

/** The host, once requests to it are allowed; the error when it was removed, or the person did not allow them. */
export async function permittedHost(
  { hosts, permissions }: LiveContext,
  hostId: string,
): Promise<HostAnswer<KnownHost>> {
  const host = await hosts.find(hostId);
  if (host === null) {
    const error = shellError('host_unknown', 'This host is not in the list any more. Add it again.');
    return { ok: false, error };
  }
  if (await permissions.permit(host.baseUrl, host.variable)) return { ok: true, value: host };
  const words = `No request was sent to ${new URL(host.baseUrl).origin}: you did not allow it.`;
  return { ok: false, error: shellError('not_permitted', words) };
}

export function createLiveContext(parts: LiveParts, neighbours: LiveNeighbours) {
  const { configFolder, vault, env, tell, timings = {}, now = Date.now } = parts;
  const { openFiles, permissions, log } = neighbours;
  // Earlier versions left these open to everybody who may read the folder above.
  for (const folder of [configFolder, join(configFolder, 'captures')]) {
    try {
      closeFolderToOthers(folder);
    } catch (error) {
      log({ event: 'folder-not-private', code: fileErrorCode(error) ?? 'unknown' });
    }
  }
  const hosts = createHostList(join(configFolder, 'hosts.json'), log);
  const sealed = createSealedTokens(join(configFolder, 'tokens.json'), vault, log);
  const tokens = createHostTokens({ sealed, env, permissions });
  const connectionTo = createConnections(hosts, tokens, parts.authorities);
  const captures = createCaptureFolder(join(configFolder, 'captures'));
  const pasted = createPastedTokens(now);
  const examinations = createHostExaminations();
  const book = new LiveBook();
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
  return {
    hosts,
    tokens,
    pasted,
    addresses,
    permissions,
    connectionTo,
    examinations,
    book,
    captures,
    openFiles,
    actions,
    saver: createCaptureSaver({ ...neighbours, captures }),
    pickAuthority: parts.pickAuthority,
    startSession: parts.startSession,
    timings,
    tell: (liveId: string, status: LiveStatus, sizeBytes: number) =>
      tell('live-news', { liveId, status, sizeBytes }),
    now,
    log,
  };
}
