import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { LogEntry } from '../log.ts';
import { type ContentLoaderParts, createContentLoader } from './content-loader.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A host on this machine that answers in this way. */
async function host(answer: RequestListener): Promise<{ origin: string; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ends.push(() => server.close().closeAllConnections());
  return { origin: `http://127.0.0.1:${portOf(server.address())}`, requests };
}

/** A host that says these bytes, whatever the request, and then hangs up or waits. */
async function rawHost(text: string, thenHangUp = true): Promise<string> {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.once('data', () => (thenHangUp ? socket.end(text) : socket.write(text)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ends.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${portOf(server.address())}`;
}

function portOf(address: unknown): number {
  const port: unknown = Object(address).port;
  return typeof port === 'number' ? port : 0;
}

/** Loads with this one origin allowed. */
function loadFrom(origin: string, parts: Partial<ContentLoaderParts> = {}, path = '/a.png') {
  const logged: LogEntry[] = [];
  const loader = createContentLoader({
    allowedOrigins: new Set([origin]),
    log: (entry) => logged.push(entry),
    ...parts,
  });
  const reply = loader.load({ loadId: 'one', address: `${origin}${path}` });
  return { loader, reply, logged };
}

/** A loader that may reach nothing of this machine, with a name server of its own. */
function outside(addresses: readonly string[]) {
  const resolved: string[] = [];
  const resolve = async (name: string): Promise<readonly LookupAddress[]> => {
    resolved.push(name);
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { resolved, ...createContentLoader({ allowedOrigins: new Set(), log: () => undefined, resolve }) };
}

describe('content/load-once', () => {
  test('brings the bytes, their declared type and the host', async () => {
    const { origin } = await host((_request, response) => {
      response.setHeader('content-type', 'Image/PNG; charset=binary').end(Buffer.from([0x89, 0x50, 0, 10]));
    });
    const reply = await loadFrom(origin).reply;
    expect(reply).toEqual({
      kind: 'bytes',
      bytes: new Uint8Array([0x89, 0x50, 0, 10]),
      declaredType: 'image/png',
      finalHost: new URL(origin).host,
    });
  });

  test('the bytes lie in memory of their own', async () => {
    const { origin } = await host((_request, response) => response.end('abc'));
    const reply = await loadFrom(origin).reply;
    expect(reply.kind === 'bytes' && reply.bytes.buffer.byteLength).toBe(3);
  });

  test('reveals nothing but that something is requested (S-17)', async () => {
    const { origin, requests } = await host((_request, response) => response.end());
    await loadFrom(origin, {}, '/a?b=1#secret').reply;
    expect(requests.map(({ method, url }) => [method, url])).toEqual([['GET', '/a?b=1']]);
    expect(requests[0]?.headers).toEqual({
      accept: '*/*',
      'accept-encoding': 'identity',
      connection: expect.any(String),
      host: new URL(origin).host,
      'user-agent': 'OpenWOP-Inspector',
    });
  });

  test('the log has the size, or the reason, and no address (S-21)', async () => {
    const { origin } = await host((_request, response) => response.end('abc'));
    const fine = loadFrom(origin);
    await fine.reply;
    expect(fine.logged).toEqual([{ event: 'content-loaded', count: 3 }]);
    const wrong = loadFrom('ftp://media.example');
    await wrong.reply;
    expect(wrong.logged).toEqual([{ event: 'content-not-loaded', code: 'address' }]);
  });

  test.each([
    ['text/html', 'text/html'],
    ['', null],
    ['nonsense', null],
    ['image/<script>', null],
  ])('the declared type %j is %j', async (header, declaredType) => {
    const { origin } = await host((_request, response) =>
      response.setHeader('content-type', header).end('abc'),
    );
    expect(await loadFrom(origin).reply).toMatchObject({ kind: 'bytes', declaredType });
  });

  test.each([
    ['http://elsewhere.example/secret/token', 'http://elsewhere.example'],
    ['http://169.254.169.254/latest/', 'http://169.254.169.254'],
    ['/other', 'another address there'],
    ['javascript:alert(1)', 'an address that is not loaded'],
    ['http://user:password@elsewhere.example/', 'an address that is not loaded'],
    ['http://[', 'an address that cannot be read'],
  ])('a redirect to %s is not followed, and reported (S-11)', async (location, words) => {
    const { origin, requests } = await host((_request, response) =>
      response.writeHead(302, { location }).end('moved'),
    );
    const reply = await loadFrom(origin).reply;
    expect(reply).toMatchObject({ kind: 'problem', reason: 'redirect' });
    expect(reply.kind === 'problem' && reply.message).toContain(` ${words}`);
    expect(JSON.stringify(reply)).not.toMatch(/secret|password|alert/);
    expect(requests).toHaveLength(1);
  });

  test.each([204, 206, 304, 404, 410, 500])('the status %s is no answer', async (status) => {
    const { origin } = await host((_request, response) => response.writeHead(status).end());
    expect(await loadFrom(origin).reply).toMatchObject({
      reason: 'status',
      message: expect.stringContaining(String(status)),
    });
  });

  test.each(['gzip', 'br', 'deflate', 'zstd', 'identity, gzip', 'GZIP'])(
    'what comes packed as %s is refused and not unpacked',
    async (encoding) => {
      const { origin } = await host((_request, response) =>
        response.setHeader('content-encoding', encoding).end(gzipSync(Buffer.alloc(1 << 20))),
      );
      expect(await loadFrom(origin).reply).toMatchObject({ reason: 'encoded' });
    },
  );

  test('what says that it is not packed is taken', async () => {
    const { origin } = await host((_request, response) =>
      response.setHeader('content-encoding', 'identity').end('abc'),
    );
    expect(await loadFrom(origin).reply).toMatchObject({ kind: 'bytes' });
  });
});

describe('the largest content', () => {
  test('is taken whole', async () => {
    const { origin } = await host((_request, response) => response.end(Buffer.alloc(1000)));
    const reply = await loadFrom(origin, { maxBytes: 1000 }).reply;
    expect(reply.kind === 'bytes' && reply.bytes.length).toBe(1000);
  });

  test('what declares more is refused before it comes', async () => {
    const { origin } = await host((_request, response) => {
      response.writeHead(200, { 'content-length': '65000000000' }).flushHeaders();
    });
    expect(await loadFrom(origin).reply).toMatchObject({
      reason: 'too-large',
      message: expect.stringContaining('64 MiB'),
    });
  });

  test('what comes without end is cut off', async () => {
    const { origin } = await host((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(600)));
      };
      response.on('drain', more);
      more();
    });
    expect(await loadFrom(origin, { maxBytes: 1000 }).reply).toMatchObject({ reason: 'too-large' });
  });
});

describe('a host that does not keep to HTTP', () => {
  test.each([
    ['promises more than it sends', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc', 'cut-off'],
    [
      'ends in the middle of a chunk',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\nabc',
      'cut-off',
    ],
    ['counts its chunks wrongly', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n', 'cut-off'],
    [
      'says two lengths',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 3\r\n\r\nabc',
      'unreachable',
    ],
    ['says no number', 'HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nabc', 'unreachable'],
    ['speaks something else', '220 mail.example ESMTP\r\n', 'unreachable'],
    ['has headers without end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, 'unreachable'],
    ['hangs up', '', 'unreachable'],
    [
      'wants another protocol',
      'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      'unreachable',
    ],
  ])('that %s is reported', async (_what, text, reason) => {
    expect(await loadFrom(await rawHost(text)).reply).toMatchObject({ kind: 'problem', reason });
  });

  test('that sends more than it promised is read as far as it promised', async () => {
    const origin = await rawHost('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcdef');
    expect(await loadFrom(origin).reply).toMatchObject({ bytes: new Uint8Array([97, 98, 99]) });
  });

  test('that is not there is reported', async () => {
    const { origin } = await host(() => undefined);
    ends.splice(0).forEach((end) => {
      end();
    });
    expect(await loadFrom(origin).reply).toMatchObject({ reason: 'unreachable' });
  });

  test('whose certificate nobody vouches for gets no request', async () => {
    const origin = (await rawHost('HTTP/1.1 200 OK\r\n\r\n')).replace('http:', 'https:');
    expect(await loadFrom(origin).reply).toMatchObject({ kind: 'problem', reason: 'certificate' });
  });

  test.each([
    ['before its headers', ''],
    ['in the middle of what it sends', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'],
  ])('that falls silent %s is given up', async (_when, text) => {
    const origin = await rawHost(text, false);
    expect(await loadFrom(origin, { limitMs: 30 }).reply).toMatchObject({ reason: 'out-of-time' });
  });
});

describe('calling off', () => {
  test('ends the connection', async () => {
    let hungUp: Promise<unknown> = Promise.resolve();
    const { origin, requests } = await host((request, response) => {
      hungUp = once(response, 'close');
      response.write('a');
      expect(request.url).toBe('/a.png');
    });
    const { loader, reply } = loadFrom(origin);
    await expect.poll(() => requests.length).toBe(1);
    loader.cancel('other');
    loader.cancel('one');
    expect(await reply).toMatchObject({ reason: 'cancelled' });
    await hungUp;
  });

  test('is what a caller who is gone means', async () => {
    const { origin, requests } = await host(() => undefined);
    const gone = new AbortController();
    const loader = createContentLoader({ allowedOrigins: new Set([origin]), log: () => undefined });
    const reply = loader.load({ loadId: 'one', address: `${origin}/` }, gone.signal);
    await expect.poll(() => requests.length).toBe(1);
    gone.abort();
    expect(await reply).toMatchObject({ reason: 'cancelled' });
  });

  test('leaves a name server that does not answer', async () => {
    const loader = createContentLoader({
      allowedOrigins: new Set(),
      log: () => undefined,
      resolve: () => new Promise(() => undefined),
    });
    const reply = loader.load({ loadId: 'one', address: 'https://media.example/' });
    loader.cancelAll();
    expect(await reply).toMatchObject({ reason: 'cancelled' });
  });

  test('four load at once, a fifth waits for the person to try again', async () => {
    const { origin } = await host(() => undefined);
    const loader = createContentLoader({ allowedOrigins: new Set([origin]), log: () => undefined });
    const loads = ['a', 'b', 'c', 'd'].map((loadId) => loader.load({ loadId, address: `${origin}/` }));
    expect(await loader.load({ loadId: 'e', address: `${origin}/` })).toMatchObject({ reason: 'busy' });
    loader.cancelAll();
    expect(await Promise.all(loads)).toMatchObject(Array(4).fill({ reason: 'cancelled' }));
    const next = loader.load({ loadId: 'e', address: `${origin}/` });
    loader.cancelAll();
    expect(await next).toMatchObject({ reason: 'cancelled' });
  });
});

describe('where content may come from (http-client-ssrf-guard, S-17)', () => {
  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://0.0.0.0/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://100.64.0.1/',
    'http://239.0.0.1/',
    'http://[2002:7f00:1::]/',
  ])('%s gets no request', async (address) => {
    const { load, resolved } = outside(['8.8.8.8']);
    const reply = await load({ loadId: 'one', address });
    expect(reply).toMatchObject({ kind: 'problem', reason: 'refused-place' });
    expect(resolved).toEqual([]);
  });

  test.each([
    ['this machine', ['127.0.0.1']],
    ['a private network', ['10.1.2.3']],
    ['the metadata service', ['169.254.169.254']],
    ['one place of both kinds', ['8.8.8.8', '127.0.0.1']],
    ['this machine, mapped', ['::ffff:127.0.0.1']],
    ['a private network of IPv6', ['2a00:1450:4001:800::200e', 'fd00::1']],
  ])('a name that leads to %s gets no request', async (_where, addresses) => {
    const reply = await outside(addresses).load({ loadId: 'one', address: 'https://media.example/a' });
    expect(reply).toMatchObject({ reason: 'refused-place' });
    expect(reply.kind === 'problem' && reply.message).toMatch(/^media\.example was not contacted: /);
  });

  test.each(['http://localhost/', 'http://LOCALHOST./', 'http://x.localhost:80/'])(
    '%s means this machine whatever a name server says',
    async (address) => {
      const { load, resolved } = outside(['8.8.8.8']);
      expect(await load({ loadId: 'one', address })).toMatchObject({ reason: 'refused-place' });
      expect(resolved).toEqual([]);
    },
  );

  test('a name without addresses, and one that is not known, are reported', async () => {
    const request = { loadId: 'one', address: 'https://media.example/' };
    expect(await outside([]).load(request)).toMatchObject({ reason: 'no-such-host' });
    const loader = createContentLoader({
      allowedOrigins: new Set(),
      log: () => undefined,
      resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
    });
    expect(await loader.load(request)).toMatchObject({ reason: 'no-such-host' });
  });

  test('the address that was checked is the one of the request: a name is resolved once', async () => {
    const { origin, requests } = await host((_request, response) => response.end('abc'));
    const { port } = new URL(origin);
    const resolved: string[] = [];
    const name = `http://localhost:${port}`;
    const loader = createContentLoader({
      allowedOrigins: new Set([name]),
      log: () => undefined,
      resolve: async (hostName) => {
        resolved.push(hostName);
        // A name server that returns another address the second time is how a check is got around.
        return [{ address: resolved.length === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
      },
    });
    expect(await loader.load({ loadId: 'one', address: name })).toMatchObject({ kind: 'bytes' });
    expect(resolved).toEqual(['localhost']);
    expect(requests[0]?.headers.host).toBe(`localhost:${port}`);
  });

  test('an origin of this machine that was allowed leads nowhere else', async () => {
    const loader = createContentLoader({
      allowedOrigins: new Set(['http://localhost:1']),
      log: () => undefined,
      resolve: async () => [{ address: '10.0.0.1', family: 4 }],
    });
    const reply = await loader.load({ loadId: 'one', address: 'http://localhost:1/' });
    expect(reply).toMatchObject({ reason: 'refused-place' });
  });

  test('another port of an allowed host is not allowed', async () => {
    const { origin } = await host((_request, response) => response.end('abc'));
    const loader = createContentLoader({ allowedOrigins: new Set([origin]), log: () => undefined });
    const reply = await loader.load({ loadId: 'one', address: 'http://127.0.0.1:1/' });
    expect(reply).toMatchObject({ reason: 'refused-place' });
  });
});

describe('the question before a load', () => {
  const media = 'https://media.example/a.png';

  test('comes before the name of the host is even looked up, and a no is the end (S-17)', async () => {
    const requested: string[] = [];
    const resolved: string[] = [];
    const loader = createContentLoader({
      allowedOrigins: new Set(),
      log: () => undefined,
      permit: async (address) => requested.push(address) === 0,
      resolve: async (name) => {
        resolved.push(name);
        return [];
      },
    });
    const reply = await loader.load({ loadId: 'one', address: media });
    expect(reply).toEqual({
      kind: 'problem',
      reason: 'cancelled',
      message: 'Nothing was loaded: you did not allow media.example.',
    });
    expect([requested, resolved]).toEqual([['https://media.example'], []]);
  });

  test.each(['http://localhost/a', 'http://127.0.0.1/a', 'http://169.254.169.254/a', 'file:///etc/passwd'])(
    'is not put for %s, which is refused in any case',
    async (address) => {
      const permit = vi.fn(async () => true);
      const loader = createContentLoader({ allowedOrigins: new Set(), log: () => undefined, permit });
      expect(await loader.load({ loadId: 'one', address })).toMatchObject({ kind: 'problem' });
      expect(permit).not.toHaveBeenCalled();
    },
  );

  test('is no longer waited for when the load is called off', async () => {
    let answer: (isAllowed: boolean) => void = () => undefined;
    const resolve = vi.fn(async () => []);
    const loader = createContentLoader({
      allowedOrigins: new Set(),
      log: () => undefined,
      permit: () => new Promise((decide) => (answer = decide)),
      resolve,
    });
    const reply = loader.load({ loadId: 'one', address: media });
    loader.cancel('one');
    answer(true);
    expect(await reply).toMatchObject({ reason: 'cancelled', message: 'Loading was cancelled.' });
    expect(resolve).not.toHaveBeenCalled();
  });
});
