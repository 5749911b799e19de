import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HostileHost, startHostileHost } from './hostile-host.ts';
import { HOSTILE_ROWS } from './index.ts';
import { HOST_TOKEN } from './sound-answers.ts';

let host: HostileHost;
beforeAll(async () => {
  host = await startHostileHost();
});
afterAll(() => host.close());

test('there are more than 36 hostile hosts, each with a name of its own and an end', () => {
  expect(HOSTILE_ROWS.length).toBeGreaterThan(36);
  expect(new Set(HOSTILE_ROWS.map(({ name }) => name)).size).toBe(HOSTILE_ROWS.length);
  for (const { name, ends } of HOSTILE_ROWS) expect(ends.length, name).toBeGreaterThan(0);
});

test('what a row does not change is answered as a sound host answers, and a healthy run always is', async () => {
  const [row] = HOSTILE_ROWS;
  if (row === undefined) throw new Error('there are no rows');
  host.play(row);
  const headers = { authorization: `Bearer ${HOST_TOKEN}` };
  const text = async (path: string) => (await fetch(`${host.origin}${path}`, { headers })).text();
  expect(await text('/v1/runs/r/events')).toContain('{"a":{"a":{"a":');
  expect(await text('/v1/runs/healthy/events/poll')).toMatch(/^\{"events":\[\{"eventId":"healthy-e0"/);
  expect(await text('/v1/runs/r/events/poll?lastSequence=1')).toMatch(/"sequence":2.*"sequence":3/);
  expect((await fetch(`${host.origin}/v1/runs/r`)).status).toBe(401);
});
