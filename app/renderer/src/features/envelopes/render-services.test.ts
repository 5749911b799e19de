import type { CallName, LoadOnceReply, Reply, ShellBridge } from '@openwop-inspector/shell-contract';
import { expect, test } from 'vitest';
import { loadContent } from './render-services.ts';

/** A shell that gives this answer to a load, and records its calls. */
function shellThat(answer: () => Promise<LoadOnceReply>) {
  const calls: [CallName, unknown][] = [];
  const bridge: ShellBridge = {
    async call<N extends CallName>(name: N, request: unknown) {
      calls.push([name, request]);
      return (name === 'content/load-once' ? await answer() : null) as Reply<N>;
    },
    on: () => () => undefined,
  };
  return { calls, bridge };
}

const bytes = new Uint8Array([1]);
const loaded: LoadOnceReply = { kind: 'bytes', bytes, declaredType: 'image/png', finalHost: 'a.example' };
const never = new AbortController().signal;

test('bytes come with their declared type', async () => {
  const { bridge } = shellThat(async () => loaded);
  expect(await loadContent(bridge, 'https://a.example/', never)).toEqual({
    kind: 'bytes',
    bytes,
    declaredType: 'image/png',
  });
});

test('a problem has the message of the shell', async () => {
  const { bridge } = shellThat(async () => ({ kind: 'problem', reason: 'status', message: 'It said 404.' }));
  expect(await loadContent(bridge, 'https://a.example/', never)).toEqual({
    kind: 'problem',
    message: 'It said 404.',
  });
});

test('a shell that is gone is a problem too', async () => {
  const { bridge } = shellThat(() => Promise.reject(new Error('The shell does not answer.')));
  expect(await loadContent(bridge, 'https://a.example/', never)).toMatchObject({
    kind: 'problem',
    message: 'The shell does not answer.',
  });
});

test('aborting calls the load off by its id; afterwards it does nothing', async () => {
  let answer = (_reply: LoadOnceReply): void => undefined;
  const { bridge, calls } = shellThat(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const controller = new AbortController();
  const loading = loadContent(bridge, 'https://a.example/', controller.signal);
  controller.abort();
  answer({ kind: 'problem', reason: 'cancelled', message: 'Loading was cancelled.' });
  expect(await loading).toMatchObject({ kind: 'problem' });
  expect(calls.map(([name]) => name)).toEqual(['content/load-once', 'content/cancel-load']);
  const [loadId, cancelledId] = calls.map(([, request]) => Object(request).loadId);
  expect(loadId).toBe(cancelledId);

  const late = new AbortController();
  const other = shellThat(async () => loaded);
  await loadContent(other.bridge, 'https://a.example/', late.signal);
  late.abort();
  expect(other.calls).toHaveLength(1);
});

test('what was aborted before is not started', async () => {
  const { bridge, calls } = shellThat(async () => loaded);
  expect(await loadContent(bridge, 'https://a.example/', AbortSignal.abort())).toMatchObject({
    kind: 'problem',
  });
  expect(calls).toEqual([]);
});
