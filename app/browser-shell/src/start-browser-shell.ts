import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  allowedOriginsVariable,
  applicationVersion,
  configFolder,
  createFileLog,
  createSettingsStore,
  createShellCallService,
  fileErrorCode,
  forkSession,
  type Log,
  noLog,
  noVault,
  readAllowedOrigins,
  securityHeadersFor,
  withNotices,
} from '@openwop-inspector/shell-core';
import { admit, createWindowKeys, type DoorFacts } from './door.ts';
import { createEventStream } from './event-stream.ts';
import { answerRequest, type RouteParts, sayStatus } from './routes.ts';

/** How long a connection may keep the server waiting, in milliseconds. */
const usual = {
  /** From the first byte of a request to the end of its headers. */
  headersMs: 10_000,
  /** From the first byte of a request to the end of its body. */
  requestMs: 30_000,
  /** Between two requests. */
  idleMs: 5_000,
  /** Without a byte in either direction, whatever is under way. The event stream sends one more often. */
  silentMs: 120_000,
};

export interface BrowserShellOptions {
  /** Paths of files to open at the start, absolute or relative to the working directory. */
  readonly files: readonly string[];
  /** Addresses of hosts or runs to offer at the start: `http://host/v1/runs/r1`, `openwop-inspector://attach?…`. */
  readonly addresses?: readonly string[];
  /** Folder with `index.json` and the sample runs. */
  readonly samplesDir: string;
  /** Folder with the built renderer. */
  readonly rendererDir: string;
  /** The program of live sessions; `live-session.cjs` next to the renderer's folder when absent. */
  readonly sessionProgram?: string;
  /** A free port when absent. */
  readonly port?: number;
  /** Folder for settings, the recent list, hosts, captures and the log; the user's own when absent. */
  readonly configDir?: string;
  /** Certificates (PEM) of authorities that hosts may use besides the public ones. */
  readonly authorities?: readonly string[];
  /** Origins of this machine that content may be loaded from, separated by commas; `INSPECTOR_LOAD_FROM` when absent. */
  readonly loadFrom?: string;
  /** Names of environment variables that may become tokens of hosts; no others are read. */
  readonly tokenVariables?: readonly string[];
  /** How long a connection may be silent, where that differs from the usual; for tests. */
  readonly limits?: Partial<typeof usual>;
}

export type BrowserShell = Awaited<ReturnType<typeof startBrowserShell>>;

/**
 * Connections that a page of ours may open: the policy's `connect-src` does not cover WebRTC. The second wall, since
 * browsers that do not know the header ignore it; the first is the script `guard.js` of the window (ADR 0010). The desktop
 * shell has the rules of its session as well.
 */
const ownOriginAlone = '(response-origin); webrtc=block';

/** The shell did not start; the message says why in words. */
export class BrowserShellNotStarted extends Error {
  override readonly name = 'BrowserShellNotStarted';
}

/**
 * Starts the browser shell: an HTTP server on 127.0.0.1 and no other address. Answers 401 without the
 * secret of a window, 403 to other pages and to paths that step outside, 421 to foreign host names, 400, 404, 405, 410,
 * 413, 415 and 416, each with a sentence. Rejects with `BrowserShellNotStarted` when the port cannot be had.
 */
export async function startBrowserShell(options: BrowserShellOptions) {
  const folder = options.configDir ?? configFolder(process);
  const log = createFileLog(join(folder, 'logs', 'browser-shell.ndjson'));
  const events = createEventStream();
  const service = createService(options, folder, log, events);
  const keys = createWindowKeys();
  const parts = { service, events, keys, rendererDir: options.rendererDir, log };
  const server = createLimitedServer(options.limits, log);
  const port = await listen(server, options.port ?? 0);
  server.on('request', (request, response) => {
    void takeRequest(parts, { port, isSecret: keys.isSecret }, request, response);
  });
  const stopNotices = withNotices(log, (notice) => events.send('shell-notice', notice));
  log({ event: 'started' });
  // Behind the # it stays in the browser: no server, log or referrer sees it on the way.
  const newAddress = () => `http://127.0.0.1:${port}/#key=${keys.forAddress()}`;
  return {
    /** Address that opens one window, once. Whoever is first with it may read the files that are open. */
    url: newAddress(),
    port,
    /** Another such address, for another window or after the first one was used. */
    newAddress,
    /** Ends all connections, to hosts too; resolves when the port is free again. */
    async close(): Promise<void> {
      await service.end();
      await close(server, events, log);
      stopNotices();
    },
  };
}

