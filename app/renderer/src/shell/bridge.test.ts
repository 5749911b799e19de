import { describe, expect, test, vi } from 'vitest';
import { createHttpBridge, ShellCallFailed } from './bridge.ts';

/** Replaces the loopback server. */
function answering(
  status: number,
  body: string | Uint8Array<ArrayBuffer>,
  type = 'application/json',
): { readonly requests: Request[] } {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push(new Request(`http://127.0.0.1/${path}`, init));
    return new Response(body, { status, headers: { 'content-type': type } });
  });
  return { requests };
}

describe('the bridge of the browser shell', () => {
  test('a call is a POST of its request to its own path', async () => {
    const { requests } = answering(200, '{"opened":[],"failed":[]}');
    const reply = await createHttpBridge().call('files/reopen', { recentId: 'a1' });
    expect(reply).toEqual({ opened: [], failed: [] });
    expect(requests[0]?.url).toBe('http://127.0.0.1/rpc/files/reopen');
    expect(requests[0]?.method).toBe('POST');
    expect(await requests[0]?.json()).toEqual({ recentId: 'a1' });
  });

  test('a reply with bytes has them after a line with the rest', async () => {
    const line = new TextEncoder().encode('{"kind":"bytes","declaredType":null,"finalHost":"é"}\n');
    const body = new Uint8Array([...line, 10, 0, 0xff]);
    answering(200, body, 'application/octet-stream');
    const reply = await createHttpBridge().call('content/load-once', { loadId: 'a', address: 'b' });
    const bytes = new Uint8Array([10, 0, 0xff]);
    expect(reply).toEqual({ kind: 'bytes', declaredType: null, finalHost: 'é', bytes });
    expect(reply.kind === 'bytes' && reply.bytes.buffer.byteLength).toBe(3);
  });

  test('bytes to save are not sent to a shell that saves none', async () => {
    const { requests } = answering(200, '{}');
    const request = { suggestedName: 'a', bytes: new Uint8Array(4) };
    expect(await createHttpBridge().call('files/save-bytes', request)).toMatchObject({ reason: 'no-dialog' });
    expect(requests).toEqual([]);
  });

  test('a refusal carries the message of the shell', async () => {
    answering(403, 'The address has no token.');
    await expect(createHttpBridge().call('shell/info', null)).rejects.toThrow(
      new ShellCallFailed('The address has no token.'),
    );
  });

  test('a shell that is gone is reported as text', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    await expect(createHttpBridge().call('shell/info', null)).rejects.toThrow(/does not answer/);
  });

  test('a call says that a click or a key is fresh, and nothing of it when none is', async () => {
    const { requests } = answering(200, 'null');
    vi.stubGlobal('navigator', { userActivation: { isActive: true } });
    await createHttpBridge().call('recent/clear', null);
    vi.stubGlobal('navigator', { userActivation: { isActive: false } });
    await createHttpBridge().call('recent/clear', null);
    expect(requests.map(({ headers }) => headers.get('inspector-gesture'))).toEqual(['1', null]);
  });

  test('settings arrive although the window closes, unless they are longer than browsers allow', async () => {
    const { requests } = answering(200, 'null');
    const bridge = createHttpBridge();
    const settings = { theme: 'dark', density: 'normal', zoom: 1 } as const;
    for (const layout of ['', 'x'.repeat(60_000)])
      await bridge.call('settings/write', { ...settings, layout });
    await bridge.call('shell/info', null);
    expect(requests.map(({ keepalive }) => keepalive)).toEqual([true, false, false]);
  });

  test('events reach those who listen for their name, until they stop, however their lines are cut', async () => {
    const lines = new TransformStream<Uint8Array<ArrayBuffer>>();
    const writer = lines.writable.getWriter();
    const requested: string[] = [];
    vi.stubGlobal('fetch', async (path: string) => {
      requested.push(path);
      return new Response(lines.readable);
    });
    const bridge = createHttpBridge();
    const heard: string[] = [];
    const stop = bridge.on('command', ({ name }) => heard.push(name));
    bridge.on('files-opened', ({ failed }) => heard.push(`${failed.length} failed`));
    const say = (text: string) => writer.write(new TextEncoder().encode(text));
    await say('\n{"name":"command","detail":{"name":"pal');
    await say(
      'ette"}}\n{"name":"files-opened","detail":{"opened":[],"failed":[{"name":"a","message":"b"}]}}\n',
    );
    await expect.poll(() => heard).toEqual(['palette', '1 failed']);
    stop();
    await say(
      '{"name":"command","detail":{"name":"keys"}}\n{"name":"files-opened","detail":{"failed":[]}}\n',
    );
    await expect.poll(() => heard).toEqual(['palette', '1 failed', '0 failed']);
    expect(requested).toEqual(['rpc/events']);
  });

  test('a stream that breaks off is requested again; a window that the shell does not know gives up', async () => {
    const answers = [
      new Response('{"name":"command","detail":{"name":"palette"}}\n'),
      new Response('{"name":"command","detail":{"name":"keys"}}\n'),
      new Response('', { status: 401 }),
    ];
    let requested = 0;
    vi.useFakeTimers();
    vi.stubGlobal('fetch', async () => answers[requested++] ?? new Response('', { status: 500 }));
    const heard: string[] = [];
    createHttpBridge().on('command', ({ name }) => heard.push(name));
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect([heard, requested]).toEqual([['palette', 'keys'], 3]);
  });
});
