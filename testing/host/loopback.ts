import { once } from 'node:events';
import type { Server } from 'node:net';

/** Begins to listen on loopback, at a free port unless one is given; resolves to the port. */
export async function listen(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/** Ends a server of HTTP with the connections that are open, whatever is under way on them. */
export async function endServer(server: Server & { closeAllConnections(): void }): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