/** The calls of this shell, which has no dialogs: the page picks, saves and asks by itself. */
const createService = (
  options: BrowserShellOptions,
  folder: string,
  log: Log,
  events: ReturnType<typeof createEventStream>,
) =>
  createShellCallService({
    info: {
      shell: 'browser',
      version: applicationVersion,
      platform: process.platform,
      canPick: false,
      canSave: false,
      hasMenu: false,
    },
    settings: createSettingsStore(join(folder, 'settings.json'), log),
    samplesFolder: options.samplesDir,
    startupPaths: options.files,
    pickPaths: async () => [],
    askWhereToSave: null,
    askAboutLink: null,
    askAboutRequest: null,
    allowedOrigins: readAllowedOrigins(options.loadFrom ?? process.env[allowedOriginsVariable]),
    filesOpened: (reply) => events.send('files-opened', reply),
    live: {
      configFolder: folder,
      vault: noVault,
      env: process.env,
      tokenVariables: options.tokenVariables ?? [],
      startupAddresses: options.addresses ?? [],
      authorities: options.authorities ?? [],
      pickAuthority: null,
      startSession: forkSession(
        options.sessionProgram ?? join(options.rendererDir, '..', 'live-session.cjs'),
      ),
      tell: (name, detail) => events.send(name, detail),
    },
    log,
  });

/** Outermost door of the server: whatever goes wrong inside ends as 500 in words and one line in the log. */
async function takeRequest(
  parts: RouteParts,
  facts: DoorFacts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { url: target = '/', headers, rawHeaders } = request;
  const path = target.split('?', 1)[0] ?? '/';
  for (const [name, value] of Object.entries(securityHeadersFor(path))) response.setHeader(name, value);
  response.setHeader('connection-allowlist', ownOriginAlone);
  const admission = admit({ target, headers, rawHeaders }, facts);
  try {
    if (admission.kind === 'enter') return await answerRequest(parts, path, request, response);
    parts.log({ event: 'request-refused', status: admission.status });
    return sayStatus(response, admission.status, admission.why);
  } catch (error) {
    parts.log({ event: 'call-failed', code: fileErrorCode(error) ?? 'unexpected' });
    if (response.headersSent) response.destroy();
    else sayStatus(response, 500, 'The inspector could not answer. Its log has a line about it.');
  }
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const code = fileErrorCode(error);
      const why =
        code === 'EADDRINUSE'
          ? `Port ${port} is in use by another program. Choose another, or none for a free one.`
          : code === 'EACCES'
            ? `Port ${port} may not be used: you have no permission for it.`
            : `Port ${port} cannot be used (${code ?? 'unknown reason'}).`;
      reject(new BrowserShellNotStarted(why));
    });
    server.listen({ host: '127.0.0.1', port }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });

function close(server: Server, events: { close(): void }, log: Log): Promise<void> {
  log({ event: 'stopped' });
  events.close();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/**
 * A server whose connections end when they stall: any program of this machine can open some, and a request that never
 * becomes whole, or an answer that nobody reads, would hold memory for as long as the server runs.
 */
function createLimitedServer(given: Partial<typeof usual> = {}, log: Log = noLog): Server {
  const { headersMs, requestMs, idleMs, silentMs } = { ...usual, ...given };
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(1_000, headersMs),
    insecureHTTPParser: false,
    requireHostHeader: true,
  });
  server.setTimeout(silentMs, (socket) => {
    log({ event: 'connection-ended', code: 'silent' });
    socket.destroy();
  });
  return server;
}

/**
 * Calls `act` each time the user presses Enter in the terminal that a program reads from; answers with the way to stop.
 * Reads nothing from a pipe or a file, which may be meant for somebody else, and nothing in the background, where
 * reading would stop the program.
 */
export function onEnter(input: Readable & { readonly isTTY?: boolean }, act: () => void): () => void {
  if (input.isTTY !== true || !isInForeground()) return () => undefined;
  const take = (chunk: Buffer | string) => {
    for (const _line of (typeof chunk === 'string' ? chunk : chunk.toString('utf8')).matchAll(/\n/g)) act();
  };
  input.on('data', take);
  return () => {
    input.off('data', take);
    input.pause();
  };
}

/** Whether the terminal is ours to read, where the system says so: fields 5 and 8 of its status, behind the name. */
function isInForeground(): boolean {
  try {
    const status = readFileSync('/proc/self/stat', 'utf8');
    const [, , group, , , ofTerminal] = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return ofTerminal === '-1' || group === ofTerminal;
  } catch {
    return true;
  }
}
