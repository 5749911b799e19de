import { sendJson, startLoopbackHost } from '@openwop-inspector/host-client/loopback';
import { afterEach, expect, test } from 'vitest';
import { askOnce } from './content-loader.ts';

afterEach(() => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
});

test('content is loaded from no host whose certificate nobody signed, whatever the environment says (S-11)', async () => {
  const host = await startLoopbackHost((_, response) => sendJson(response, 200, {}), 'https');
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  const addresses = [{ address: '127.0.0.1', family: 4 }];
  const requested = askOnce(new URL(host.baseUrl), addresses, new AbortController().signal);
  await expect(requested).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  expect(host.seen).toEqual([]);
  await host.close();
});
