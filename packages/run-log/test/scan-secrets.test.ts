/** A scan finds what the host failed to remove, reports each value once and where it went, and shows none. */
import { readdirSync } from 'node:fs';
import { ClearCount, PLANTED, plantedBundle } from '@openwop-inspector/testing/planted';
import { expect, test } from 'vitest';
import { openRunLog, scanSecrets, textSource } from '../src/index.ts';
import { openFile } from '../src/node/index.ts';

const PASSWORD = 'Vq7xT2mKz9LrWp4nYc';
const KEY = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;

async function scanned(text: string, canaries: readonly string[] = [], flow = 50) {
  const log = openRunLog(textSource('x', text));
  await log.loaded;
  const scan = await scanSecrets(log, { canaries, flow, onProgress: () => false });
  if (scan === null) throw new Error('stopped');
  return scan;
}

const event = (sequence: number, payload: object, causationId?: string) =>
  JSON.stringify({
    eventId: `e${sequence}`,
    runId: 'r',
    type: 'log.appended',
    sequence,
    payload,
    ...(causationId === undefined ? {} : { causationId }),
  });
const lines = (...events: readonly string[]) => events.join('\n');

test('of 400 planted secrets all of a known shape are found, and 95 of 100 others; none is displayed', async () => {
  const { text, places } = plantedBundle();
  const scan = await scanned(text);
  const count = new ClearCount(places);
  count.look('scan', scan);
  expect([count.known, count.placed]).toEqual([[], []]);
  // Planted values are all different: their number is the number of secrets, or less where one contains two.
  const of = (...by: readonly string[]) => scan.secrets.filter((one) => by.includes(one.by)).length;
  const known = places.filter(({ kind }) => kind === 'known').length;
  expect(of('shape')).toBeGreaterThanOrEqual(known);
  expect(of('entropy', 'name', 'token')).toBeGreaterThanOrEqual((PLANTED - known) * 0.95);
  expect(new Set(scan.secrets.map(({ mark }) => mark)).size).toBe(scan.secrets.length);
});

test('samples and recordings give at most one false alarm in 1,000 events', async () => {
  let events = 0;
  const wrong: string[] = [];
  // Live tokens of recorded runs, and the canary of the suite: what a host must remove.
  const isTrue = (by: string, rule: string) => by === 'token' || rule === 'openai';
  for (const folder of ['samples', 'testing/recordings'])
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(?:json|ndjson|sse|gz)$/.test(file)) continue;
      const log = openRunLog(await openFile(`${folder}/${file}`));
      await log.loaded;
      const scan = await scanSecrets(log, { flow: 1, onProgress: () => false });
      events += scan?.events ?? 0;
      for (const { by, rule, mark, pointer } of scan?.secrets ?? [])
        if (!isTrue(by, rule)) wrong.push(`${file} ${mark} ${pointer}`);
      await log.close();
    }
  expect(events).toBeGreaterThan(5_000);
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(events / 1_000);
}, 60_000);

test('a value is reported once, with its events in the order of their causes', async () => {
  const { secrets, hasCauses } = await scanned(
    lines(
      event(0, {}),
      event(1, { note: `says ${PASSWORD}` }, 'e0'),
      event(2, { a: { password: PASSWORD } }, 'e0'),
      event(3, {}, 'e1'),
      event(4, { note: `again ${PASSWORD}` }, 'e3'),
    ),
  );
  expect(hasCauses).toBe(true);
  expect(secrets).toHaveLength(1);
  const [one] = secrets;
  expect(one).toMatchObject({
    mark: '…[masked:name #1]',
    by: 'entropy',
    events: 3,
    pointer: '/payload/note',
  });
  expect(one?.flow.map(({ row, from }) => [row.eventId, from])).toEqual([
    ['e1', null],
    ['e4', 0],
    ['e2', null],
  ]);
});

test.each([
  ['a key by its shape', { note: KEY }, [], 'shape', 'github'],
  ['a word by its name', { password: 'swordfish' }, [], 'name', 'name'],
  ['random characters by their name', { password: PASSWORD }, [], 'entropy', 'name'],
  ['a live token', { interruptToken: PASSWORD }, [], 'token', 'name'],
  ['a canary', { note: 'see blue heron there' }, ['blue heron'], 'canary', 'own-canary'],
  [
    'a canary in base64',
    { note: `x ${btoa('blue heron nest')} y` },
    ['blue heron nest'],
    'canary',
    'own-canary',
  ],
  ['a canary under a name', { password: PASSWORD }, [PASSWORD], 'canary', 'own-canary'],
])('%s', async (_, payload, canaries, by, rule) => {
  const { secrets } = await scanned(lines(event(0, payload), event(1, {})), canaries);
  expect(secrets).toMatchObject([{ by, rule, events: 1 }]);
});

test('what is next to the events is found, also where it occurs again in them', async () => {
  const text = JSON.stringify({
    run: { runId: 'r', secret: PASSWORD },
    events: [JSON.parse(event(0, { t: PASSWORD }))],
  });
  expect((await scanned(text)).secrets).toMatchObject([{ isOutside: true, events: 1 }]);
});

test('of a hostile log a limited number of values is reported, and the others counted', async () => {
  const many = Array.from({ length: 1_500 }, (_, i) => event(i, { password: `${PASSWORD}${i}` }));
  const { secrets, beyond } = await scanned(many.join('\n'), [], 3);
  expect([secrets.length, beyond > 0]).toEqual([1_000, true]);
  const same = Array.from({ length: 1_500 }, (_, i) => event(i, { password: PASSWORD }));
  const [one] = (await scanned(same.join('\n'), [], 3)).secrets;
  expect([one?.events, one?.flow.length]).toEqual([1_500, 3]);
});

test('a stop reports nothing', async () => {
  const log = openRunLog(textSource('x', Array.from({ length: 5_000 }, (_, i) => event(i, {})).join('\n')));
  await log.loaded;
  expect(await scanSecrets(log, { flow: 1, onProgress: () => true })).toBeNull();
});
