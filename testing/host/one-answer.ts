import { once } from 'node:events';
import { createServer } from 'node:http';

export interface OneAnswer {
  readonly origin: string;
  /** Paths that were asked for. */
  readonly asked: readonly string[];
  close(): void;
}

/** A host on loopback that gives the same bytes to everyone who asks. */
export async function startOneAnswer(bytes: Uint8Array, type: string): Promise<OneAnswer> {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.setHeader('content-type', type).end(bytes);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
