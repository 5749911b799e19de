import { createServer, type Server } from 'node:http';
import { type Log, noLog } from '@openwop-inspector/shell-core';

/** How long a connection may keep the server waiting, in milliseconds. */
export interface ConnectionLimits {
  /** From the first byte of a request to the end of its headers. */
  readonly headersMs: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestMs: number;
  /** Between two requests. */
  readonly idleMs: number;
  /** Without a byte in either direction, whatever is under way. The event stream sends one more often. */
  readonly silentMs: number;
}

const usual: ConnectionLimits = { headersMs: 10_000, requestMs: 30_000, idleMs: 5_000, silentMs: 120_000 };

/**
 * A server whose connections end when they stall: any program of this machine can open some, and a request that never
 * becomes whole, or an answer that nobody reads, would hold memory for as long as the server runs.
 */
export function createLimitedServer(given: Partial<ConnectionLimits> = {}, log: Log = noLog): Server {
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
