import { expect, test } from '@playwright/test';
import { startTestHost, type TestHost } from './hosts/test-host.ts';

/** The host that live scenarios attach to has to behave before they can be believed. No window is opened here. */
test.describe('the test host', () => {
  let host: TestHost;
  test.beforeAll(async () => {
    host = await startTestHost();
  });
  test.afterAll(() => host.close());

  test('tells everybody what it can do and nothing else without a key', async ({ request }) => {
    expect(await (await request.get(`${host.origin}/.well-known/openwop`)).json()).toMatchObject({
      protocolVersion: '1.1',
    });
    expect((await request.get(`${host.origin}/v1/runs/prd-5f2c`)).status()).toBe(401);
  });

  test('gives the same events by poll, stream and bundle', async ({ request }) => {
    const headers = { authorization: `Bearer ${host.key}` };
    const run = `${host.origin}/v1/runs/prd-5f2c`;
    const poll = await (await request.get(`${run}/events/poll`, { headers })).json();
    const bundle = await (await request.get(`${run}/debug-bundle`, { headers })).json();
    const stream = await request.get(`${run}/events`, {
      headers: { ...headers, accept: 'text/event-stream' },
    });
    const streamed = (await stream.text()).match(/^data: .*/gm) ?? [];
    expect(poll.events.length).toBeGreaterThan(200);
    expect(bundle.events).toHaveLength(poll.events.length);
    expect(streamed.map((line) => JSON.parse(line.slice('data: '.length)))).toEqual(poll.events);
  });

  test('goes on after the last event a client has seen', async ({ request }) => {
    const headers = {
      authorization: `Bearer ${host.key}`,
      accept: 'text/event-stream',
      'last-event-id': '215',
    };
    const text = await (await request.get(`${host.origin}/v1/runs/prd-5f2c/events`, { headers })).text();
    expect(text.match(/^id: .*/gm)).toEqual(['id: 216', 'id: 217', 'id: 218']);
  });

  test('knows the runs of all samples, child runs too, and no others', async ({ request }) => {
    const headers = { authorization: `Bearer ${host.key}` };
    expect(host.runs.map(({ runId }) => runId)).toContain('markets-70c4-islands');
    expect((await request.get(`${host.origin}/v1/runs/nobody`, { headers })).status()).toBe(404);
  });
});
