import { createServer } from 'node:http';
import { test } from 'vitest';
import { tail } from '../src/verbs/tail.ts';
import { keptTerminal } from './kept-terminal.ts';

test('holes', async () => {
  const N = Number(process.env.N ?? 400_000);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://h');
    const send = (v: unknown) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(v));
    if (pathname === '/.well-known/openwop') return send({ protocolVersion: '1.0' });
    if (pathname.endsWith('/poll')) return response.writeHead(404).end('{}');
    if (pathname.endsWith('/events')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      let i = 0;
      const more = () => {
        for (; i < N; i++) {
          const ok = response.write(`data: {"type":"node.started","eventId":"e${i}","runId":"r1","timestamp":"2026-05-18T10:00:00.000Z","sequence":${i * 2}}\n\n`);
          if (!ok) { i++; response.once('drain', more); return; }
        }
        response.end();
      };
      more();
      return;
    }
    if (pathname === '/v1/runs/r1') return send({ runId: 'r1', workflowId: 'w', status: 'running' });
    response.writeHead(404).end('{}');
  });
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', r));
  const port = (server.address() as { port: number }).port;
  const kept = keptTerminal();
  const stop = new AbortController();
  const t0 = Date.now();
  let worst = 0; let last = Date.now();
  const iv = setInterval(() => { const n = Date.now(); worst = Math.max(worst, n - last - 50); last = n; }, 50);
  setTimeout(() => { console.log('abort at', Date.now() - t0); stop.abort(); }, 25000);
  const s = await tail(`http://127.0.0.1:${port}`, 'r1', { json: false, filter: null, until: 'terminal', tokenEnv: null, keep: null }, () => undefined, { ...kept.surroundings, signal: stop.signal });
  clearInterval(iv);
  console.log('OUT', kept.out().length, 'status', s, 'ms', Date.now() - t0, 'worst block', worst, kept.err().slice(-600), kept.out().length, process.memoryUsage().rss / 1e6);
  server.closeAllConnections(); server.close();
}, 400_000);
