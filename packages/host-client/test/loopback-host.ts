/** A host of a few lines for tests: node:http on loopback, one function for all requests. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

/**
 * A certificate for tests, signed by itself, for 127.0.0.1 and localhost, until 2126. It and its key are public: they
 * prove nothing and protect nothing.
 */
export const LOOPBACK_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBvzCCAWWgAwIBAgIUZjZC8g4UWEHvQzzlZ2vNVJIBT0EwCgYIKoZIzj0EAwIw
JjEkMCIGA1UEAwwbT3BlbldPUCBJbnNwZWN0b3IgdGVzdCBob3N0MCAXDTI2MTEy
MjE4NDA1MVoYDzIxMjYxMDI5MTg0MDUxWjAmMSQwIgYDVQQDDBtPcGVuV09QIElu
c3BlY3RvciB0ZXN0IGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARKapDb
J8Zag61fvjMOLxR512cPLSkjREVXg5th5hCmNY/yBBP5Aci1Sk+9jBFam+570vk/
H0hMO8omswjD8Yfro28wbTAdBgNVHQ4EFgQUVnR1rvETTxk8o84+xd06F9psaOIw
HwYDVR0jBBgwFoAUVnR1rvETTxk8o84+xd06F9psaOIwDwYDVR0TAQH/BAUwAwEB
/zAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3QwCgYIKoZIzj0EAwIDSAAwRQIg
RYirKBQpxUdzRJyKZ0/ZnQ6cql46ZsFRbn2AgpA6V+wCIQC/WX6qaPQVsk6sWkel
lYOcj9nEoijjtfPFckUWC8l6nw==
-----END CERTIFICATE-----
`;

export const LOOPBACK_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg9+qDdKRS3cijqoRp
FDRWG8EBF/mqelhJWyySvXzoGEehRANCAARKapDbJ8Zag61fvjMOLxR512cPLSkj
REVXg5th5hCmNY/yBBP5Aci1Sk+9jBFam+570vk/H0hMO8omswjD8Yfr
-----END PRIVATE KEY-----
`;

/** A request as it came, its body read to the end. */
export interface SeenRequest {
  readonly method: string;
  /** Path with query. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface LoopbackHost {
  readonly baseUrl: string;
  readonly seen: readonly SeenRequest[];
  close(): Promise<void>;
}

/**
 * Starts on a free port, with `https` under a certificate that only itself has signed. `answer` may leave a request
 * without an answer; closing ends those too.
 */
export async function startLoopbackHost(
  answer: (request: SeenRequest, response: ServerResponse) => void,
  scheme: 'http' | 'https' = 'http',
): Promise<LoopbackHost> {
  const seen: SeenRequest[] = [];
  const listen: RequestListener = (incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, url, headers, body: Buffer.concat(parts).toString('utf8') };
      seen.push(request);
      answer(request, response);
    });
  };
  const server =
    scheme === 'http'
      ? createServer(listen)
      : createTlsServer({ cert: LOOPBACK_CERTIFICATE, key: LOOPBACK_KEY }, listen);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    baseUrl: `${scheme}://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
